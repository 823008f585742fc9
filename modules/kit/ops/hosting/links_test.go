package hosting_test

import (
	"errors"
	"log/slog"
	"testing"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/mails"

	"dataimport/modules/kit/ops/hosting"
	"dataimport/modules/kit/testing/apptest"
)

func TestNoLinkIsMailedBeforeItsAddressIsKnown(t *testing.T) {
	app := apptest.App(t)
	hosting.GuardLinks(app, slog.New(slog.DiscardHandler))
	root, err := app.FindCollectionByNameOrId(core.CollectionNameSuperusers)
	if err != nil {
		t.Fatal(err)
	}
	record := core.NewRecord(root)
	record.Set("role", "admin")
	record.SetEmail("zoë@example.com")
	record.SetPassword("a long password")
	if err := app.Save(record); err != nil {
		t.Fatal(err)
	}
	for _, send := range []func() error{
		func() error { return mails.SendRecordPasswordReset(app, record) },
		func() error { return mails.SendRecordVerification(app, record) },
		func() error { return mails.SendRecordChangeEmail(app, record, "zoë.neu@example.com") },
	} {
		if err := send(); !errors.Is(err, hosting.ErrNoPublicURL) {
			t.Errorf("the error is %v", err)
		}
	}
	if n := app.TestMailer.TotalSend(); n != 0 {
		t.Errorf("%d mails are sent", n)
	}
	if err := hosting.Apply(app, &hosting.Config{PublicURL: "https://imports.example/"}); err != nil {
		t.Fatal(err)
	}
	if err := mails.SendRecordPasswordReset(app, record); err != nil || app.TestMailer.TotalSend() != 1 {
		t.Errorf("%v", err)
	}
	if got := app.Settings().Meta; got.AppURL != "https://imports.example" || got.AppName != "Account imports" || got.SenderName != "Account imports" {
		t.Errorf("the mails are of %+v", got)
	}
	app.Settings().Meta.AppName = "Moves"
	if err := app.Save(app.Settings()); err != nil {
		t.Fatal(err)
	}
	if got := app.Settings().Meta; got.AppURL != "https://imports.example" || got.AppName != "Moves" {
		t.Errorf("after a change the mails are of %+v", got)
	}
}
