package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/migrations"
	"github.com/pocketbase/pocketbase/tools/types"
)

// Support staff, who read the pages. They sign in on the pages only. The collection has
// no rule for it, so PocketBase gives them no token. No other collection has a rule that
// would show data to such a token.
func init() {
	migrations.Register(func(app core.App) error {
		c := core.NewAuthCollection("staff")
		c.Fields.GetByName("email").(*core.EmailField).Help = "What they sign in with. A change ends their sessions."
		password := c.Fields.GetByName("password").(*core.PasswordField)
		password.Min = 12
		password.Help = "At least 12 characters. They can choose another at /imports/password/, if mail is set up. A change ends their sessions."
		c.Fields.GetByName("emailVisibility").(*core.BoolField).Help = "Without effect: only superusers see records of staff."
		c.Fields.GetByName("verified").(*core.BoolField).Help = "Without effect; set when they choose a password through a mail."
		c.Fields.Add(
			&core.SelectField{Name: "role", Required: true, Values: []string{"viewer", "support"}, MaxSelect: 1, Presentable: true,
				Help: "What they see of customers' personal data: support staff see it, viewers see it masked. A change ends their sessions."},
			&core.AutodateField{Name: "created", OnCreate: true},
			&core.AutodateField{Name: "updated", OnCreate: true, OnUpdate: true},
		)
		c.Indexes = types.JSONArray[string]{`CREATE UNIQUE INDEX staff_email ON staff (email COLLATE NOCASE)`}
		c.AuthRule = nil
		c.AuthAlert.Enabled = false
		c.AuthToken.Duration = 60 * 60 // seconds without a page after which a session ends
		c.ResetPasswordTemplate = core.EmailTemplate{
			Subject: "Choose a password for " + core.EmailPlaceholderAppName,
			Body: `<p>Hello,</p>
<p>follow this link to choose a new password. It works once, for 30 minutes.</p>
<p><a class="btn" href="` + core.EmailPlaceholderAppURL + `/imports/password/confirm/?token=` + core.EmailPlaceholderToken + `">Choose a password</a></p>
<p>If you did not ask for this, there is nothing to do: your password stays as it is.</p>`,
		}
		return app.Save(c)
	}, func(app core.App) error {
		return drop(app, "staff")
	})
}
