/** Opens the operation or the object that the address points at: they are folded until somebody asks. */
function openTarget() {
  const found = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (found instanceof HTMLDetailsElement) {
    found.open = true;
    found.scrollIntoView();
  }
}

addEventListener("hashchange", openTarget);
openTarget();
