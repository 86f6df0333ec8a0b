// Menus, dialogs and the summary of errors, on every page. All of it works without JavaScript too: a menu is <details>,
// and the opener of a dialog is a form whose address shows the same question as a page.

function closeMenus(except) {
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    if (menu !== except) menu.open = false;
  }
}

document.addEventListener("click", (event) => closeMenus(event.target.closest("details.menu")));

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  const open = document.activeElement?.closest("details.menu[open]");
  closeMenus();
  open?.querySelector("summary").focus();
});

// data-opens="id" on a button or a form opens the <dialog>; data-closes on a button closes the dialog it is in.
document.addEventListener("submit", (event) => {
  const dialog = document.getElementById(event.target.dataset.opens ?? "");
  if (!dialog?.showModal) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  dialog.showModal();
}, true);

document.addEventListener("click", (event) => {
  const opener = event.target.closest("button[data-opens]");
  if (opener) document.getElementById(opener.dataset.opens)?.showModal();
  if (event.target.closest("[data-closes]")) event.target.closest("dialog")?.close();
  if (event.target instanceof HTMLDialogElement) closeOutside(event);
});

function closeOutside(event) {
  const box = event.target.getBoundingClientRect();
  const inside = event.clientX >= box.left && event.clientX <= box.right
    && event.clientY >= box.top && event.clientY <= box.bottom;
  if (!inside) event.target.close();
}

// A strip of tabs that is too long for a phone shows the current one, not its first ones.
function showCurrentTabs(part) {
  for (const tab of part.querySelectorAll(".tabs > [aria-current]")) {
    const [strip, at] = [tab.parentElement.getBoundingClientRect(), tab.getBoundingClientRect()];
    tab.parentElement.scrollLeft += (at.left + at.right - strip.left - strip.right) / 2;
  }
}

showCurrentTabs(document);
document.addEventListener("part:loaded", (event) => showCurrentTabs(event.target));

// Focus the summary of errors, so that screen readers read it and its links are one key away.
document.querySelector("[data-error-summary]")?.focus();
