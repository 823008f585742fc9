package eventqueue

import (
	"crypto/rand"
	"encoding/base64"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"dataimport/modules/kit/store/database"
	"dataimport/modules/kit/store/secrets"
)

// overlap is how long deliveries are also signed with the previous secret.
const overlap = 24 * time.Hour

// newSecret returns a key of 32 bytes in the form of Standard Webhooks; see
// https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md.
func newSecret() string {
	key := make([]byte, 32)
	_, _ = rand.Read(key)
	return "whsec_" + base64.StdEncoding.EncodeToString(key)
}

// Purpose is the purpose for which an event endpoint's secret is sealed.
func Purpose(endpointID string) string { return "event endpoint " + endpointID }

// GiveSecret gives an event endpoint a new secret and returns it. The caller saves the
// record. The secret cannot be read again. For a while the previous secret signs, too, so
// that the endpoint's owner can change over without a gap.
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
