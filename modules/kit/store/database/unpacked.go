package database

import (
	"database/sql/driver"

	"modernc.org/sqlite"

	"dataimport/modules/kit/store/packed"
)

// The functions of SQL that read columns of package packed. All connections have them, also
// those of the console.
//
//	unpacked(value)       the text
//	unpacked_size(value)  the length of the text in bytes
func init() {
	sqlite.MustRegisterDeterministicScalarFunction("unpacked", 1, ofPacked(func(value []byte) (driver.Value, error) {
		text, err := packed.Unpack(value)
		return string(text), err
	}))
	sqlite.MustRegisterDeterministicScalarFunction("unpacked_size", 1, ofPacked(func(value []byte) (driver.Value, error) {
		n, err := packed.Size(value)
		return int64(n), err
	}))
}

// ofPacked is a function of SQL on a value that may be packed. Of a value that is neither text
// nor bytes it is that value.
func ofPacked(read func(value []byte) (driver.Value, error)) func(*sqlite.FunctionContext, []driver.Value) (driver.Value, error) {
	return func(_ *sqlite.FunctionContext, args []driver.Value) (driver.Value, error) {
		switch value := args[0].(type) {
		case []byte:
			return read(value)
		case string:
			return read([]byte(value))
		}
		return args[0], nil
	}
}
