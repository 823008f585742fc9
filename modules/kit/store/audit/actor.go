package audit

import (
	"os/user"
	"sync"

	"github.com/pocketbase/pocketbase/core"
)

// Roles of superusers. Whoever is not known to be an admin is an operator.
const (
	Operator = "operator"
	Admin    = "admin"
)

// IsOperator reports whether a request's account is a superuser who is not an admin.
func IsOperator(auth *core.Record) bool {
	return auth != nil && auth.IsSuperuser() && auth.GetString("role") != Admin
}

// Account is the actor that an account is.
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

// Service is the actor of what the service does by itself.
func Service() Actor { return Actor{Name: "service", Role: "service"} }

// Command is the actor of a command: the user of the operating system.
var Command = sync.OnceValue(func() Actor {
	actor := Actor{Name: "unknown", Role: "command"}
	if u, err := user.Current(); err == nil {
		actor.ID, actor.Name = u.Uid, u.Username
	}
	return actor
})

// actors are those of the transactions that run, by the transaction's app.
var actors sync.Map

// As runs do in a transaction, or in the one that app is in, whose changes are the
// actor's: also what is deleted with a record, and what hooks save.
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

// ActorOf is who is behind what happens through app.
func ActorOf(app core.App) (Actor, bool) {
	actor, ok := actors.Load(app)
	if !ok {
		return Actor{}, false
	}
	return actor.(Actor), true
}
