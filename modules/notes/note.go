package notes

import (
	"crypto/sha256"
	"encoding/hex"
	"time"
)

// Note is a note as clients send it.
type Note struct {
	Body          string     `json:"body,omitzero" rule:"doc=The text. One of body and document_paths is required."`
	DocumentPaths []Document `json:"document_paths,omitzero"`
	CreatedAt     time.Time  `json:"created_at,omitzero" rule:"impersonal,doc=The moment of the import where it is left out."`
	IsPinned      *bool      `json:"is_pinned,omitzero" rule:"impersonal,doc=Pins the note to the top of the account's support page."`
	UnpinAt       time.Time  `json:"unpin_at,omitzero" rule:"impersonal,doc=When the note stops being pinned; not before created_at, where that is given."`
	IsArchived    *bool      `json:"is_archived,omitzero" rule:"impersonal"`
	ExternalID    string     `json:"external_id,omitzero" rule:"max=255,doc=Identifier of the note in the sending system. A note of an external_id that the account has is not added."`

	byService bool // the service has written it, and no client has sent it
}

// Document is a document that belongs to a note.
type Document struct {
	Path string `json:"document_path" rule:"required,max=1024,doc=Path of a stored document, relative to the supplier's document root."`
}

// digest returns a digest of the body or, where the note has none, of the list of
// documents. Two notes have the same digest exactly when these are the same.
func (n *Note) digest() string {
	hash := sha256.New()
	if n.Body != "" {
		hash.Write([]byte("body\x00"))
		hash.Write([]byte(n.Body))
	} else {
		hash.Write([]byte("documents"))
		for i := range n.DocumentPaths {
			// A path has no control character, so this separator is unambiguous.
			hash.Write([]byte("\x00"))
			hash.Write([]byte(n.DocumentPaths[i].Path))
		}
	}
	return hex.EncodeToString(hash.Sum(nil))
}
