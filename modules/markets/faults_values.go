package markets

import (
	"errors"
	"fmt"
	"math/big"
	"strings"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
)

func judgeNumber(k jsonschema.ErrorKind) (code, detail string) {
	switch k := k.(type) {
	case *kind.Minimum:
		return payload.RuleOutOfRange.Code, "This must be " + number(k.Want) + " or more."
	case *kind.Maximum:
		return payload.RuleOutOfRange.Code, "This must be " + number(k.Want) + " or less."
	case *kind.ExclusiveMinimum:
		return payload.RuleOutOfRange.Code, "This must be more than " + number(k.Want) + "."
	case *kind.ExclusiveMaximum:
		return payload.RuleOutOfRange.Code, "This must be less than " + number(k.Want) + "."
	case *kind.MultipleOf:
		return payload.RuleInvalidDecimal.Code, "This must be a multiple of " + number(k.Want) + "."
	}
	f := invalid(nil)
	return f.code, f.detail
}

func judgeFormat(k *kind.Format) (code, detail string) {
	if wrong, ours := errors.AsType[refusal](k.Err); ours {
		return wrong.code, wrong.detail
	}
	return account.RuleInvalidFormat.Code, "A value of the form " + fault.Form(plainText(k.Got)) + " has not the format " + k.Want + "."
}

func number(r *big.Rat) string {
	return strings.TrimSuffix(strings.TrimRight(r.FloatString(10), "0"), ".")
}

// choices lists values as they may be sent.
func choices(values []any) string {
	texts := make([]string, 0, len(values))
	for _, value := range values {
		switch value.(type) {
		case map[string]any:
			texts = append(texts, "an object")
		case nil: // a null counts as absent
		default:
			texts = append(texts, fmt.Sprint(value))
		}
	}
	return fault.Some(texts)
}

func plainText(value any) string {
	if value == nil {
		return "null"
	}
	return fmt.Sprint(value)
}
