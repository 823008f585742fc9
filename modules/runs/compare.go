package runs

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json/jsontext"
	"strings"

	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/payload"
	"dataimport/modules/kit/store/accountevents"
)

// maxDifferences is how many members that differ an answer names.
const maxDifferences = 100

// compareImported compares the account of a line with the imported one, by the choice of the
// run. An account of which another line of the run was imported is always compared.
func (p *plan) compareImported() error {
	repeated, err := hasImported(p.runtime.Reader, p.run.id, p.supplier.ID, p.number, p.line.sha256)
	if err != nil {
		return err
	}
	if !repeated && p.run.ifImported == skipImported {
		p.nothing = true
		return nil
	}
	if p.entry.Account == nil || !repeated && p.run.ifImported == addToImported {
		return nil
	}
	var sum, imported string
	err = p.runtime.Reader.QueryRow(`SELECT sha256, unpacked(payload) FROM stagings WHERE id = ?`, p.imported.StagingID).Scan(&sum, &imported)
	if err != nil {
		return err
	}
	sent := sha256.Sum256(p.entry.Account)
	if hex.EncodeToString(sent[:]) == sum {
		return nil
	}
	if sum == "" {
		return p.refuse(accountevents.StageStep, &fault.Error{Status: 400, Code: ruleAccountDiffers.Code,
			Detail: "The customer of this account was erased: nothing of it is left to compare with, and nothing of the line was added."}, nil)
	}
	code, about := ruleAccountDiffers.Code, "what was imported as this account"
	if repeated {
		code, about = ruleNumberRepeated.Code, "the account that an earlier line of this run has under the same number"
	}
	faults := p.differences(imported, code, about)
	if len(faults) == 0 {
		return nil
	}
	return p.refuse(accountevents.StageStep, &fault.Error{Status: 400, Code: code, Faults: faults,
		Detail: "The account differs from " + about + ". It was not changed, and nothing of the line was added."}, p.entry.locate(faults))
}

// differences are the members in which the account differs from the imported payload.
func (p *plan) differences(imported, code, about string) (faults fault.List) {
	if imported == "" {
		return fault.List{{Code: code, Detail: "The bytes of the account differ from " + about + ". Whether a member differs is not known, since only the checksum of that data is kept."}}
	}
	for _, attr := range payload.Differences(p.entry.Account, jsontext.Value(imported), maxDifferences) {
		name := attr[strings.LastIndexByte(attr, '.')+1:]
		faults = append(faults, fault.Fault{Attr: attr, Code: code, Detail: "This member, " + name + ", differs from " + about + "."})
	}
	return faults
}
