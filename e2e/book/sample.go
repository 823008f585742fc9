package book

import "time"

// Account returns one good account of about 6 KB. Another seed gives another external account number.
func Account(seed uint64, supplier string, today time.Time) []byte {
	return sample(seed, supplier, today, func(d dice) shape {
		return shape{kind: domestic, months: 12, billed: 2, fuels: 1, plain: true}
	})
}

// Small returns one good account of about 1 KB.
func Small(seed uint64, supplier string, today time.Time) []byte {
	return sample(seed, supplier, today, func(d dice) shape { return shape{kind: domestic, small: true} })
}

// Large returns one good account of about 40 KB, with more than 100 transactions.
func Large(seed uint64, supplier string, today time.Time) []byte {
	return sample(seed, supplier, today, largeShape)
}

func sample(seed uint64, supplier string, today time.Time, choose func(dice) shape) []byte {
	o := Options{Supplier: supplier, Seed: seed, Today: today}.withDefaults()
	return good(o, int(seed&(1<<63-1)), choose).JSON
}
