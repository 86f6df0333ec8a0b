// An entry can be undone for ten seconds: then the button that came with the page goes, as the server would refuse it.

const TEN_SECONDS = 10_000;

for (const form of document.querySelectorAll(".messages form[action$='/undo/']")) {
  setTimeout(() => form.remove(), TEN_SECONDS);
}
