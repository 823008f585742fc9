package markets

import (
	"fmt"
	"sync"

	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/markets/auenergy"
	"dataimport/modules/markets/gbenergy"
	"dataimport/modules/markets/supply"
)

// source holds the parts from which a market is prepared.
type source struct {
	*settings.Market
	check supply.Check
	// customersOptional says whether an account may have no customers, and
	// businessCustomersOptional whether one of a business may.
	customersOptional, businessCustomersOptional bool
}

// shipped are the markets that come with the service, except core, which adds nothing. A
// record cannot have one of their names.
var shipped = map[string]source{
	settings.GBEnergy: {&settings.Market{Name: settings.GBEnergy, Version: gbenergy.Version, Schema: gbenergy.Schema}, gbenergy.Check, true, false},
	settings.AUEnergy: {&settings.Market{Name: settings.AUEnergy, Version: auenergy.Version, Schema: auenergy.Schema}, auenergy.Check, true, true},
}

// IsShipped reports whether a market of this name comes with the service.
func IsShipped(name string) bool {
	_, is := shipped[name]
	return is || name == settings.Core
}

// known prepares each market when it is first needed, and again when its record has
// changed.
type known struct {
	// core returns the schema of the account without a market, a new value at each call.
	core func() map[string]any

	mu    sync.RWMutex
	ready map[string]ready
}

// ready is a prepared market and the record from which it was last prepared.
type ready struct {
	record *settings.Market
	market *Market
}

// of returns the market of a supplier; nil for core.
func (k *known) of(supplier *settings.Supplier, snapshot *settings.Snapshot) (*Market, error) {
	if supplier.Market == settings.Core {
		return nil, nil
	}
	from, ok := shipped[supplier.Market]
	if !ok {
		from.Market = snapshot.Market(supplier.Market)
	}
	if from.Market == nil {
		return nil, fmt.Errorf("supplier %s: there is no market %q", supplier.Code, supplier.Market)
	}
	k.mu.RLock()
	last := k.ready[from.Name]
	k.mu.RUnlock()
	if last.record == from.Market {
		return last.market, nil
	}
	return k.prepare(from, last)
}

// prepare returns the market of a record. When any setting changes, all records are read
// again. Most of them are unchanged, and then prepare returns the last market.
func (k *known) prepare(from source, last ready) (*Market, error) {
	if last.record == nil || *last.record != *from.Market {
		schema, err := compile(from.Schema, k.core())
		if err != nil {
			return nil, fmt.Errorf("market %s: %w", from.Name, err)
		}
		last.market = &Market{
			Name: from.Name, Version: from.Version, schema: schema, check: from.check,
			customersOptional: from.customersOptional, businessCustomersOptional: from.businessCustomersOptional,
		}
	}
	last.record = from.Market
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.ready == nil {
		k.ready = make(map[string]ready)
	}
	k.ready[from.Name] = last
	return last.market, nil
}
