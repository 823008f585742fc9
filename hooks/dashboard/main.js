// What the service adds to the dashboard. Everybody gets this file, also without
// signing in: nothing in it is secret, and what a button may do is decided by the
// service.

const isOperator = () => !!app.store.superuser && app.store.superuser.role != "admin";

// ---- the header: the pages of the imports, and nothing that would be refused

const ours = { href: "/imports/", icon: "ri-truck-line", label: "Imports" };
const forAdmins = ["#/logs", "#/settings"];
const links = [...app.store.headerLinks, ours];

watch(isOperator, (operator) => {
    app.store.headerLinks = links.filter((link) => !operator || !forAdmins.includes(link.href));
});

// The dashboard asks for the settings when it starts, perhaps before this file is
// there: that an operator does not get them is no news.
const isRefusedSettings = (err) => isOperator() && err?.status == 403 && err.url?.endsWith("/api/settings");

const loadSettings = app.store.loadSettings;
app.store.loadSettings = async function() {
    if (!isOperator()) {
        return loadSettings.apply(this, arguments);
    }
};

const checkApiError = app.checkApiError;
app.checkApiError = function(err) {
    if (!isRefusedSettings(err)) {
        return checkApiError.apply(this, arguments);
    }
};

if (isOperator()) {
    app.toasts.remove("This is for admins alone.", false);
}

// ---- one log-in: the pages of the imports are open while the dashboard is

const path = new URLSearchParams(location.search).get("next");

// leadOn opens the page from which the log-in was asked for.
function leadOn() {
    const next = path && new URL(path, location.origin);
    if (next && next.origin == location.origin && /^\/(imports|runs)\//.test(next.pathname)) {
        location.replace(next);
    }
}

let opened = "";

async function openPages(token) {
    if (!token || token == opened) {
        return;
    }
    opened = token;
    try {
        await app.pb.send("/api/dataimport/session", { method: "POST", requestKey: null });
        leadOn();
    } catch {
        opened = ""; // the dashboard itself says that its token is not valid
    }
}

app.pb.authStore.onChange((token) => {
    if (!token && opened) {
        opened = "";
        fetch("/imports/logout/", { method: "POST", redirect: "manual", keepalive: true });
    }
    openPages(token);
});

if (app.pb.authStore.isValid) {
    openPages(app.pb.authStore.token);
}

// ---- the list of collections: those that operators use come first, and what is refused is not offered

// A test compares "Set up" with the tables that operators change.
const groups = {
    "Set up": ["suppliers", "teams", "api_clients", "staff", "event_endpoints", "payment_vendors", "markets", "closed_lists"],
    "Watch": ["import_processes", "runs", "outbox", "audit_log", "account_events", "current_faults", "progress", "progress_history"],
    "Data": [], // the others
};

const groupOf = (name) => Object.keys(groups).find((group) => groups[group].includes(name)) || "Data";
const rankOf = (c) => (c.system ? 1e6 : Object.keys(groups).indexOf(groupOf(c.name)) * 1e3) + groups[groupOf(c.name)].indexOf(c.name);

app.utils.sortedCollectionsByType = (collections = []) => {
    return [...collections].sort((a, b) => rankOf(a) - rankOf(b) || (a.name < b.name ? -1 : 1));
};

// Operators and admins change the records of the first group, and read the others. Operators read their own account.
const isReadOnly = (name) => !!name && (name.startsWith("_") ? isOperator() : groupOf(name) != "Set up");

const styles = document.createElement("style");
document.head.append(styles);

// The heading of a group stands before its first collection in the list.
function headings() {
    return Object.keys(groups).map((group) => {
        const items = app.store.collections.filter((c) => !c.system && groupOf(c.name) == group);
        const any = items.map((c) => `[data-collection-id="${c.id}"]`).join(", ");
        const first = `.nav-group-regular-collections .nav-item:nth-child(1 of ${any})`;
        return items.length ? `${first} { margin-top: 2rem; } ${first}::before { content: "${group}"; position: absolute; top: -1.5rem; left: 0.5rem; font-weight: 600; }` : "";
    });
}

watch(
    () => [isOperator(), ...app.store.collections.map((c) => c.id)].join(),
    () => {
        const refused = [".sidebar-content.new-collection", ".dataimport-read-only .new-record-btn", ".dataimport-read-only .sticky-content .btn:has(.ri-add-line)",
            ".dataimport-read-only-record .modal-footer .btns", ...(isOperator() ? [".btn-collection-settings"] : [])];
        styles.textContent = [
            ".collections-list .nav-item { position: relative; }",
            ...headings(), `${refused.join(", ")} { display: none !important; }`,
        ].join("\n");
    },
);

watch(
    () => isReadOnly(app.store.activeCollection?.name),
    (readOnly) => void document.body.classList.toggle("dataimport-read-only", readOnly),
);

if (app.store.collections.length) {
    app.store.collections = app.utils.sortedCollectionsByType(app.store.collections);
}

// ---- the record's window: a line of links and buttons below its title

const bars = {
    suppliers: (record) => [
        link("/imports/" + segment(record.code) + "/", "ri-truck-line", "How far its imports are"),
        button("ri-mail-line", "Preview its e-mail", () => previewEmail(record)),
    ],
    event_endpoints: (record) => [
        link(`#/collections?collection=outbox&filter=${encodeURIComponent(`receiver="${record.id}"`)}`, "ri-history-line", "Its deliveries"),
        button("ri-send-plane-line", "Send a test", () => testEndpoint(record)),
        button("ri-key-2-line", "New secret", () => confirmNewSecret(record)),
    ],
    outbox: (record, modal) => [
        ...accountLink(record),
        ...(["dead", "dropped"].includes(record.state) ? [button("ri-restart-line", "Send it again", () => resend(record, modal))] : []),
    ],
    accounts: accountLink,
    stagings: accountLink,
    account_events: accountLink,
    runs: (record) => [link(`/runs/${record.id}/`, "ri-truck-line", "Its page")],
    api_clients: (record) => [button("ri-key-2-line", "New key", () => confirmNewKey(record))],
    import_processes: (record, modal) => {
        switch (record.state) {
            case "staged":
                return [...accountLink(record), button("ri-skip-forward-line", "Skip this account", () => skip(record, modal))];
            case "skipped":
                return [...accountLink(record), button("ri-arrow-go-back-line", "Put it back", () => unskip(record, modal))];
            case "imported":
                return [...accountLink(record), button("ri-history-line", "Take it back", () => takeBack(record, modal))];
        }
        return accountLink(record);
    },
};

const openRecord = app.modals.openRecordUpsert;
app.modals.openRecordUpsert = function(collection, record) {
    openRecord.apply(this, arguments);
    const id = typeof record == "string" ? record : record?.id;
    const modal = [...document.querySelectorAll(".record-upsert-modal")].at(-1);
    modal?.classList.toggle("dataimport-read-only-record", isReadOnly(collection?.name));
    if (id && modal && bars[collection?.name]) {
        addBar(collection, id, modal);
    }
};

async function addBar(collection, id, modal) {
    try {
        // as it is now: lists may be older
        const record = await app.pb.collection(collection.name).getOne(id, { requestKey: "dataimport_bar_" + id, expand: "supplier" });
        const content = bars[collection.name](record, modal);
        if (content.length) {
            modal.querySelector(".modal-header > .grid")?.append(
                t.div({ className: "col-12 flex gap-sm dataimport-bar" }, ...content),
            );
        }
    } catch (err) {
        if (!err?.isAbort) {
            console.warn("dataimport: no actions for this record:", err);
        }
    }
}

// segment writes a name as a part of an address, as the service does.
function segment(name) {
    const reserved = name.startsWith("~") || ["login", "logout", "password", ".", "..", "/"].includes(name);
    return (reserved ? "~" : "") + encodeURIComponent(name);
}

// accountLink leads to the page of the account that a record belongs to.
function accountLink(record) {
    const supplier = record.expand?.supplier;
    if (!supplier || !record.external_account_number) {
        return [];
    }
    return [link(`/imports/${segment(supplier.code)}/${segment(record.external_account_number)}/`, "ri-truck-line", "The page of the account")];
}

function link(href, icon, label) {
    return t.a(
        { href: href, target: "_blank", rel: "noopener noreferrer", className: "btn sm outline" },
        t.i({ className: icon, ariaHidden: true }),
        t.span({ className: "txt" }, label),
    );
}

function button(icon, label, onclick) {
    return t.button(
        { type: "button", className: "btn sm outline", onclick: onclick },
        t.i({ className: icon, ariaHidden: true }),
        t.span({ className: "txt" }, label),
    );
}

// ---- import processes

function skip(record, modal) {
    const reason = t.textarea({ id: "dataimport-reason", name: "reason", rows: 3, maxLength: 2000, required: true });
    const question = t.div(
        { className: "field" },
        t.label({ htmlFor: "dataimport-reason" }, `Why is ${record.external_account_number} skipped?`),
        reason,
    );
    app.modals.confirm(
        question,
        () => act(`processes/${record.id}/skip`, { reason: reason.value }, () => showAgain(record, modal, "The account is skipped.")),
        null,
        { yesButton: "Skip it", noButton: "Cancel" },
    );
}

function unskip(record, modal) {
    app.modals.confirm(
        `Put ${record.external_account_number} back into the migration?`,
        () => act(`processes/${record.id}/unskip`, {}, () => showAgain(record, modal, "The account is back in the migration.")),
        null,
        { yesButton: "Put it back", noButton: "Cancel" },
    );
}

// takeBack says first what would go.
function takeBack(record, modal) {
    return act(`processes/${record.id}/take-back`, { dry_run: true }, (would) => {
        const reason = t.textarea({ id: "dataimport-reason", name: "reason", rows: 3, maxLength: 2000, required: true });
        const rows = Object.entries(would.rows).map(([table, n]) => `${n} ${table}`).join(", ");
        const question = t.div(
            null,
            t.p(null, `${would.service_account_number} goes, with all that was imported: ${rows}.`),
            would.stage_again ? t.p(null, "Its staged data was removed: the account has to be staged again.") : null,
            t.div(
                { className: "field" },
                t.label({ htmlFor: "dataimport-reason" }, `Why is ${record.external_account_number} taken back?`),
                reason,
            ),
        );
        app.modals.confirm(
            question,
            () => act(`processes/${record.id}/take-back`, { reason: reason.value }, () => showAgain(record, modal, "The account is staged again.")),
            null,
            { yesButton: "Take it back", noButton: "Cancel" },
        );
    });
}

async function showAgain(record, modal, text) {
    app.toasts.success(text);
    app.modals.close(modal, true);
    // under no key: another request for the same record would end this one
    const fresh = await app.pb.collection(record.collectionName).getOne(record.id, { requestKey: null });
    document.dispatchEvent(new CustomEvent("record:update", { detail: fresh }));
    document.dispatchEvent(new CustomEvent("record:save", { detail: fresh }));
}

// ---- keys of API clients

document.addEventListener("record:create", (e) => {
    if (e.detail?.collectionName == "api_clients") {
        newKey(e.detail);
    }
    if (e.detail?.collectionName == "event_endpoints") {
        newSecret(e.detail);
    }
});

function confirmNewKey(client) {
    app.modals.confirm(
        `Give ${client.name} another key? The present one, and all tokens made with it, end at once.`,
        // the key is shown by the same window, which must have closed before
        () => void setTimeout(() => newKey(client), 400),
        null,
        { yesButton: "New key", noButton: "Cancel" },
    );
}

function newKey(client) {
    return act(`api-clients/${client.id}/rotate`, {}, ({ key }) => showOnce(`The key of ${client.name}. It is shown this once: copy it now.`, key));
}

function showOnce(text, secret) {
    const shown = t.div(
        { className: "dataimport-key" },
        t.p(null, text),
        t.pre({ style: "user-select: all; white-space: pre-wrap; word-break: break-all" }, t.code(null, secret)),
    );
    app.modals.confirm(shown, () => copied(secret), null, {
        className: "",
        yesButton: "Copy and close",
        noButton: "Close",
    });
}

// copied is false where the browser does not let us, as over plain http: then the
// window stays, since nobody could see the secret again.
async function copied(secret) {
    try {
        await navigator.clipboard.writeText(secret);
    } catch {
        app.toasts.error("This browser does not let it be copied: select it and copy it yourself.");
        return false;
    }
}

// ---- who is told what happens

function confirmNewSecret(endpoint) {
    app.modals.confirm(
        `Give ${endpoint.name} another secret? For a day, deliveries are signed with the present one, too.`,
        () => void setTimeout(() => newSecret(endpoint), 400),
        null,
        { yesButton: "New secret", noButton: "Cancel" },
    );
}

function newSecret(endpoint) {
    return act(`event-endpoints/${endpoint.id}/rotate`, {}, ({ secret }) =>
        showOnce(`The secret that deliveries to ${endpoint.name} are signed with. It is shown this once: copy it now.`, secret),
    );
}

function testEndpoint(endpoint) {
    return act(`event-endpoints/${endpoint.id}/test`, {}, ({ delivered, status, error }) => {
        if (delivered) {
            app.toasts.success(`${endpoint.name} took the test: it answered ${status}.`);
        } else {
            app.toasts.error(`${endpoint.name} did not take the test: ${error}`);
        }
    });
}

function resend(delivery, modal) {
    return act(`outbox/${delivery.id}/resend`, {}, () => showAgain(delivery, modal, "It will be sent again within seconds."));
}

function previewEmail(supplier) {
    return act(`suppliers/${supplier.id}/email-preview`, {}, ({ subject, html }) => {
        // without scripts, and without a way out of its frame
        const page = t.iframe({ srcdoc: html, sandbox: "", title: "The e-mail", style: "width: 100%; height: 20rem; border: 1px solid; background: #fff" });
        const shown = t.div(null, t.p(null, t.strong(null, subject)), page);
        app.modals.confirm(shown, null, null, { className: "", yesButton: "Close", noButton: "Close" });
    });
}

// act calls an action of the service. It is false when that was refused, which keeps
// the window open.
async function act(path, body, then) {
    try {
        const answer = await app.pb.send("/api/dataimport/" + path, { method: "POST", body: body });
        await then(answer);
    } catch (err) {
        app.checkApiError(err);
        return false;
    }
}
