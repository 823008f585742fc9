package formats

import (
	"regexp"
	"strconv"
	"sync"

	"github.com/nyaruka/phonenumbers"
)

// dialling is how numbers of one region are dialled, and which exist, from
// libphonenumber's metadata.
type dialling struct {
	regions     []string // that share its calling code, the main one first
	callingCode []byte
	abroad      *regexp.Regexp // what one dials before a calling code
	prefix      *regexp.Regexp // what one dials before a national number; nil for nothing
	transforms  bool           // whether a national number may be written anew instead
	leading     *regexp.Regexp // tells the region's numbers from its neighbours'; nil where their validity does
	general     numbers
	types       []numbers
}

// numbers are the valid ones of a type: of some lengths and of a pattern.
type numbers struct {
	lengths uint64 // bit n is set if they may have n digits; zero if any number of them
	pattern *regexp.Regexp
}

func (n *numbers) have(digits []byte) bool {
	return (n.lengths == 0 || n.lengths>>len(digits)&1 == 1) && n.pattern.Match(digits)
}

// accepts reports whether a national number, with the prefix that is dialled
// before it or without, is valid; it may say no where the library says yes.
func (d *dialling) accepts(digits []byte) bool {
	if d.transforms {
		return false
	}
	if d.prefix != nil {
		if at := d.prefix.FindIndex(digits); at != nil {
			digits = digits[at[1]:]
			if !d.general.have(digits) {
				return false // the library might then keep the prefix
			}
		}
	}
	for _, region := range d.regions {
		neighbour := planOf(region)
		if neighbour == nil {
			return false
		}
		if neighbour.leading == nil && neighbour.has(digits) {
			return true
		}
		if neighbour.leading != nil && neighbour.leading.Match(digits) {
			return neighbour.has(digits)
		}
	}
	return false
}

// refuses reports whether a national number is valid neither as it is nor without
// the prefix that is dialled before it; it may say no where the library refuses it too.
func (d *dialling) refuses(digits []byte) bool {
	bare := digits
	if d.prefix != nil {
		if at := d.prefix.FindIndex(digits); at != nil {
			bare = digits[at[1]:]
		}
	}
	for _, region := range d.regions {
		neighbour := planOf(region)
		if neighbour == nil || neighbour.has(digits) || neighbour.has(bare) {
			return false
		}
	}
	return !d.transforms
}

// has reports whether a number without its prefix is one of the region.
func (d *dialling) has(digits []byte) bool {
	if !d.general.have(digits) {
		return false
	}
	for i := range d.types {
		if d.types[i].have(digits) {
			return true
		}
	}
	return false
}

// plans are those that were asked for, by region.
var plans sync.Map

// planOf is the plan of a region, nil where the library knows none.
func planOf(region string) *dialling {
	if known, ok := plans.Load(region); ok {
		return known.(*dialling)
	}
	metadata := metadataOf(region)
	if metadata == nil {
		return nil
	}
	plan := newDialling(metadata)
	plans.Store(region, plan)
	return plan
}

// callingPlan is the plan of the main region of the calling code that digits begin
// with, and the digits after it; nil where there are few or no such code.
func callingPlan(digits []byte) (*dialling, []byte) {
	if len(digits) < 5 {
		return nil, nil
	}
	code := 0
	for n := range 3 {
		code = code*10 + int(digits[n]-'0')
		if code == 0 {
			return nil, nil
		}
		if regions := phonenumbers.GetRegionCodesForCountryCode(code); len(regions) > 0 {
			return planOf(regions[0]), digits[n+1:]
		}
	}
	return nil, nil
}

func metadataOf(region string) *phonenumbers.PhoneMetadata {
	all, err := phonenumbers.MetadataCollection()
	if err != nil || region == phonenumbers.REGION_CODE_FOR_NON_GEO_ENTITY {
		return nil
	}
	for _, metadata := range all.GetMetadata() {
		if metadata.GetId() == region {
			return metadata
		}
	}
	return nil
}

func newDialling(m *phonenumbers.PhoneMetadata) *dialling {
	code := int(m.GetCountryCode())
	d := &dialling{
		regions:     phonenumbers.GetRegionCodesForCountryCode(code),
		callingCode: strconv.AppendInt(nil, int64(code), 10),
		abroad:      begins(m.GetInternationalPrefix()),
		transforms:  m.GetNationalPrefixTransformRule() != "",
		general:     newNumbers(m.GetGeneralDesc()),
	}
	if prefix := m.GetNationalPrefixForParsing(); prefix != "" {
		d.prefix = begins(prefix)
	}
	if leading := m.GetLeadingDigits(); leading != "" {
		d.leading = begins(leading)
	}
	for _, of := range []*phonenumbers.PhoneNumberDesc{
		m.GetMobile(), m.GetFixedLine(), m.GetTollFree(), m.GetSharedCost(), m.GetPremiumRate(),
		m.GetVoip(), m.GetPersonalNumber(), m.GetPager(), m.GetUan(), m.GetVoicemail(),
	} {
		d.types = append(d.types, newNumbers(of))
	}
	return d
}

func begins(pattern string) *regexp.Regexp {
	return regexp.MustCompile("^(?:" + pattern + ")")
}

// newNumbers is the numbers of a type. One that a region does not have has no
// digits in its pattern, or -1 for its length, which sets a bit that is not asked for.
func newNumbers(of *phonenumbers.PhoneNumberDesc) numbers {
	n := numbers{pattern: regexp.MustCompile("^(?:" + of.GetNationalNumberPattern() + ")$")}
	for _, length := range of.GetPossibleLength() {
		n.lengths |= 1 << (uint(length) & 63)
	}
	return n
}
