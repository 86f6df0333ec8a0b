// The form of an event: shows the fields that the chosen way to play and the chosen game have, and sends no others.
// Every field in a [data-when] names the ways: a kind, "cut", or the kind of the bracket, alone or after the cut.

const form = document.querySelector("form[data-event-form]");
const WITH_CUT = ["swiss", "round_robin"];
// People who may not change the settings get a form with all fields disabled and without a button.
const sends = form?.querySelector("[type=submit]") != null;
const choice = form?.querySelector("[data-game-choice]");

function ways() {
  const { kind, cut, cut_kind: cutKind } = form.elements;
  if (!WITH_CUT.includes(kind.value)) return [kind.value];
  return Number(cut.value) > 0 ? [kind.value, "cut", cutKind.value] : [kind.value];
}

function preset() {
  return form.querySelector("[name=preset]:checked");
}

function gameOf(radio) {
  return radio?.closest("[data-rules-of]")?.dataset.rulesOf;
}

// Fields that the server locked stay disabled.
function enable(part, on) {
  if (!sends) return;
  for (const field of part.querySelectorAll("input, select")) field.disabled = !on || "locked" in field.dataset;
}

// A way that the chosen game cannot be played in is not offered; the reason stands beside it. One that the server does
// not offer, because rounds were paired, stays as it is.
function showWays() {
  const game = gameOf(preset());
  for (const way of form.querySelectorAll("[data-way-games]")) {
    const fits = game === undefined || way.dataset.wayGames.split(" ").includes(game);
    const radio = way.querySelector("[name=kind]");
    way.querySelector(".way-reason").hidden = fits;
    if (!sends || (radio.disabled && !("unfit" in radio.dataset))) continue;
    radio.disabled = !fits;
    if (fits) delete radio.dataset.unfit;
    else radio.dataset.unfit = "";
    if (!fits && radio.checked) form.querySelector("[name=kind]:enabled").checked = true;
  }
}

function show() {
  showWays();
  const now = ways();
  for (const part of form.querySelectorAll("[data-when]")) {
    const shown = part.dataset.when.split(" ").some((way) => now.includes(way));
    part.hidden = !shown;
    enable(part, shown);
  }
  showRules();
}

function showRules() {
  const game = gameOf(preset());
  for (const part of form.querySelectorAll("[data-rules-of]")) {
    if (choice) part.hidden = game !== undefined && part.dataset.rulesOf !== game;
    const own = part.dataset.rulesOf === game && preset().value.endsWith(":custom");
    enable(part.querySelector("[data-own-rules]"), own);
  }
  for (const part of form.querySelectorAll("[data-for-games]")) {
    const fits = game === undefined || part.dataset.forGames.split(" ").includes(game);
    part.hidden = !fits;
    if (!fits) enable(part, false);
  }
  showFolds();
  for (const button of choice?.querySelectorAll("[data-game]") ?? []) {
    button.setAttribute("aria-pressed", String(button.dataset.game === game));
  }
}

// A fold in which nothing is left to set is not shown.
function showFolds() {
  for (const fold of form.querySelectorAll("details.more-fields:not([data-own-rules] *)")) {
    const fits = !("forGames" in fold.dataset) || !fold.hidden;
    fold.hidden = false;
    fold.hidden = !fits || ![...fold.querySelectorAll(".field")].some((field) => !field.closest("[hidden]"));
  }
}

// The number of rounds follows the suggestion until somebody types another; ticking the box brings the suggestion back.
function followRounds(event) {
  const { rounds, rounds_follow: follow, rounds_shown: shown } = form.elements;
  if (follow && event?.target === rounds) follow.checked = false;
  if (follow?.checked && event?.target === follow) rounds.value = shown.value;
  const suffices = form.querySelector("[data-suffices]");
  if (suffices) suffices.hidden = !(Number(rounds.value) > Number(suffices.dataset.suffices));
}

// After a change of the game, select its first preset, or the one that was chosen for it before.
const lastOf = new Map();

function chooseGame(event) {
  const key = event.target.closest("[data-game]")?.dataset.game;
  const part = key && form.querySelector(`[data-rules-of="${CSS.escape(key)}"]`);
  if (!part) return;
  if (preset()) lastOf.set(gameOf(preset()), preset());
  const radio = lastOf.get(key) ?? part.querySelector("[name=preset]");
  if (!radio.disabled) radio.checked = true;
  show();
}

// A new event is in this browser's time zone, under the name that the list has for it: browsers and lists differ in which
// of two names (Asia/Calcutta, Asia/Kolkata) they take.
function proposeZone() {
  const field = form.querySelector("[data-browser-zone]");
  if (!field?.selectedOptions[0]?.defaultSelected) return;
  const canonical = (timeZone) => new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone;
  const known = (zone) => { try { return canonical(zone); } catch { return ""; } };
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const names = [...field.options].map((option) => option.value);
  const zone = names.includes(own) ? own : names.find((name) => known(name) === own);
  if (zone) field.value = zone;
}

if (form) {
  proposeZone();
  if (choice) {
    choice.hidden = false;
    for (const head of form.querySelectorAll("[data-rules-of] > h3")) head.hidden = true;
    choice.addEventListener("click", chooseGame);
  }
  form.addEventListener("change", show);
  form.addEventListener("input", followRounds);
  window.addEventListener("pageshow", show);
  show();
}
