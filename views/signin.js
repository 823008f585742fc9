// This script signs an operator in who is signed in to the dashboard on this device. The dashboard
// keeps its token in the browser's storage for this service. Without the script the page leads to
// the dashboard, which leads back.

const KEY = "__pb_superusers__/_";
const TRIED = "signed in at";

// readToken returns the token of the dashboard, or nothing.
function readToken() {
  try {
    return JSON.parse(localStorage.getItem(KEY))?.token;
  } catch {
    return null;
  }
}

// A browser that keeps no cookie would lead here again and again.
async function enter(token) {
  if (Date.now() - Number(sessionStorage.getItem(TRIED)) < 10_000) return;
  sessionStorage.setItem(TRIED, Date.now());
  const answer = await fetch("/api/dataimport/session", { method: "POST", headers: { Authorization: token } });
  if (answer.ok) location.replace(document.querySelector("input[name=next]").value);
}

const token = readToken();
if (token) enter(token);
