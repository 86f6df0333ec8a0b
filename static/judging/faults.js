// Narrows the list of infractions while a word is typed; without this module the form asks the server. Those of other
// buttons ([data-fault-elsewhere]) are found by the search only.

const field = document.querySelector("[data-fault-search]");
const none = document.querySelector("[data-fault-none]");

function narrow() {
  const words = field.value.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const fault of document.querySelectorAll("[data-fault]")) {
    fault.hidden = !words.every((word) => fault.dataset.fault.includes(word))
      || (!words.length && "faultElsewhere" in fault.dataset);
    if (!fault.hidden) shown += 1;
  }
  for (const group of document.querySelectorAll("[data-fault-group]")) {
    group.hidden = !group.querySelector("[data-fault]:not([hidden])");
  }
  if (none) none.hidden = shown > 0;
}

field?.addEventListener("input", narrow);
