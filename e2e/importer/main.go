// Importer imports one account the whole way with a client that is generated from the
// published document. It checks every answer against the document, by a library that the
// service does not use. It prints nothing, and fails where an answer is not as documented.
//
//	importer ADDRESS DOCUMENT KEY
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/oapi-codegen/runtime/types"

	"dataimport/e2e/importer/client"
)

const (
	supplier = "ACME"
	number   = "Ö-1001"
)

func main() {
	if err := run(context.Background(), os.Args[1], os.Args[2], os.Args[3]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, address, document, key string) error {
	checked, err := newCheckedTransport(document)
	if err != nil {
		return err
	}
	api, err := client.NewClientWithResponses(address, client.WithHTTPClient(checked), client.WithRequestEditorFn(checked.authorise))
	if err != nil {
		return err
	}
	if err := obtainToken(ctx, api, checked, key); err != nil {
		return err
	}
	for _, step := range []func(context.Context, *client.ClientWithResponses) error{
		importAccount, importNotes, importTransactions, importStatements, importInstruction, readStatus,
	} {
		if err := step(ctx, api); err != nil {
			return err
		}
	}
	return nil
}

func obtainToken(ctx context.Context, api *client.ClientWithResponses, checked *checkedTransport, key string) error {
	answer, err := api.ObtainTokenWithResponse(ctx, client.ObtainTokenJSONRequestBody{
		Query:     `mutation ($key: String!) { obtainToken(input: {APIKey: $key}) { token } }`,
		Variables: &map[string]any{"key": key},
	})
	if err := expect(200, answer, err); err != nil {
		return err
	}
	data, _ := (*answer.JSON200.Data)["obtainToken"].(map[string]any)
	checked.token, _ = data["token"].(string)
	return nil
}

func importAccount(ctx context.Context, api *client.ClientWithResponses) error {
	account := client.Account{
		ImportSupplier: supplier, ExternalAccountNumber: number,
		Customers:       &[]client.Customer{{GivenName: new("Zoë"), FamilyName: new("O’Neill"), Email: new(types.Email("zoe@example.org"))}},
		TransferBalance: decimal("-12.50"),
		CurrentStatementTransactions: &[]client.Transaction{{
			TransactionId: new("T-1"), TransactionDate: date("2026-01-05"), Amount: *decimal("12.50"),
			Type: client.TransactionTypeCHARGE, Reason: new("IMPORTED_CHARGE"),
		}},
		LastStatementBalance: decimal("0"), LastStatementClosingDate: new(date("2025-12-31")),
	}
	if answer, err := api.ValidateAccountWithResponse(ctx, account); expect(200, answer, err) != nil {
		return expect(200, answer, err)
	}
	if answer, err := api.StageAccountWithResponse(ctx, account); expect(201, answer, err) != nil {
		return expect(201, answer, err)
	}
	answer, err := api.CreateAccountWithResponse(ctx, client.CreateAccountJSONRequestBody{
		ImportSupplierCode: supplier, ExternalAccountNumber: number, OperationsTeamName: new("Migration"),
	})
	return expect(201, answer, err)
}

func importNotes(ctx context.Context, api *client.ClientWithResponses) error {
	answer, err := api.CreateNotesWithResponse(ctx, client.CreateNotesJSONRequestBody{
		ImportSupplier: supplier, ExternalAccountNumber: new(number),
		Notes: []client.CreateNotesNote{{Body: new("Prefers letters."), ExternalId: new("N-1")}},
	})
	return expect(201, answer, err)
}

func importTransactions(ctx context.Context, api *client.ClientWithResponses) error {
	answer, err := api.CreateTransactionsWithResponse(ctx, &client.CreateTransactionsParams{}, client.CreateTransactionsJSONRequestBody{
		ImportSupplier: supplier, ExternalAccountNumber: new(number),
		Transactions: []client.CreateTransactionsTransaction{{
			TransactionId: new("T-2"), TransactionDate: date("2026-02-03"), Amount: *decimal("12.50"),
			Type: client.CreateTransactionsTransactionTypePAYMENT, PaymentType: new("DEBIT_CARD"),
		}},
	})
	if err := expect(201, answer, err); err != nil {
		return err
	}
	if amount := answer.JSON201.Results[0].TransactionData.Amount; amount != "12.50" {
		return fmt.Errorf("the amount came back as %s", amount)
	}
	return nil
}

func importStatements(ctx context.Context, api *client.ClientWithResponses) error {
	answer, err := api.CreateHistoricalStatementsWithResponse(ctx, client.CreateHistoricalStatementsJSONRequestBody{
		ImportSupplier: supplier, ExternalAccountNumber: number,
		Statements: []client.CreateHistoricalStatementsStatement{{
			StatementId: "S-1", BillPeriodFromDate: date("2025-12-01"), BillPeriodToDate: date("2025-12-31"), GrossAmount: decimal("1234567.10"),
		}},
	})
	return expect(201, answer, err)
}

func importInstruction(ctx context.Context, api *client.ClientWithResponses) error {
	answer, err := api.CreatePaymentInstructionWithResponse(ctx, client.CreatePaymentInstructionJSONRequestBody{
		ImportSupplier: supplier, ExternalAccountNumber: number, Vendor: "sandbox", Reference: new("pm_1"),
		Type: client.CreatePaymentInstructionJSONBodyTypeCARD, ValidFrom: new(date("2026-01-01")),
	})
	return expect(201, answer, err)
}

func readStatus(ctx context.Context, api *client.ClientWithResponses) error {
	status, err := api.GetAccountStatusWithResponse(ctx, supplier, number)
	if err := expect(200, status, err); err != nil {
		return err
	}
	list, err := api.ListImportedWithResponse(ctx, supplier, &client.ListImportedParams{})
	if err := expect(200, list, err); err != nil {
		return err
	}
	if len(*list.JSON200) != 1 || *(*list.JSON200)[0].ServiceAccountNumber != status.JSON200.ServiceAccountNumber {
		return fmt.Errorf("the list is %s, and the status %s", list.Body, status.Body)
	}
	unknown, err := api.GetAccountStatusWithResponse(ctx, supplier, "none")
	if err := expect(404, unknown, err); err != nil {
		return err
	}
	if code := unknown.JSON404.Code; code != "import_process_does_not_exist" {
		return fmt.Errorf("the status of an unknown account has the code %s", code)
	}
	return nil
}
