package access

import "dataimport/modules/kit/domain/catalogue"

const area = "Keys and tokens"

// rules lists the rules of tokens. The codes of the mutation that gives tokens stand in
// the extensions of a GraphQL error, whose status is 200.
var rules = []catalogue.Rule{
	ruleNotAuthenticated, ruleInvalidToken, ruleTokenExpired,
	ruleKey, ruleRefresh, ruleRefreshExpired, ruleInput, ruleQuery,
}
