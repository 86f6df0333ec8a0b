// The service worker of one player's own page. Its scope is the page's address, so that it serves no other page.
//
// The page comes from the network. Without an answer it comes from the phone, as it was last: the part that follows the
// event is kept each time it is fetched and put in its place (<!--home--> … <!--/home-->), and the page says since when it
// is not up to date (<html data-as-of="14:05">). A link that is no longer valid takes everything off the phone.

const SCOPE = "{{ scope|escapejs }}";
const STATIC = "{{ static|escapejs }}";
const LANGUAGE = "{{ language|escapejs }}";
const EVERYBODY = `me ${SCOPE} `;
const MINE = EVERYBODY;
const CACHE = `${MINE}{{ version|escapejs }}`;
const PART = `${SCOPE}?part`;
const MARK = "data-as-of";
const PATIENCE_MS = 5_000;
const HOME = /<!--home-->[^]*<!--\/home-->/;
let signedOut = false;

const keyOf = (address) => new URL(address, location.origin).pathname;
const keptAt = (answer) => Number(answer.headers.get("X-Kept-At"));

{% include "matches/offline/keeping.js" %}
/** The page as it was last, with the part that was fetched after it. */
async function copy(address) {
  const page = await kept(address);
  const part = await kept(PART);
  if (!page) return null;
  if (address !== SCOPE || !part || keptAt(part) < keptAt(page)) return shown(page, MARK);
  const [html, home] = await Promise.all([page.text(), part.text()]);
  return shown(new Response(html.replace(HOME, () => home), { headers: part.headers }), MARK);
}

async function leave() {
  signedOut = true;
  await forget(() => true);
  await self.registration.unregister();
}

async function page(event) {
  const address = keyOf(event.request.url);
  const network = fetch(event.request).catch(() => null);
  const found = await Promise.race([network, new Promise((resolve) => { setTimeout(resolve, PATIENCE_MS); })]);
  const answer = found === undefined && !(await kept(address)) ? await network : found;
  if (answer && answer.status < 500) {
    if (isPage(answer)) event.waitUntil(keepPage(address, answer.clone(), "").catch(() => null));
    if (answer.status === 404) event.waitUntil(leave());
    return answer;
  }
  return await copy(address) ?? answer ?? Response.error();
}

async function part(event) {
  const answer = await fetch(event.request);
  if (answer.ok && !answer.redirected) {
    const headers = new Headers(answer.headers);
    headers.set("X-Kept-At", String(Date.now()));
    headers.delete("Content-Encoding");
    headers.delete("Content-Length");
    event.waitUntil(answer.clone().text().then((html) => put(PART, new Response(html, { headers }))).catch(() => null));
  }
  return answer;
}

async function keepNow() {
  const answer = await fetch(SCOPE, { credentials: "same-origin", headers: { "X-Keeping": "1" } });
  if (isPage(answer)) await keepPage(SCOPE, answer, "");
}

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("message", (event) => event.waitUntil(
  keepNow().then(() => forget((name) => name !== CACHE)).then(() => event.source.postMessage({ kept: true })).catch(() => null),
));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (url.pathname.startsWith(STATIC)) event.respondWith(file(request));
  else if (request.mode === "navigate" && url.pathname.startsWith(SCOPE)) event.respondWith(page(event));
  else if (url.pathname === SCOPE && request.headers.get("HX-Request")) event.respondWith(part(event));
});
