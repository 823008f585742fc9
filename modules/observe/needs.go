package observe

import (
	"fmt"
	"time"

	"dataimport/modules/kit/domain/settings"
	"dataimport/modules/kit/module"
)

const (
	// needBackup is the need of a service whose last backup failed.
	needBackup = "backup_failed"
	// needReplica is the need of a service whose replica does not have the latest writes.
	needReplica = "replica_behind"
	// maxReplicaLag is how old a write may be that the replica does not have.
	maxReplicaLag = time.Minute
)

// findNeeds returns the needs of the backups and of the replica.
func findNeeds(r *module.Runtime, _ *settings.Snapshot, now time.Time) (needs []module.Need, _ error) {
	if r.Backups != nil {
		if failed := r.Backups.Failed(); !failed.IsZero() {
			needs = append(needs, module.Need{
				Code: needBackup, Since: failed, Address: "/_/#/settings/backups", Operators: true,
				Text: "The last backup has failed. The log of the service says why. An admin can make another one.",
			})
		}
	}
	status := r.Replica.Status()
	switch {
	case status.Failing > 0:
		needs = append(needs, module.Need{
			Code: needReplica, Since: now.Add(-status.Failing).Truncate(time.Second), Address: "/readyz", Operators: true,
			Text: "The storage of the replica takes nothing. Look at the storage, and at its credentials.",
		})
	case status.Lag > maxReplicaLag:
		needs = append(needs, module.Need{
			Code: needReplica, Since: now.Add(-status.Lag).Truncate(time.Second), Address: "/readyz", Operators: true,
			Text: fmt.Sprintf("The replica is %.0f minutes behind. Look at the storage, and at the network.", status.Lag.Minutes()),
		})
	}
	return needs, nil
}
