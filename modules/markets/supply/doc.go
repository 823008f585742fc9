// Package supply has what the markets of energy and water share: where an account is
// supplied, through which supply points and meters, under which agreements, with which
// readings. It defines the terms of the rules, and the rules that hold in all these markets.
// A market reads its own members into the types of this package, and adds its own rules.
//
// The rules work on the values that were read for the market's schema. They treat a value
// that breaks the schema as absent, because its fault is known already.
package supply
