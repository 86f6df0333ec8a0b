// Numbers that are typed one after the other: Enter, or *next* on a phone's keys, goes to the next field of
// form[data-next-fields]; in the last one it sends the form, as everywhere.

document.addEventListener("keydown", (event) => {
  const form = event.target.form;
  if (event.key !== "Enter" || event.isComposing || !event.target.matches("input[type=text]") || !form?.matches("[data-next-fields]")) return;
  const fields = [...form.querySelectorAll("input[type=text]")];
  const next = fields[fields.indexOf(event.target) + 1];
  if (!next) return;
  event.preventDefault();
  next.focus();
  next.select();
});

// What was refused is read before anything else.
document.querySelector("[data-error-summary]")?.focus();
