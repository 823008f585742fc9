package accounts

import (
	"time"

	"dataimport/modules/kit/domain/account"
	"dataimport/modules/kit/domain/catalogue"
	"dataimport/modules/kit/domain/fault"
	"dataimport/modules/kit/domain/settings"
)

// Complaint is a complaint of a customer, with what was said about it so far.
type Complaint struct {
	ComplainantName         string             `json:"complainant_name" rule:"required,max=255"`
	ComplainantEmail        string             `json:"complainant_email" rule:"required,max=254,format=email"`
	CreatedAt               time.Time          `json:"created_at" rule:"required,impersonal"`
	TypeOfComplaint         string             `json:"type_of_complaint" rule:"required,code,impersonal"`
	SubtypeOfComplaint      string             `json:"subtype_of_complaint" rule:"required,code,impersonal"`
	IsCHSRLetterSent        *bool              `json:"has_chsr_letter_been_sent" rule:"required,impersonal,doc=Whether the customer got the letter about the complaint handling standards."`
	IsEightWeekLetterSent   *bool              `json:"has_eight_week_letter_been_sent" rule:"required,impersonal,doc=Only where has_chsr_letter_been_sent is true."`
	OfficialEntity          string             `json:"official_entity,omitzero" rule:"max=255,impersonal,doc=Such as an ombudsman; with official_reference_number and official_status, or without both."`
	OfficialReferenceNumber string             `json:"official_reference_number,omitzero" rule:"max=255"`
	OfficialStatus          string             `json:"official_status,omitzero" rule:"max=255,impersonal"`
	ComplaintContacts       []ComplaintContact `json:"complaint_contacts" rule:"required"`
}

// ComplaintContact is one time that a customer and the supplier spoke or wrote about a
// complaint.
type ComplaintContact struct {
	Body                string          `json:"body" rule:"required"`
	CommunicationMethod ContactMethod   `json:"communication_method" rule:"required,impersonal"`
	CommunicationSource string          `json:"communication_source" rule:"required,code,impersonal"`
	CreatedAt           time.Time       `json:"created_at" rule:"required,impersonal"`
	Status              ComplaintStatus `json:"status" rule:"required,impersonal"`
}

// ContactMethod is how a customer and the supplier spoke or wrote to each other.
type ContactMethod string

// Choices are all methods.
func (ContactMethod) Choices() []string { return []string{"LANDLINE", "MOBILE", "EMAIL", "POST"} }

// ComplaintStatus is what a contact left of a complaint.
type ComplaintStatus string

// Choices are all statuses.
func (ComplaintStatus) Choices() []string {
	return []string{"OPEN", "RESOLVED", "NO_CONTACT", "REOPENED", "DEADLOCK", "CANCELLED"}
}

func checkComplaint(c *Complaint, f *account.Facts, at *fault.At) {
	checkEmail(f, at, "complainant_email", c.ComplainantEmail)
	checkComplaintType(c, f, at)
	checkLetters(c, at)
	checkOfficialMembers(c, at)
	checkOfficialEntity(c, f, at)
	each(c.ComplaintContacts, at, "complaint_contacts", func(contact *ComplaintContact, place *fault.At) {
		f.ListedAt(place, "communication_source", settings.ComplaintSources, contact.CommunicationSource)
	})
}

// checkComplaintType: the type of a complaint is on its list, and its subtype is one that
// the list has for that type, where an operator has closed the list for the supplier.
func checkComplaintType(c *Complaint, f *account.Facts, at *fault.At) {
	f.ListedAt(at, "type_of_complaint", settings.ComplaintTypes, c.TypeOfComplaint)
	f.SublistedAt(at, "subtype_of_complaint", settings.ComplaintTypes, c.TypeOfComplaint, c.SubtypeOfComplaint)
}

// checkOfficialEntity is checkComplaintType for the office that a complaint is before, and
// its status there.
func checkOfficialEntity(c *Complaint, f *account.Facts, at *fault.At) {
	f.ListedAt(at, "official_entity", settings.OfficialEntities, c.OfficialEntity)
	f.SublistedAt(at, "official_status", settings.OfficialEntities, c.OfficialEntity, c.OfficialStatus)
}

var ruleLetterNotSent = catalogue.Rule{
	Code: "chsr_letter_not_sent", Area: areaComplaints,
	Meaning: "The letter of the eighth week of a complaint was sent, and the first one was not.",
	Remedy:  "Correct has_chsr_letter_been_sent or has_eight_week_letter_been_sent.",
	Attr:    "complaints.0.has_chsr_letter_been_sent",
	Bad: `{"complaints": [{"complainant_name": "Zoë O’Neill", "complainant_email": "zoe@example.com", "created_at": "2024-03-01T09:30:00Z",
		"type_of_complaint": "BILLING", "subtype_of_complaint": "ESTIMATES", "has_chsr_letter_been_sent": false, "has_eight_week_letter_been_sent": true,
		"complaint_contacts": []}]}`,
	Good: `{"complaints": [{"complainant_name": "Zoë O’Neill", "complainant_email": "zoe@example.com", "created_at": "2024-03-01T09:30:00Z",
		"type_of_complaint": "BILLING", "subtype_of_complaint": "ESTIMATES", "has_chsr_letter_been_sent": true, "has_eight_week_letter_been_sent": true,
		"complaint_contacts": []}]}`,
}

// checkLetters: the letter of the eighth week follows the first letter.
func checkLetters(c *Complaint, at *fault.At) {
	if is(c.IsEightWeekLetterSent) && !is(c.IsCHSRLetterSent) && at.CleanAt("has_chsr_letter_been_sent") {
		at.AddAt("has_chsr_letter_been_sent", ruleLetterNotSent.Code, "The letter of the eighth week was sent, so the first letter must have been, too.")
	}
}

var ruleOfficialMissing = catalogue.Rule{
	Code: "official_complaint_field_missing", Area: areaComplaints,
	Meaning: "A complaint has one or two of official_entity, official_reference_number and official_status.",
	Remedy:  "Add what is missing, or leave all three out.",
	Attr:    "complaints.0.official_status",
	Bad: `{"complaints": [{"complainant_name": "Zoë O’Neill", "complainant_email": "zoe@example.com", "created_at": "2024-03-01T09:30:00Z",
		"type_of_complaint": "BILLING", "subtype_of_complaint": "ESTIMATES", "has_chsr_letter_been_sent": true, "has_eight_week_letter_been_sent": true,
		"official_entity": "Ombudsman", "official_reference_number": "OMB-77", "complaint_contacts": []}]}`,
	Good: `{"complaints": [{"complainant_name": "Zoë O’Neill", "complainant_email": "zoe@example.com", "created_at": "2024-03-01T09:30:00Z",
		"type_of_complaint": "BILLING", "subtype_of_complaint": "ESTIMATES", "has_chsr_letter_been_sent": true, "has_eight_week_letter_been_sent": true,
		"official_entity": "Ombudsman", "official_reference_number": "OMB-77", "official_status": "Accepted", "complaint_contacts": []}]}`,
}

// checkOfficialMembers: a complaint that is before an office names the office, its
// reference there and its status there. The fault is at each of them that is missing.
func checkOfficialMembers(c *Complaint, at *fault.At) {
	if c.OfficialEntity == "" && c.OfficialReferenceNumber == "" && c.OfficialStatus == "" {
		return
	}
	for _, member := range [...]struct{ name, value string }{
		{"official_entity", c.OfficialEntity}, {"official_reference_number", c.OfficialReferenceNumber}, {"official_status", c.OfficialStatus},
	} {
		if member.value == "" && at.CleanAt(member.name) {
			at.AddAt(member.name, ruleOfficialMissing.Code, "A complaint that is before an office has official_entity, official_reference_number and official_status: add this one, or leave all out.")
		}
	}
}
