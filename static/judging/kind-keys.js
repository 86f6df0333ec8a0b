// The keys of acts that name something: a kind of act ([name=mark]), a suit, and the pad of what is named. A kind that names
// several things, such as the cards of a trick, is written by a tap for each: what has been tapped stands in [data-begun]
// until the token is whole. A kind may be enough with fewer; then [data-begun-done] ends it.
//
// What was chosen or begun outlasts a board that comes meanwhile; after a refusal it is gone, with what waited.

let begun = [];  // what has been tapped of a token that is not whole
let chosen = {};  // the kind and the suit that were chosen for the next tap, by the names of their fields
let lacksSuit = false;  // a card was tapped before its suit, which the board says until the next tap

const kindIn = (form) => form.querySelector("[name=mark]:checked, [name=mark][type=hidden]");
const number = (kind, name) => Number(kind?.dataset[name] ?? 1);
const names = (key, list) => (key.dataset[list] ?? "").split(" ");

export const hasBegun = () => begun.length > 0;

export function forget() {
  begun = [];
  chosen = {};
  lacksSuit = false;
}

/** Take back the last of what has been tapped of a token. */
export function takeBack(part) {
  begun.pop();
  draw(part);
}

/** The token that a tap on a key of the pad, or on "Done", makes whole; null while it lacks something, which is said. */
export function tokenOf(form, button) {
  const kind = kindIn(form);
  if (button.matches("[data-begun-done]")) return whole(kind);
  const suit = form.querySelector("[name=suit]:checked")?.value ?? "";
  lacksSuit = kind?.dataset.suited === "yes" && suit === "" && form.querySelector("[data-suit-missing]") !== null;
  showLack(form);
  if (lacksSuit) return null;
  begun.push(button.value + suit);
  if (begun.length >= number(kind, "most")) return whole(kind);
  chosen = { mark: kind?.value ?? "" };
  for (const one of form.querySelectorAll("[name=suit]")) one.checked = one.defaultChecked;
  draw(form);
  return null;
}

function showLack(form) {
  const missing = form.querySelector("[data-suit-missing]");
  if (missing) missing.hidden = !lacksSuit;
}

function whole(kind) {
  const token = (kind?.value ?? "") + begun.join(kind?.dataset.joiner ?? "");
  forget();
  return token;
}

/** Draw the pad for the kind that is chosen and the step it has come to. */
export function draw(part) {
  const form = part.querySelector("[data-pad]")?.closest("form");
  if (!form) return;
  showLack(form);
  const kind = kindIn(form);
  const at = kind?.dataset.kind;
  const had = document.activeElement;
  for (const key of form.querySelectorAll("[data-pad] [data-kinds]")) {
    key.hidden = !names(key, "kinds").some((name) => name === at || name === `${at}.${begun.length}`);
    const isBarred = names(key, "barred").includes(at);
    key.classList.toggle("key--barred", isBarred);
    const said = key.querySelector("[data-impossible]");
    if (said) said.hidden = !isBarred;
  }
  if (had?.hidden && form.contains(had)) form.querySelector("[data-pad] .key:not([hidden])")?.focus({ preventScroll: true });
  const line = form.querySelector("[data-begun]");
  const [enough, most] = [number(kind, "enough"), number(kind, "most")];
  const open = Array(Math.max(enough - begun.length, 0)).fill("…");
  line.hidden = most < 2;
  line.querySelector("[data-begun-text]").textContent = `${kind?.dataset.label}: ${[...begun, ...open].join(" + ")}`;
  line.querySelector("[data-begun-done]").hidden = begun.length < enough;
}

/** Choose again on a new board what was chosen on the one before. */
export function chooseAgain(part) {
  const fields = Object.entries(chosen).map(([name, value]) => (
    [...part.querySelectorAll(`.recorder-keys [name=${name}]`)].find((field) => field.value === value)));
  if (fields.includes(undefined)) forget();
  else for (const field of fields) field.checked = true;
  draw(part);
}

/** Somebody chooses a kind or a suit. */
export function choose(field) {
  if (!["mark", "suit"].includes(field.name) || field.type !== "radio") return;
  if (field.name === "mark") begun = [];
  chosen[field.name] = field.value;
  draw(field.form);
}
