// Whether a finger or a mouse button is down. What is replaced between down and up loses its click, so parts of a page
// that are about to be replaced wait for "press:over".

const CLICK_MS = 60;  // the click of a touch comes a moment after the finger is up
const LONGEST_MS = 2_000;  // an "up" outside the window is never heard
let pressed = null;
let timer = 0;

/** Whether what is pressed now lies in this part. */
export const isPressed = (part) => Boolean(pressed && part.contains(pressed));

function release() {
  pressed = null;
  document.dispatchEvent(new CustomEvent("press:over"));
}

function releaseIn(milliseconds) {
  clearTimeout(timer);
  timer = setTimeout(release, milliseconds);
}

document.addEventListener("pointerdown", (event) => { pressed = event.target; releaseIn(LONGEST_MS); }, true);
for (const name of ["pointerup", "pointercancel"]) document.addEventListener(name, () => releaseIn(CLICK_MS), true);
