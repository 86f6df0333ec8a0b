// The form of an infraction that stands in for a player's own one, without a network. One page has those of all
// ([data-kept-of]); the address says which one is meant. The link that led here says behind its "#" which player was
// tapped, at which table, and which penalty was suggested for that player.

const [, code = ""] = /\/fault\/([^/]+)\/\d+\/$/.exec(location.pathname) ?? [];
const kept = document.querySelector(`[data-kept-of="${CSS.escape(code)}"]`);

if (kept) {
  const name = kept.dataset.name;
  document.title = document.title.replace(document.querySelector("h1").textContent.trim(), name);
  document.querySelector("h1").textContent = name;
  kept.replaceWith(kept.content);
}

const player = document.querySelector("[data-kept-player]");

if (player) {
  const tapped = new URLSearchParams(location.hash.slice(1));
  const penalty = tapped.get("penalty") ?? "";
  const number = /\/(\d+)\/$/.exec(location.pathname)?.[1] ?? "";
  const table = tapped.get("at");
  const above = document.querySelector(".crumbs li:last-child");
  if (table && above) {
    const crumb = above.cloneNode(true);
    crumb.querySelector("a").href = location.pathname.replace(/fault\/.*$/, "");
    crumb.querySelector("bdi").textContent = player.dataset.wordTable.replace("{n}", table);
    above.after(crumb);
  }
  player.textContent = tapped.get("player") || player.dataset.wordPlayer.replace("{n}", number);
  const suggested = document.querySelector(`[data-kept-fault] button[value="${CSS.escape(penalty)}"]`);
  if (suggested) {
    suggested.classList.add("big-button--primary");
    suggested.parentElement.prepend(suggested);
    document.querySelector("[data-kept-penalty]").textContent = suggested.textContent.trim();
    document.querySelector("[data-kept-suggested]").hidden = false;
    const form = suggested.form;
    form.querySelector("[name=told]").value = `${penalty}:0`;
    const told = form.querySelector("[data-needs]");
    const text = form.dataset.wordDeviates;
    const others = [...form.querySelectorAll("button[name=penalty]")].filter((other) => other !== suggested);
    const deviations = others.map(({ value }) => ({ field: "penalty", value, fields: ["comment"], length: 1, text }));
    told.dataset.needs = JSON.stringify([...JSON.parse(told.dataset.needs), ...deviations]);
  }
}
