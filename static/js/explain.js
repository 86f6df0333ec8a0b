// A row that opens to its explanation. <a href="/…/player" data-explain> inside a table row: the address gives the
// fragment when asked with HX-Request, and a page of its own to a browser without JavaScript (or with a held key).

async function fill(cell, address) {
  const answer = await fetch(address, { headers: { "HX-Request": "true" } }).catch(() => null);
  if (!answer?.ok) { cell.textContent = document.body.dataset.wordFailed; return; }
  cell.innerHTML = await answer.text();
  cell.dispatchEvent(new CustomEvent("part:loaded", { bubbles: true }));
}

function open(link, row) {
  const line = document.createElement("tr");
  line.className = "explain";
  const cell = line.insertCell();
  cell.colSpan = row.cells.length;
  cell.textContent = "…";
  row.after(line);
  link.setAttribute("aria-expanded", "true");
  fill(cell, link.href);
}

function toggle(link) {
  const row = link.closest("tr");
  const next = row.nextElementSibling;
  if (next?.classList.contains("explain")) {
    next.remove();
    link.setAttribute("aria-expanded", "false");
  } else open(link, row);
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-explain]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  toggle(link);
});

function mark() {
  for (const link of document.querySelectorAll("a[data-explain]:not([aria-expanded])")) link.setAttribute("aria-expanded", "false");
}
document.addEventListener("part:loaded", mark);
mark();
