package eventqueue

import (
	"crypto/rand"
	"encoding/base64"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/secrets"
)

// secretOverlap is how long deliveries are signed with the former secret, too.
const secretOverlap = 24 * time.Hour

// newSecret returns a key of 32 random bytes in the form of Standard Webhooks; see
// https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md.
func newSecret() string {
	key := make([]byte, 32)
	_, _ = rand.Read(key)
	return "whsec_" + base64.StdEncoding.EncodeToString(key)
}

// SecretPurpose returns the purpose that binds a sealed secret to its event endpoint.
func SecretPurpose(endpointID string) string { return "event endpoint " + endpointID }

// IssueSecret sets a new secret of an event endpoint in its record and returns it. The
// caller saves the record. The secret cannot be read again. Deliveries are signed with the
// former secret, too, for secretOverlap, so that the receiver can change over without a gap.
func IssueSecret(box *secrets.Box, record *core.Record, now time.Time) (string, error) {
	if record.Id == "" {
		record.Id = core.GenerateDefaultRandomId()
	}
	secret := newSecret()
	sealed, err := box.Seal(secret, SecretPurpose(record.Id))
	if err != nil {
		return "", err
	}
	if former := record.GetString("sealed_secret"); former != "" {
		record.Set("sealed_previous", former)
		record.Set("previous_until", database.Time(now.Add(secretOverlap)))
	}
	record.Set("sealed_secret", sealed)
	return secret, nil
}
