// The page that stands in for one that is not on the device: once the server answers at its address, it is loaded again.
// HEAD goes past the service worker, so that an answer is the server's own.

const AGAIN_MS = 3_000;
const ANSWER_MS = 10_000;
let asking = false;

async function look() {
  if (asking || document.hidden) return;
  asking = true;
  const signal = AbortSignal.timeout(ANSWER_MS);
  const answer = await fetch(location.href, { method: "HEAD", cache: "no-store", signal }).catch(() => null);
  asking = false;
  if (answer && answer.status < 500) location.reload();
}

if (document.documentElement.dataset.kept) {
  setInterval(look, AGAIN_MS);
  window.addEventListener("online", look);
  document.addEventListener("visibilitychange", look);
}
