// Steps through a judged record without asking the server: the page already contains the sheet, the findings and
// every table. Steps on another part of a long record are ordinary links or buttons.
//
// The data (#steps) holds each step as what changes from the one before: texts, cards and marks by place.

const root = document.querySelector("[data-steps]");
const data = root && JSON.parse(document.getElementById(root.dataset.steps).textContent);
const tables = data ? unfold(data.steps) : [];
let now = data?.step ?? 0;

function unfold(steps) {
  let before = { texts: {}, cards: {}, marks: {} };
  return steps.map((step) => {
    before = {
      texts: { ...before.texts, ...step.texts },
      cards: { ...before.cards, ...step.cards },
      marks: { ...before.marks, ...step.marks },
    };
    return before;
  });
}

const here = (step) => step >= data.first && step < data.first + tables.length;
const anchor = (step) => root.querySelector(`.sheet-of-record [data-step="${step}"]`);

// The targets of the controls from a step, by name.
function ways(step) {
  const last = data.count - 1;
  return {
    first: step > 0 ? 0 : null,
    back: step > 0 ? step - 1 : null,
    forward: step < last ? step + 1 : null,
    last: step < last ? last : null,
    next: data.found.find((one) => one > step) ?? later(data.foundAfter, step),
    previous: data.found.findLast((one) => one < step) ?? earlier(data.foundBefore, step),
  };
}
const later = (found, step) => (found !== null && found > step ? found : null);
const earlier = (found, step) => (found !== null && found < step ? found : null);

function show(step, { scroll = true } = {}) {
  now = step;
  const token = anchor(step);
  drawTable(tables[step - data.first]);
  for (const old of root.querySelectorAll('[aria-current="step"]')) old.removeAttribute("aria-current");
  for (const old of root.querySelectorAll(".turn--now")) old.classList.remove("turn--now");
  token?.setAttribute("aria-current", "step");
  const turn = token?.closest(".turn");
  turn?.classList.add("turn--now");
  describe(token);
  showFindings(step);
  setWays(step);
  if (scroll && token) keepInView(turn ?? token);
}

function drawTable(table) {
  for (const place of root.querySelectorAll("[data-text]")) {
    const text = table.texts[place.dataset.text] ?? "";
    if (place.textContent !== text) place.textContent = text;
  }
  for (const place of root.querySelectorAll("[data-cards]")) drawCards(place, table.cards[place.dataset.cards] ?? []);
  for (const place of root.querySelectorAll("[data-mark]")) place.dataset.on = table.marks[place.dataset.mark] ?? "no";
}

// Cards that stay where they are stay the same elements, and only a card that was not there turns over.
function drawCards(place, names) {
  const before = place.dataset.shown ? place.dataset.shown.split(" ") : [];
  if (before.join(" ") === names.join(" ")) return;
  const changed = names.findIndex((name, at) => name !== before[at]);
  const from = changed < 0 ? names.length : changed;
  for (const old of [...place.children].slice(from)) old.remove();
  place.append(...names.slice(from).map((name, at) => newCard(name, before[from + at] ?? "")));
  place.dataset.shown = names.join(" ");
}

function newCard(name, before) {
  const template = document.querySelector(`template[data-card="${CSS.escape(name)}"]`);
  const card = template.content.firstElementChild.cloneNode(true);
  if (bare(name) !== bare(before)) card.classList.add("card--turned");
  return card;
}
const bare = (name) => name.replace("~", "");

function describe(token) {
  const place = token?.closest("[data-where]");
  root.querySelector("[data-where-now]").textContent = place?.dataset.where ?? "";
  root.querySelector("[data-said-now]").textContent = token?.dataset.said ? `${token.dataset.said}.` : "";
  const line = root.querySelector("[data-line]");
  const all = [...(token?.closest(".tokens")?.querySelectorAll("[data-step]") ?? [])];
  const at = all.indexOf(token);
  const around = all.slice(Math.max(at - data.around, 0), at + data.around + 1);
  line.replaceChildren(...around.map((one) => {
    const span = document.createElement("span");
    span.className = one === token ? "token token--now" : "token";
    span.textContent = one.querySelector(".token-text").textContent;
    return span;
  }));
}

function showFindings(step) {
  const copies = [...root.querySelectorAll(`.sheet-of-record [data-finding-step="${step}"]`)];
  for (const old of root.querySelectorAll(".finding--now")) old.classList.remove("finding--now");
  root.querySelector("[data-notes-here]").replaceChildren(...copies.map((one) => one.cloneNode(true)));
  for (const one of copies) one.classList.add("finding--now");
}

function setWays(step) {
  root.querySelector("[data-step-number]").textContent = step + 1;
  root.querySelector("[data-slider]").value = step + 1;
  for (const [way, to] of Object.entries(ways(step))) {
    const control = root.querySelector(`[data-go="${way}"]`);
    if (control.matches("a")) {
      if (to === null) {
        control.removeAttribute("href");
        control.setAttribute("aria-disabled", "true");
      } else {
        control.href = `?step=${to}#table`;
        control.removeAttribute("aria-disabled");
      }
    } else {
      control.disabled = to === null;
      if (to !== null) control.formAction = control.formAction.replace(/step=\d+/, `step=${to}`);
    }
  }
}

// The turn stays in view where the sheet lies beside the table; on a phone the table has priority.
function keepInView(element) {
  if (!matchMedia("(min-width: 1024px)").matches) return;
  const box = element.getBoundingClientRect();
  if (box.top < 80 || box.bottom > innerHeight - 20) element.scrollIntoView({ block: "center" });
}

// Go to a step: show it if it is on this page, otherwise follow its link or button.
function go(step, options) {
  if (step === null || step === undefined) return;
  if (here(step)) {
    show(step, options);
    remember(step);
  } else elsewhere(step);
}

function elsewhere(step) {
  const control = root.querySelector("[data-go]:not([disabled])");
  if (control?.matches("button")) {
    control.formAction = control.formAction.replace(/step=\d+/, `step=${step}`);
    document.getElementById("check-form").requestSubmit(control);
  } else location.assign(`?step=${step}#table`);
}

// The address contains the step, so that a reload or a shared link shows the same; a posted record has no address.
function remember(step) {
  if (root.querySelector("[data-go]").matches("a")) history.replaceState(history.state, "", `?step=${step}`);
}

function click(event) {
  if (event.defaultPrevented || event.button) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const control = event.target.closest("[data-go], [data-step]");
  if (!control) return;
  const step = control.dataset.go ? ways(now)[control.dataset.go] : Number(control.dataset.step);
  if (step !== null && !here(step)) return;
  event.preventDefault();
  go(step);
}

const KEYS = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last", n: "next", p: "previous" };

function key(event) {
  if (event.metaKey || event.ctrlKey || event.altKey) return;
  if (event.target.closest("input, textarea, select, pre, dialog[open]")) return;
  const way = KEYS[event.key] ?? KEYS[event.key.toLowerCase()];
  if (!way) return;
  event.preventDefault();
  go(ways(now)[way]);
}

if (data) {
  setWays(now);
  anchor(now)?.closest(".turn")?.classList.add("turn--now");
  for (const place of root.querySelectorAll("[data-cards]")) {
    place.dataset.shown = (tables[now - data.first].cards[place.dataset.cards] ?? []).join(" ");
  }
  root.addEventListener("click", click);
  document.addEventListener("keydown", key);
  const slider = root.querySelector("[data-slider]");
  slider.addEventListener("input", () => here(slider.value - 1) && go(slider.value - 1));
  slider.addEventListener("change", () => go(slider.value - 1));
}
