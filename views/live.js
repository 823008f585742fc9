// This script shows times in the reader's time zone, and makes pages follow the import.
// Without it the pages are complete, show UTC, and do not update.

const date = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" });
const day = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short" });
const clock = new Intl.DateTimeFormat(undefined, { timeStyle: "short" });

function localise(root) {
  for (const time of root.querySelectorAll("time[datetime]")) time.textContent = date.format(new Date(time.dateTime));
  for (const tick of root.querySelectorAll("[data-at]")) {
    tick.textContent = (tick.dataset.form === "day" ? day : clock).format(new Date(tick.dataset.at));
  }
}

// swap replaces the parts of the page by the parts of an update with the same ids. Open
// details stay open, and the keyboard's focus stays on its link.
function swap(html) {
  const parts = new DOMParser().parseFromString(html, "text/html").body;
  localise(parts);
  for (const part of [...parts.children]) {
    const old = document.getElementById(part.id);
    if (!old) continue;
    for (const details of old.querySelectorAll("details[open][id]")) {
      part.querySelector("#" + CSS.escape(details.id))?.setAttribute("open", "");
    }
    const links = "a[href], summary";
    const at = [...old.querySelectorAll(links)].indexOf(document.activeElement);
    old.replaceWith(part);
    if (at >= 0) part.querySelectorAll(links)[at]?.focus({ preventScroll: true });
  }
}

// marking reports whether the reader has selected text, perhaps to copy it. An update
// would remove the selection, so it has to wait.
function marking() {
  const selection = document.getSelection();
  return selection && !selection.isCollapsed;
}

// end says that no more updates come, and links to the page itself. If the reader was
// signed out, that link leads to the log-in.
function end(mark) {
  const link = Object.assign(document.createElement("a"), { href: location.pathname + location.search, textContent: "reload the page" });
  mark.replaceChildren("No longer up to date: ", link);
}

// follow has the page follow the import while it is visible. A hidden page closes its stream:
// a browser holds six connections to a service, and each open page would keep one.
function follow(mark) {
  let waiting = null;
  let source = null;
  let version = mark.dataset.version;
  const say = (text) => { if (mark.textContent !== text) mark.textContent = text; };
  const show = () => {
    if (waiting === null || marking()) return;
    swap(waiting);
    waiting = null;
  };
  const open = () => {
    source = new EventSource(mark.dataset.live + "?seen=" + version);
    source.onopen = () => say("Updates by itself");
    source.onmessage = (event) => {
      waiting = event.data;
      version = event.lastEventId;
      show();
    };
    source.onerror = () => (source.readyState === EventSource.CLOSED ? end(mark) : say("Reconnecting …"));
  };
  const turn = () => {
    if (document.hidden && source) {
      source.close();
      source = null;
    } else if (!document.hidden && !source) {
      open();
    }
  };
  document.addEventListener("selectionchange", show);
  document.addEventListener("visibilitychange", turn);
  turn();
}

localise(document);
const mark = document.querySelector("[data-live]:not([data-live=''])");
if (mark) follow(mark);
