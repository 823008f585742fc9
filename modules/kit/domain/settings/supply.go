package settings

// SupplyRules are the settings of a supplier that only the markets of energy and water
// have. The zero value is their default.
type SupplyRules struct {
	// PropertiesSkipped says that no properties are made of supply addresses.
	PropertiesSkipped bool
	// PointsSkipped says whether supply points are made: not where it is true, at each
	// address where it is false, and wherever they are sent where it is nil.
	PointsSkipped *bool
	// AddressHistoryImported says that addresses are imported that customers have left.
	AddressHistoryImported bool
	// PrepayReferenceRequired says that each prepayment meter of electricity has a reference.
	PrepayReferenceRequired bool
	// CardDetailsRequired says that each instruction to pay by card has the card's details.
	CardDetailsRequired bool
}
