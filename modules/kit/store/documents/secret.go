package documents

import "log/slog"

// Secret is a text that is not shown, however it is printed, logged or encoded.
type Secret string

const hidden = "(hidden)"

// String hides the secret; that there is none may be seen.
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

// Type is what a flag's help calls its value.
func (s *Secret) Type() string { return "secret" }
