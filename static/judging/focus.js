// The focus outlasts what it stands on: where a part of a page is replaced, it goes to the same key, link or field of the
// new part, else to the first that the part names as [data-focus-next].

const NEXT = "[data-focus-next]";

function nameOf(element) {
  if (element.id) return `#${CSS.escape(element.id)}`;
  if (element.matches("summary") && element.parentElement.id) return `#${CSS.escape(element.parentElement.id)} > summary`;
  if (element.matches("a[href]")) return `a[href="${CSS.escape(element.getAttribute("href"))}"]`;
  if (element.matches("[data-undo]")) return "[data-undo]";
  if (element.name) return `${element.localName}[name="${CSS.escape(element.name)}"][value="${CSS.escape(element.value)}"]`;
  return "";
}

// What is folded away keeps its place in the layout, and focus() passes over it.
const FOLDED = "details:not([open]) > :not(summary)";
const canHave = (element) => !element.disabled && element.offsetParent !== null && !element.closest(FOLDED);

export function focusNext(part) {
  [...part.querySelectorAll(NEXT)].find(canHave)?.focus({ preventScroll: true });
}

/** Note what has the focus in a part; the function that comes back gives it to what stands there then. */
export function keepFocus(part) {
  const had = document.activeElement;
  if (!part.contains(had) || had === part) return () => {};
  const menu = had.closest("details.menu[id]")?.id;
  const tried = [nameOf(had), menu ? `#${CSS.escape(menu)} > summary` : ""].filter(Boolean);
  return () => {
    const same = tried.flatMap((name) => [...part.querySelectorAll(name)]).find(canHave);
    if (same) same.focus({ preventScroll: true });
    else focusNext(part);
  };
}
