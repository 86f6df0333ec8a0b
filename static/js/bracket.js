// A bracket's list by round is one window that opens where it matters: at the own match (home.js marks it), else at the
// round that is played now (data-current). [data-bracket-search] leaves only the matches with that name.

const plain = (text) => text.normalize("NFD").replace(/\p{Mn}/gu, "").toLowerCase();
const search = document.querySelector("[data-bracket-search]");
const list = () => document.querySelector(".bracket-list");

/** Bring a round's section, or a match in it, to the start of the window. */
function scrollTo(place) {
  const section = place?.closest("section");
  if (!section) return;
  const left = section.getBoundingClientRect().left - list().getBoundingClientRect().left;
  list().scrollBy({ left, behavior: "instant" });
  const rows = section.querySelector("ol");
  const top = place === section ? -rows.scrollTop : place.getBoundingClientRect().top - rows.getBoundingClientRect().top;
  rows.scrollBy({ top, behavior: "instant" });
}

/** The own match that is not decided, else the last one. */
function ownMatch() {
  const own = [...(list()?.querySelectorAll(".match[data-mine]") ?? [])];
  return own.find((match) => !match.querySelector(".match-score")) ?? own.at(-1);
}

const open = () => scrollTo(ownMatch() ?? list()?.querySelector("section[data-current]"));

const isOne = (count) => new Intl.PluralRules(document.documentElement.lang).select(count) === "one";

function filter() {
  const words = plain(search.value).split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const section of list()?.querySelectorAll("section") ?? []) {
    const rows = [...section.querySelectorAll("li")];
    for (const row of rows) row.hidden = !words.every((word) => plain(row.textContent).includes(word));
    const left = rows.filter((row) => !row.hidden).length;
    section.hidden = left === 0;
    shown += left;
  }
  const output = document.querySelector("[data-bracket-count]");
  const { wordOne, wordMany } = output.dataset;
  output.value = words.length ? (isOne(shown) ? wordOne : wordMany).replace("{n}", shown) : "";
}

document.addEventListener("click", (event) => {
  const section = document.getElementById(event.target.closest(".bracket-jump a")?.hash.slice(1) ?? "");
  if (!section) return;
  event.preventDefault();
  scrollTo(section);
  section.querySelector("h2").focus({ preventScroll: true });
});
search?.addEventListener("input", () => { filter(); if (!search.value) open(); });
if (search) document.addEventListener("part:loaded", filter);
open();
