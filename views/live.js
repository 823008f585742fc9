// Times in the reader's zone, and pages that follow the import. Without this script
// the pages are whole: they show UTC, and stand still.

const date = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" });
const day = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short" });
const clock = new Intl.DateTimeFormat(undefined, { timeStyle: "short" });

function localise(root) {
  for (const time of root.querySelectorAll("time[datetime]")) time.textContent = date.format(new Date(time.dateTime));
  for (const tick of root.querySelectorAll("[data-at]")) {
    tick.textContent = (tick.dataset.form === "day" ? day : clock).format(new Date(tick.dataset.at));
  }
}

// swap puts the parts of an update in place of those of the same id, and leaves
// open what was open and the keyboard where it was.
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

// Whoever marks a number to copy it must not lose it.
function marking() {
  const selection = document.getSelection();
  return selection && !selection.isCollapsed;
}

// end says that nothing comes any more, perhaps since the reader was signed out: the
// page that the link asks for then leads to the log-in.
function end(mark) {
  const link = Object.assign(document.createElement("a"), { href: location.pathname + location.search, textContent: "reload the page" });
  mark.replaceChildren("No longer up to date: ", link);
}

function follow(mark) {
  let waiting = null;
  const say = (text) => { if (mark.textContent !== text) mark.textContent = text; };
  const source = new EventSource(mark.dataset.live + "?seen=" + mark.dataset.version);
  source.onopen = () => say("Updates by itself");
  source.onmessage = (event) => {
    waiting = event.data;
    show();
  };
  source.onerror = () => (source.readyState === EventSource.CLOSED ? end(mark) : say("Reconnecting …"));
  const show = () => {
    if (waiting === null || marking()) return;
    swap(waiting);
    waiting = null;
  };
  document.addEventListener("selectionchange", show);
}

localise(document);
const mark = document.querySelector("[data-live]:not([data-live=''])");
if (mark) follow(mark);
