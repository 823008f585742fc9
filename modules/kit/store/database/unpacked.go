package database

import (
	"database/sql/driver"

	"modernc.org/sqlite"

	"dataimport/modules/kit/store/packed"
)

// The functions of SQL that read columns of package packed, and times of rows. All connections
// have them, also those of the console.
//
//	unpacked(value)       the text
//	unpacked_size(value)  the length of the text in bytes
//	row_time(value, id)   the whole time that a row's column created or updated stands for, see [RowTime]
func init() {
	sqlite.MustRegisterDeterministicScalarFunction("unpacked", 1, ofPacked(func(value []byte) (driver.Value, error) {
		text, err := packed.Unpack(value)
		return string(text), err
	}))
	sqlite.MustRegisterDeterministicScalarFunction("unpacked_size", 1, ofPacked(func(value []byte) (driver.Value, error) {
		n, err := packed.Size(value)
		return int64(n), err
	}))
	sqlite.MustRegisterDeterministicScalarFunction("row_time", 2, func(_ *sqlite.FunctionContext, args []driver.Value) (driver.Value, error) {
		stored, isText := args[0].(string)
		id, hasID := args[1].(string)
		if !isText || !hasID {
			return args[0], nil
		}
		return RowTime(stored, id), nil
	})
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
