// The recorder's taps: sent one after another without leaving the page, each answered by the board as it is then.
//
// A tap that comes while another is being stored waits, and is sent with the revision that the answer before it shows.
// After a refusal what waited is dropped: it was tapped on a board that had gone another way. Without an answer a tap is
// sent again, with the same id, so that it counts once.

const RETRY_MS = 2_000;
const recorder = document.querySelector("[data-recorder]");
const waiting = [];
let sending = false;

function shows(name) {
  return recorder.querySelector(`[name="${name}"]`)?.value ?? "";
}

function enqueue(form, button) {
  const data = new FormData(form);
  if (button?.name) data.set(button.name, button.value);
  const url = button?.getAttribute("formaction") ?? form.getAttribute("action");
  waiting.push({ url, data, fresh: !sending && !waiting.length });
  if (!sending) send();
}

async function answerTo(tap) {
  for (;;) {
    const headers = { "HX-Request": "true" };
    const answer = await fetch(tap.url, { method: "POST", body: tap.data, headers, credentials: "same-origin" })
      .catch(() => null);
    if (answer && answer.status < 500) return answer;
    recorder.dataset.unsent = "yes";
    await new Promise((resolve) => { setTimeout(resolve, RETRY_MS); });
  }
}

async function send() {
  sending = true;
  recorder.setAttribute("aria-busy", "true");
  while (waiting.length) {
    const tap = waiting.shift();
    if (!tap.fresh && tap.data.has("revision")) {
      tap.data.set("revision", shows("revision"));
      tap.data.set("step", shows("step"));
    }
    const answer = await answerTo(tap);
    delete recorder.dataset.unsent;
    if (answer.status === 401) { document.dispatchEvent(new CustomEvent("signed-out")); waiting.length = 0; break; }
    if (answer.status !== 200) waiting.length = 0;
    if (answer.headers.get("Content-Type")?.includes("html")) recorder.innerHTML = await answer.text();
  }
  recorder.removeAttribute("aria-busy");
  sending = false;
}

recorder?.addEventListener("submit", (event) => {
  if (!event.target.getAttribute("action").includes("/turns/tap/")) return;
  event.preventDefault();
  event.stopPropagation();
  enqueue(event.target, event.submitter);
});
if (recorder) recorder.dataset.ready = "yes";
