package eventqueue

import (
	"crypto/rand"
	"encoding/base64"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/secrets"
)

// overlap is how long deliveries are signed with the former secret, too.
const overlap = 24 * time.Hour

// newSecret is a key of 32 bytes in the form of Standard Webhooks; see
// https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md.
func newSecret() string {
	key := make([]byte, 32)
	_, _ = rand.Read(key)
	return "whsec_" + base64.StdEncoding.EncodeToString(key)
}

// Purpose binds the sealed secret of an event endpoint to it.
func Purpose(endpointID string) string { return "event endpoint " + endpointID }

// GiveSecret gives an event endpoint a new secret, which the caller saves, and nobody
// can read again. The former one signs beside it for a while, so that its owner can
// change over without a gap.
func GiveSecret(box *secrets.Box, record *core.Record, now time.Time) (string, error) {
	if record.Id == "" {
		record.Id = core.GenerateDefaultRandomId()
	}
	secret := newSecret()
	sealed, err := box.Seal(secret, Purpose(record.Id))
	if err != nil {
		return "", err
	}
	if former := record.GetString("sealed_secret"); former != "" {
		record.Set("sealed_previous", former)
		record.Set("previous_until", database.Time(now.Add(overlap)))
	}
	record.Set("sealed_secret", sealed)
	return secret, nil
}
