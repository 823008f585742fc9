// This script filters the rules while the reader writes. Without it the form asks the service.
// A page that is filtered already has no other rules, so it asks the service, too.
const form = document.querySelector("form[data-filter]");

function filter() {
  const words = form.elements.q.value.toLowerCase().split(/\s+/).filter(Boolean);
  const area = form.elements.area.value;
  const mine = form.elements.mine?.checked;
  let shown = 0;
  for (const section of document.querySelectorAll("main section[aria-labelledby]")) {
    let any = false;
    for (const rule of section.querySelectorAll("article.rule")) {
      const fits = (!area || section.getAttribute("aria-labelledby") === area) && (!mine || "mine" in rule.dataset) &&
        words.every((word) => rule.dataset.words.includes(word));
      rule.hidden = !fits;
      any ||= fits;
      shown += fits;
    }
    section.hidden = !any;
  }
  const status = document.getElementById("shown");
  status.textContent = status.textContent.replace(/^\d+/, shown);
  document.querySelector("nav[aria-label=Areas]").hidden = words.length > 0 || area !== "" || !!mine;
  const query = new URLSearchParams([...new FormData(form)].filter(([, value]) => value));
  history.replaceState(null, "", location.pathname + (query.size ? "?" + query : "") + location.hash);
}

if (form) {
  form.addEventListener("input", filter);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    filter();
  });
  if (form.elements.q.value) filter(); // the browser has restored it
}
