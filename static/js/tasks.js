// Long work: a bar with a count. <div data-task="ADDRESS" data-state="running" data-then="…"> polls the address for
// {"state": "waiting|running|done|failed", "done": 120, "total": 400, "text": "…", "error": "…", "url": "result"}.
// When done it goes to url, or to data-then, or loads the page again.

const FIRST_MS = 300;
const SLOWEST_MS = 3_000;

function draw(box, job) {
  const bar = box.querySelector("progress");
  if (job.total) { bar.max = job.total; bar.value = job.done; }
  const count = box.querySelector("[data-task-count]");
  const said = (number) => number.toLocaleString(document.documentElement.lang);
  if (job.total) count.textContent = count.dataset.of.replace("{done}", said(job.done)).replace("{total}", said(job.total));
  if (job.text) box.querySelector("[data-task-text]").textContent = job.text;
  const error = box.querySelector("[data-task-error]");
  error.textContent = job.error ?? "";
  error.hidden = !job.error;
  box.dataset.state = job.state;
}

async function follow(box) {
  let wait = FIRST_MS;
  while (box.isConnected) {
    const answer = await fetch(box.dataset.task, { headers: { Accept: "application/json" }, cache: "no-store" }).catch(() => null);
    const job = answer?.ok ? await answer.json().catch(() => null) : null;
    if (job) draw(box, job);
    if (job?.state === "done") { finish(box, job); return; }
    if (job?.state === "failed") return;
    await new Promise((done) => setTimeout(done, wait));
    wait = Math.min(wait * 1.3, SLOWEST_MS);
  }
}

function finish(box, job) {
  box.dispatchEvent(new CustomEvent("task:done", { bubbles: true, detail: job }));
  const address = job.url || box.dataset.then;
  if (address) location.assign(address);
  else location.reload();
}

function start() {
  for (const box of document.querySelectorAll("[data-task]:not([data-followed])")) {
    box.dataset.followed = "1";
    if (box.dataset.state === "waiting" || box.dataset.state === "running") follow(box);
  }
}

document.addEventListener("part:loaded", start);
document.addEventListener("htmx:load", start);
start();
