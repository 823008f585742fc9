package audit

import (
	"os/user"
	"sync"

	"github.com/pocketbase/pocketbase/core"
)

// Roles of superusers. A superuser who is not known to be an admin is an operator.
const (
	Operator = "operator"
	Admin    = "admin"
)

// IsOperator reports whether a request's account is a superuser who is not an admin.
func IsOperator(auth *core.Record) bool {
	return auth != nil && auth.IsSuperuser() && auth.GetString("role") != Admin
}

// Account returns the actor of an account.
func Account(auth *core.Record) Actor {
	switch {
	case auth == nil:
		return Service()
	case IsOperator(auth):
		return Actor{auth.Id, auth.Email(), Operator}
	case auth.IsSuperuser():
		return Actor{auth.Id, auth.Email(), Admin}
	}
	return Actor{auth.Id, auth.Email(), auth.Collection().Name}
}

// Service returns the actor of the service's own changes.
func Service() Actor { return Actor{Name: "service", Role: "service"} }

// Command returns the actor of a command: the user of the operating system.
var Command = sync.OnceValue(func() Actor {
	actor := Actor{Name: "unknown", Role: "command"}
	if u, err := user.Current(); err == nil {
		actor.ID, actor.Name = u.Uid, u.Username
	}
	return actor
})

// actors holds the actors of the running transactions, by the transaction's app.
var actors sync.Map

// As runs do in a transaction, or in the transaction of app. All changes in it are the
// actor's, also deletions that follow from others, and saves by hooks.
func As(app core.App, actor Actor, do func(tx core.App) error) error {
	return app.RunInTransaction(func(tx core.App) error {
		if before, nested := actors.Swap(tx, actor); nested {
			defer actors.Store(tx, before)
		} else {
			defer actors.Delete(tx)
		}
		return do(tx)
	})
}

// ActorOf returns the actor of changes through app.
func ActorOf(app core.App) (Actor, bool) {
	actor, ok := actors.Load(app)
	if !ok {
		return Actor{}, false
	}
	return actor.(Actor), true
}
