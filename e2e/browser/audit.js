// What is wrong with the page that is shown, as a list of texts.
(() => {
  const faults = [];
  const say = (what, element) => faults.push(what + (element ? ": " + element.outerHTML.slice(0, 120) : ""));
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const shown = (element) => {
    const box = element.getBoundingClientRect();
    return element.checkVisibility({ visibilityProperty: true }) && box.width > 0 && box.height > 0 && box.right > 0;
  };

  // Structure
  if (!document.documentElement.lang) say("the page has no language");
  if (!document.title.trim()) say("the page has no title");
  for (const [selector, name] of [["main", "main part"], ["header.top", "header"], ["footer", "footer"], ["h1", "first heading"]])
    if (all(selector).length !== 1) say(`${all(selector).length} times a ${name}`);
  if (!all("nav").some((nav) => nav.hasAttribute("aria-label"))) say("no labelled navigation");
  all("nav").forEach((nav) => nav.getAttribute("aria-label") || nav.getAttribute("aria-labelledby") || say("a navigation without a label", nav));
  let level = 0;
  for (const heading of all("h1, h2, h3, h4, h5, h6")) {
    const next = Number(heading.tagName[1]);
    if (next > level + 1) say(`heading ${next} follows heading ${level}`, heading);
    if (!heading.textContent.trim()) say("an empty heading", heading);
    level = next;
  }
  const ids = all("[id]").map((element) => element.id);
  ids.filter((id, i) => ids.indexOf(id) !== i).forEach((id) => say(`two elements are called ${id}`));
  for (const attribute of ["aria-labelledby", "aria-describedby", "aria-controls", "for"])
    for (const element of all(`[${attribute}]`))
      for (const id of element.getAttribute(attribute).split(/\s+/))
        if (!document.getElementById(id)) say(`${attribute} names ${id}, which is not there`, element);
  for (const link of all('a[href^="#"]'))
    if (!document.getElementById(decodeURIComponent(link.hash.slice(1)))) say("a link leads nowhere", link);

  // Names
  const labelled = (element) => element.getAttribute("aria-label")?.trim() || element.hasAttribute("aria-labelledby");
  for (const field of all("input:not([type=hidden]), select, textarea"))
    if (!labelled(field) && ![...field.labels].some((label) => label.textContent.trim())) say("a field without a label", field);
  for (const control of all("a[href], button, summary"))
    if (!labelled(control) && !control.textContent.trim()) say("a control without a name", control);
  all("img:not([alt])").forEach((image) => say("a picture without a text", image));
  for (const table of all("table"))
    if (!all("th", table).length || (!labelled(table) && !table.caption)) say("a table without headings or a caption", table);
  for (const tall of all("[tabindex]")) if (tall.tabIndex > 0) say("an order of its own", tall);

  // Room
  const page = document.scrollingElement;
  if (page.scrollWidth > page.clientWidth + 1) {
    say(`the page is ${page.scrollWidth} wide, in ${page.clientWidth}`);
    all("main *").filter((e) => e.getBoundingClientRect().right > page.clientWidth + 1).slice(0, 3).forEach((e) => say("reaches out", e));
  }
  for (const control of all("a[href], button, input:not([type=hidden]), select, summary")) {
    const box = control.getBoundingClientRect();
    const inText = getComputedStyle(control).display === "inline";
    if (shown(control) && !inText && (box.width < 24 || box.height < 24)) say(`only ${box.width} by ${box.height}`, control);
  }

  // Contrast
  const canvas = Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d", { willReadFrequently: true });
  const known = new Map();
  const rgba = (colour) => {
    if (known.has(colour)) return known.get(colour);
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    known.set(colour, [r, g, b, a / 255]);
    return known.get(colour);
  };
  const over = (top, under) => [0, 1, 2].map((i) => top[i] * top[3] + under[i] * (1 - top[3])).concat(1);
  const ground = (element) => {
    const layers = [];
    for (let e = element; e; e = e.parentElement) layers.push(rgba(getComputedStyle(e).backgroundColor));
    const canvasColour = rgba(matchMedia("(prefers-color-scheme: dark)").matches ? "#121212" : "#fff");
    return layers.reverse().reduce((under, top) => over(top, under), canvasColour);
  };
  const light = (colour) => {
    const [r, g, b] = colour.slice(0, 3).map((c) => ((c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (a, b) => {
    const [more, less] = [light(a), light(b)].sort((x, y) => y - x);
    return (more + 0.05) / (less + 0.05);
  };
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const seen = new Set();
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement;
    if (!texts.currentNode.data.trim() || seen.has(element) || !shown(element)) continue;
    seen.add(element);
    const style = getComputedStyle(element);
    const size = parseFloat(style.fontSize);
    const need = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700) ? 3 : 4.5;
    const under = ground(element);
    const got = contrast(over(rgba(style.color), under), under);
    if (got < need) say(`contrast ${got.toFixed(2)} of a text`, element);
    if (size < 12) say(`a text of ${size} pixels`, element);
  }
  for (const field of all("input:not([type=hidden]), select, textarea")) {
    if (!shown(field)) continue;
    const got = contrast(rgba(getComputedStyle(field).borderTopColor), ground(field.parentElement));
    if (got < 3) say(`contrast ${got.toFixed(2)} of an edge`, field);
  }

  // What has the focus, for the checks that press keys
  window.focused = () => {
    const element = document.activeElement;
    if (!element || element === document.body) return null;
    const style = getComputedStyle(element);
    const box = element.getBoundingClientRect();
    const order = all("a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex='0']").filter((e) => e.checkVisibility());
    const at = document.elementFromPoint(box.x + Math.min(box.width / 2, 20), box.y + box.height / 2);
    const problems = [];
    if (style.outlineStyle === "none" || parseFloat(style.outlineWidth) < 2) problems.push("no outline");
    else if (contrast(rgba(style.outlineColor), ground(element.parentElement)) < 3) problems.push("an outline that is hard to see");
    if (box.right <= 0 || box.bottom <= 0 || box.left >= innerWidth || box.top >= innerHeight) problems.push("it is out of sight");
    else if (at && !element.contains(at) && !at.contains(element)) problems.push("something covers it");
    return { place: order.indexOf(element), of: order.length, name: element.outerHTML.slice(0, 100), problems };
  };
  return faults;
})()
