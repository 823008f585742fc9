package supply

import "dataimport/modules/kit/domain/fault"

func (p *Point) checkReadings(m *Meter, at *fault.At) {
	transfer, history := at.Field("transfer_readings"), at.Field("reading_history")
	if p.ByRegister {
		m.checkRegisterIDs(m.Transfer, RuleReadingWithoutRegister.Code, RuleReadingRegisterUnknown.Code, at, &transfer)
		m.checkRegisterIDs(m.History, RuleHistoryWithoutRegister.Code, RuleHistoryRegisterUnknown.Code, at, &history)
	}
	m.checkBilledReadings(&history)
	switch {
	case !at.Clean():
	case m.Active():
		p.checkTransfer(m, at, &transfer)
	case m.Exchanged():
		m.checkExchanged(at)
	case m.FullyBilled() && len(m.Transfer) > 0:
		transfer.Add(RuleTransferFullyBilled.Code, "The meter was removed on "+m.Removed.String()+" and was billed to "+m.Billed.String()+": put its readings into reading_history.")
	}
}
