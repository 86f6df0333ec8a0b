// The form of an event: shows the fields that the chosen way to play has, and sends no others. Every field in a
// [data-when] names the ways: a kind, "cut", or the kind of the bracket, alone or after the cut.

const form = document.querySelector("form[data-event-form]");
const WITH_CUT = ["swiss", "round_robin"];

function ways() {
  const { kind, cut, cut_kind: cutKind } = form.elements;
  if (!WITH_CUT.includes(kind.value)) return [kind.value];
  return Number(cut.value) > 0 ? [kind.value, "cut", cutKind.value] : [kind.value];
}

function show() {
  const now = ways();
  // For those who may not change the settings the server disabled every field, and there is no button.
  const sends = form.querySelector("[type=submit]") !== null;
  for (const part of form.querySelectorAll("[data-when]")) {
    const shown = part.dataset.when.split(" ").some((way) => now.includes(way));
    part.hidden = !shown;
    if (sends) for (const field of part.querySelectorAll("input, select")) field.disabled = !shown;
  }
}

if (form) {
  form.addEventListener("change", show);
  window.addEventListener("pageshow", show);
  show();
}
