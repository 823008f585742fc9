package documents

import "log/slog"

// Secret is a text that stays hidden when it is printed, logged or encoded.
type Secret string

const hidden = "(hidden)"

// String returns a placeholder, or the empty text where there is no secret.
func (s Secret) String() string {
	if s == "" {
		return ""
	}
	return hidden
}

// GoString hides the secret from %#v.
func (s Secret) GoString() string { return `"` + s.String() + `"` }

// MarshalText hides the secret from encoders.
func (s Secret) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// LogValue hides the secret from logs.
func (s Secret) LogValue() slog.Value { return slog.StringValue(s.String()) }

// Set takes the secret from a flag.
func (s *Secret) Set(value string) error {
	*s = Secret(value)
	return nil
}

// Type is the name of the value in a flag's help.
func (s *Secret) Type() string { return "secret" }
