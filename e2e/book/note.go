package book

import "fmt"

type note struct {
	Body          string     `json:"body,omitzero"`
	DocumentPaths []document `json:"document_paths,omitzero"`
	CreatedAt     string     `json:"created_at,omitzero"`
	IsPinned      bool       `json:"is_pinned,omitzero"`
	UnpinAt       string     `json:"unpin_at,omitzero"`
	IsArchived    bool       `json:"is_archived,omitzero"`
	ExternalID    string     `json:"external_id,omitzero"`
}

type document struct {
	DocumentPath string `json:"document_path"`
}

// notes draws notes that are all different. Most have a body alone, some a time of creation, and a few are pinned.
func (b *builder) notes() {
	count := b.Number(1, 4)
	switch {
	case b.small:
		count = 1
	case b.weekly:
		count = b.Number(15, 30)
	}
	hard := b.IntN(4) // the only note without a number, so that all notes differ
	for i := range count {
		n := note{Body: fmt.Sprintf("%s (call %d)", b.Paragraph(), i+1)}
		if i == hard {
			n.Body = pick(b.dice, hardNotes)
		}
		if i == 0 && b.plain || b.chance(35) {
			b.date(&n, i == 0 && b.plain || b.chance(25))
		}
		n.IsArchived = b.chance(3)
		n.ExternalID = b.maybe(10, fmt.Sprintf("%s-N%d", b.account.ExternalAccountNumber, i+1))
		if b.o.Documents && b.chance(20) {
			n.DocumentPaths = []document{{b.document("letters", "Letter", fmt.Sprint(i+1))}}
		}
		b.account.Notes = append(b.account.Notes, n)
	}
}

func (b *builder) date(n *note, pinned bool) {
	created := b.past(3, 1200)
	n.CreatedAt = isoTime(created)
	if pinned {
		n.IsPinned = true
		n.UnpinAt = isoTime(created.AddDate(0, b.Number(1, 48), 0))
	}
}
