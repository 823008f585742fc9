package formats

import (
	"regexp"
	"strconv"
	"sync"

	"github.com/nyaruka/phonenumbers"
)

// dialling holds how numbers of one region are dialled and which numbers exist, from
// libphonenumber's metadata.
type dialling struct {
	regions     []string // all regions with its calling code, the main one first
	callingCode []byte
	abroad      *regexp.Regexp // the prefix dialled before a calling code
	prefix      *regexp.Regexp // the prefix dialled before a national number; nil for none
	transforms  bool           // whether the prefix may be replaced by other digits and not only dropped
	leading     *regexp.Regexp // tells the region's numbers from those of regions with the same calling code; nil where their validity tells
	general     numbers
	types       []numbers
}

// numbers describes the valid numbers of a type by their lengths and a pattern.
type numbers struct {
	lengths uint64 // bit n is set if a number may have n digits; zero if every length is allowed
	pattern *regexp.Regexp
}

func (n *numbers) have(digits []byte) bool {
	return (n.lengths == 0 || n.lengths>>len(digits)&1 == 1) && n.pattern.Match(digits)
}

// accepts reports whether a national number, with or without its national prefix, is
// valid. It may return false where the library returns true.
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

// refuses reports whether a national number is invalid both with and without its national
// prefix. It may return false where the library refuses the number, too.
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

// has reports whether a number without its prefix belongs to the region.
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

// plans caches the result of planOf by region.
var plans sync.Map

// planOf returns the plan of a region, or nil where the library has none.
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

// callingPlan returns the plan of the main region of the calling code that digits begin
// with, and the digits after the code. It returns nil where there are too few digits or
// no such code.
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

// newNumbers describes the numbers of a type. A type that the region does not have has a
// pattern without digits, or the length -1, which sets a bit that is never tested.
func newNumbers(of *phonenumbers.PhoneNumberDesc) numbers {
	n := numbers{pattern: regexp.MustCompile("^(?:" + of.GetNationalNumberPattern() + ")$")}
	for _, length := range of.GetPossibleLength() {
		n.lengths |= 1 << (uint(length) & 63)
	}
	return n
}
