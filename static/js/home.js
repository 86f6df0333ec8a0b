// The way home: a browser that has opened a personal link finds it on every public page of the event, with the player's own
// row and match marked. The link stays in this browser (localStorage); the server is told nothing.
//
// [data-home="NUMBER"] on the personal page is noted; [data-home-link] elsewhere shows it. A player is marked where
// data-player="NUMBER" or id="player-NUMBER" stands.

const slug = document.body.dataset.event;
const key = `home:${slug}`;
const own = document.querySelector("[data-home]");

function note() {
  const home = { url: location.pathname, number: own.dataset.home, name: own.dataset.homeName };
  try { localStorage.setItem(key, JSON.stringify(home)); } catch { /* a private window: no way home */ }
}

function known() {
  try { return JSON.parse(localStorage.getItem(key) ?? "null"); } catch { return null; }
}

/** A link that is revoked leads to a page that is not there: forget it. */
function forgetThis() {
  try {
    for (const one of Object.keys(localStorage).filter((name) => name.startsWith("home:"))) {
      if (JSON.parse(localStorage.getItem(one))?.url === location.pathname) localStorage.removeItem(one);
    }
  } catch { /* a private window */ }
}

function chip(place) {
  if (!place || place.querySelector("[data-own-chip]")) return;
  const word = document.createElement("span");
  word.className = "chip chip--good";
  word.dataset.ownChip = "";
  word.textContent = document.querySelector("[data-home-link]").dataset.wordYou;
  place.append(" ", word);
}

function mark(number) {
  for (const seat of document.querySelectorAll(`[data-player="${CSS.escape(number)}"]`)) {
    const match = seat.closest(".match");
    match?.classList.add("match--mine");
    match?.setAttribute("data-mine", "");
    chip(match ? match.querySelector(".match-state") : seat);
  }
  const row = document.getElementById(`player-${number}`);
  row?.classList.add("own");
  chip(row?.querySelector("th"));
  document.dispatchEvent(new CustomEvent("own:marked"));
}

function show({ url, number, name }) {
  const link = document.querySelector("[data-home-link]");
  if (!link || !/^\/p\/[\w-]+\/$/.test(url)) return;
  link.querySelector("a").href = url;
  link.querySelector("[data-home-name]").textContent = name;
  link.hidden = false;
  link.querySelector("[data-home-forget]").addEventListener("click", () => {
    try { localStorage.removeItem(key); } catch { /* a private window */ }
    location.reload();
  });
  mark(number);
  document.addEventListener("part:loaded", () => mark(number));
}

if (own) note();
else if (!slug) forgetThis();
else if (known()) show(known());
