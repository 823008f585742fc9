package markets

// The codes of what a market's schema refuses. Those that the account's own members
// raise too have the same meaning here.
const (
	codeRequired        = "required"
	codeUnknownField    = "unknown_field"
	codeNullNotAllowed  = "null_not_allowed"
	codeInvalidType     = "invalid_type"
	codeInvalidChoice   = "invalid_choice"
	codeInvalidDate     = "invalid_date"
	codeInvalidDatetime = "invalid_datetime"
	codeInvalidDecimal  = "invalid_decimal"
	codeInvalidEmail    = "invalid_email"
	codeInvalidPostcode = "invalid_postcode"
	codeTooLong         = "too_long"
	codeTooManyItems    = "too_many_items"
	codeOutOfRange      = "out_of_range"
	codeDuplicateValues = "children_with_duplicate_values"

	// Those that only markets raise.
	codeInvalidFormat = "invalid_format"
	codeInvalidMPAN   = "invalid_mpan"
	codeInvalidMPRN   = "invalid_mprn"
	codeTooShort      = "too_short"
	codeTooFewItems   = "too_few_items"
	codeInvalidValue  = "invalid_value"
)
