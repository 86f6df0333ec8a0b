// Whether a form may be kept without a network, where nobody could answer that something is missing: what the browser
// requires of each field, and what [data-needs] says (judging/records/forms.py): with ``value`` in ``field``, one of
// ``fields`` holds at least ``length`` characters. What is missing is said at its field, and nothing typed is lost.

const length = (value) => (typeof value === "string" ? value.trim().length : value.size);

function lacks(data, { field, value, fields, length: least }) {
  if (field && !data.getAll(field).includes(value)) return false;
  return !fields.some((name) => data.getAll(name).some((given) => length(given) >= least));
}

function firstOf(form, [name]) {
  const found = form.elements.namedItem(name);
  return found instanceof RadioNodeList ? found[0] : found;
}

/** Say at their fields what is missing, as the browser does; whether nothing is. */
export function isComplete(form, submitter) {
  const data = new FormData(form);
  if (submitter?.name) data.append(submitter.name, submitter.value);
  for (const field of form.elements) field.setCustomValidity("");
  const needs = JSON.parse(form.querySelector("[data-needs]")?.dataset.needs ?? "[]");
  for (const need of needs.filter((each) => lacks(data, each))) {
    firstOf(form, need.fields)?.setCustomValidity(need.text);
  }
  for (const wrong of form.querySelectorAll(":invalid")) wrong.closest("details")?.setAttribute("open", "");
  return form.reportValidity();
}
