package progress

import (
	"cmp"
	"net/http"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/http/page"
	"dataimport/modules/kit/http/paths"
	"dataimport/modules/kit/store/accountevents"
	"dataimport/modules/kit/store/database"
	"dataimport/views"
)

const (
	// maxFaultRows is how many rows of faults a page has.
	maxFaultRows = 50
	// maxCountedRefusals is how many refusals are read to count the members of a fault.
	maxCountedRefusals = 2000
)

// faultFilter says which faults a page has, and where it begins.
type faultFilter struct {
	accountevents.FaultFilter
	cursor string
}

// readFaultFilter reads the address of a page of faults.
func readFaultFilter(v *page.Request) faultFilter {
	get := func(name string) string {
		value := strings.TrimSpace(v.URL.Query().Get(name))
		if !utf8.ValidString(value) || len(value) > 4*maxQuery {
			return ""
		}
		return value
	}
	return faultFilter{accountevents.FaultFilter{Code: get("code"), Member: get("member"), Step: get("step")}, v.URL.Query().Get("after")}
}

// format returns an address with the filter, from a cursor on.
func (f *faultFilter) format(address, after string) string {
	return addParameters(address, "code", f.Code, "member", f.Member, "step", f.Step, "after", after)
}

// showFaults shows the faults that accounts of a supplier have now, by code or by member, over time,
// and one by one.
func (p *pages) showFaults(w http.ResponseWriter, v *page.Request) error {
	s, err := findSupplier(v)
	if err != nil {
		return err
	}
	f, address := readFaultFilter(v), paths.SupplierPage(s.Code)+"~faults/"
	content := views.FaultsPage{
		Frame: v.Frame("Faults of " + s.Code), Supplier: views.Link{Name: s.Code, Address: paths.SupplierPage(s.Code)}, Address: address,
		Code: f.Code, Member: f.Member, Step: f.Step, Filtered: f.FaultFilter != accountevents.FaultFilter{}, Masked: !v.SeesPersonalData(),
		CSV: f.format(paths.SupplierPage(s.Code)+"~faults.csv", ""), Meaning: p.rules()[f.Code].Meaning, Remedy: p.rules()[f.Code].Remedy,
	}
	if f.Code != "" {
		content.Rule, content.Accounts = paths.RulePage(f.Code), addParameters(paths.SupplierPage(s.Code), "code", f.Code)
	}
	if content.Chart, err = readFaultChart(p.Reader, s.ID, f.Code, v.Now); err != nil {
		return err
	}
	if err := p.addFaultCounts(&content, s, f); err != nil {
		return err
	}
	if err := p.addFaultRows(&content, s, f, v); err != nil {
		return err
	}
	return v.Show(w, views.Faults(content))
}

// addFaultCounts counts the accounts with each code, or with each member of a code.
func (p *pages) addFaultCounts(content *views.FaultsPage, s *settings.Supplier, f faultFilter) error {
	c, err := readCounters(p.Reader, s.ID)
	if err != nil {
		return err
	}
	for _, count := range c.listFaults() {
		content.Codes = append(content.Codes, count.code)
		if f.Code == "" {
			content.Counts = append(content.Counts, views.FaultCount{
				Code: count.code, Accounts: formatNumber(count.n), Meaning: p.rules()[count.code].Meaning,
				List: addParameters(content.Address, "code", count.code, "step", f.Step), Rule: paths.RulePage(count.code),
			})
		}
	}
	if f.Code == "" {
		return nil
	}
	list, more, err := accountevents.ReadRefusals(p.Reader, s.ID, accountevents.FaultFilter{Code: f.Code, Step: f.Step}, accountevents.RefusalKey{}, maxCountedRefusals)
	if err != nil {
		return err
	}
	if more != nil {
		content.CountedOf = formatNumber(maxCountedRefusals)
	}
	for _, m := range countMembers(list) {
		content.Counts = append(content.Counts, views.FaultCount{
			Code: cmp.Or(m.code, "the whole payload"), Accounts: formatNumber(m.n), List: addParameters(content.Address, "code", f.Code, "member", m.code, "step", f.Step),
		})
	}
	return nil
}

// countMembers counts the refusals with a fault at each member, the most frequent first.
func countMembers(list []accountevents.Refusal) (counts []codeCount) {
	n := make(map[string]int)
	for i := range list {
		seen := make(map[string]bool)
		for _, f := range list[i].Faults {
			if member := fault.MemberOf(f.Attr); !seen[member] {
				seen[member] = true
				n[member]++
			}
		}
	}
	for member, count := range n {
		counts = append(counts, codeCount{member, count})
	}
	slices.SortFunc(counts, func(a, b codeCount) int { return cmp.Or(b.n-a.n, strings.Compare(a.code, b.code)) })
	return counts
}

// addFaultRows adds the faults one by one, in the order of the accounts' numbers. It reads a bounded
// number of refusals, and leads to the page that continues.
func (p *pages) addFaultRows(content *views.FaultsPage, s *settings.Supplier, f faultFilter, v *page.Request) error {
	after := accountevents.RefusalKey{}
	if at, ok := parseCursor(f.cursor); ok {
		after = accountevents.RefusalKey{ExternalAccountNumber: at.first, Kind: at.second}
		content.First = f.format(content.Address, "")
	}
	for scanned := 0; ; {
		list, more, err := accountevents.ReadRefusals(p.Reader, s.ID, f.FaultFilter, after, maxFaultRows)
		if err != nil {
			return err
		}
		for i := range list {
			after = list[i].RefusalKey
			for _, one := range p.explainFaults(list[i].Faults, v) {
				content.Rows = append(content.Rows, views.FaultRow{
					Number: after.ExternalAccountNumber, Account: paths.AccountPage(s.Code, after.ExternalAccountNumber), Step: list[i].Step, At: list[i].At, AccountFault: one,
				})
			}
			if len(content.Rows) >= maxFaultRows && (more != nil || i < len(list)-1) {
				content.Next = f.format(content.Address, cursor{after.ExternalAccountNumber, after.Kind}.format())
				return nil
			}
		}
		if scanned += len(list); more == nil {
			return nil
		}
		if scanned >= maxScanned {
			content.Next = f.format(content.Address, cursor{after.ExternalAccountNumber, after.Kind}.format())
			return nil
		}
	}
}

// readFaultChart reads how many accounts had faults, or one fault, over the whole time of the
// import.
func readFaultChart(q database.Querier, supplierID, code string, now time.Time) (views.Chart, error) {
	names, keys := []string{refused, incomplete}, []string{"Refused", "Incomplete"}
	c := views.Chart{Width: chartWidth, Height: chartHeight, Caption: "Refused and incomplete accounts over time; the same is in the table below"}
	if code != "" {
		names, keys = []string{faultCounter + code}, []string{"Accounts with the fault"}
		c.Caption = "Accounts with the fault " + code + " over time; the same is in the table below"
	}
	var first, end time.Time
	for _, name := range names {
		from, to, err := readActivePeriod(q, supplierID, name)
		if err != nil {
			return c, err
		}
		if !from.IsZero() && (first.IsZero() || from.Before(first)) {
			first = from
		}
		end = latestOf(end, to)
	}
	if first.IsZero() {
		return c, nil
	}
	end = end.Add(time.Minute)
	moments := divideTime(earliestOf(first, end.Add(-minChartTime)), end, chartPoints)
	values, most := make([][]int, len(names)), 0
	for i, name := range names {
		var err error
		if values[i], err = readValuesBefore(q, supplierID, name, moments); err != nil {
			return c, err
		}
		most = max(most, slices.Max(values[i]))
	}
	step := computeStep(most)
	s := scale{left: chartLeft, top: chartTop, width: chartWidth - chartLeft, height: chartHeight - chartTop - chartBottom, most: max(1, (most+step-1)/step) * step}
	for n := 0; n <= s.most; n += step {
		c.Across = append(c.Across, views.Tick{At: s.formatY(n), Text: formatNumber(n)})
	}
	classes := []string{refused, incomplete}
	for i := range names {
		line := s.drawLine(classes[i], values[i])
		line.Name = keys[i]
		c.Lines = append(c.Lines, line)
	}
	c.Along = newTimeTicks(moments, s)
	for i := chartPoints - 1; i >= 0; i -= chartPoints / chartRows {
		row := views.ChartRow{At: moments[i]}
		for _, of := range values {
			row.Values = append(row.Values, formatNumber(of[i]))
		}
		c.Rows = append(c.Rows, row)
	}
	return c, nil
}
