// What the service workers share: copies of pages and of the files that these name, kept together by version of the program.
// Whoever includes this says EVERYBODY, MINE and CACHE (names of caches, each the beginning of the next), STATIC, LANGUAGE,
// signedOut and keyOf, the address under which a page is kept.

const known = new Set();  // the files that were found to be kept
const isHashed = (url) => /\.[0-9a-f]{12}\.\w+$/.test(url.pathname);

async function forget(isOld) {
  known.clear();
  for (const name of await caches.keys()) if (name.startsWith(EVERYBODY) && isOld(name)) await caches.delete(name);
}

/** The newest copy of an address, from this version of the program or from an older one. */
async function kept(address, options) {
  const names = (await caches.keys()).filter((name) => name.startsWith(MINE) && name !== CACHE);
  for (const name of [CACHE, ...names.reverse()]) {
    const found = await caches.match(address, { cacheName: name, ignoreVary: true, ...options });
    if (found) return found;
  }
  return null;
}

async function put(address, answer) {
  if (!signedOut) await (await caches.open(CACHE)).put(address, answer);
}

async function file(request) {
  const url = new URL(request.url);
  const found = await kept(url.href);
  if (found && isHashed(url)) return found;
  const answer = await fetch(request).catch(() => null);
  if (answer?.ok) await put(url.href, answer.clone());
  return answer ?? found ?? Response.error();
}

const NAMES = {
  html: /(?:href|src)="([^"]+)"/g,
  css: /url\(\s*["']?([^"')]+)/g,
  js: /(?:from|import)\s*["'](\.[^"']+)["']/g,
};

/** Keep the files that a page, a style sheet or a module names, and those that they name. */
async function keepFiles(text, base, kind = "html") {
  for (const [, link] of text.matchAll(NAMES[kind])) {
    const url = new URL(link, base);
    url.hash = "";
    if (url.origin !== location.origin || !url.pathname.startsWith(STATIC)) continue;
    if (signedOut || known.has(url.href)) continue;
    if (!(await (await caches.open(CACHE)).match(url.href, { ignoreVary: true }))) await keepFile(url);
    else known.add(url.href);
  }
}

async function keepFile(url) {
  const answer = await fetch(url.href);
  if (!answer.ok) return;
  await put(url.href, answer.clone());
  known.add(url.href);
  const [, kind] = /\.(css|js)$/.exec(url.pathname) ?? [];
  if (kind) await keepFiles(await answer.text(), url, kind);
}

const isPage = (answer) => answer.status === 200 && !answer.redirected
  && answer.headers.get("Content-Type")?.startsWith("text/html");

async function keepPage(address, answer, version) {
  const html = await answer.text();
  const headers = new Headers(answer.headers);
  headers.set("X-Kept-At", String(Date.now()));
  headers.set("X-Kept-Version", version);
  headers.delete("Content-Encoding");
  headers.delete("Content-Length");
  await put(keyOf(address), new Response(html, { headers }));
  await keepFiles(html, new URL(address, location.origin));
}

/** A kept page says since when it is kept, in an attribute of <html>, and its clocks go on from there. */
async function shown(answer, mark = "data-kept") {
  const at = Number(answer.headers.get("X-Kept-At"));
  const passed = Math.max(0, Math.round((Date.now() - at) / 1000));
  const since = new Date(Number(answer.headers.get("X-Filled-At")) || at);
  const time = since.toLocaleTimeString(LANGUAGE, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  const html = (await answer.text()).replace("<html", `<html ${mark}="${time}"`)
    .replace(/(<meta name="server-time" content=")(\d+)/, (_all, head, then) => `${head}${Number(then) + passed}`);
  return new Response(html, { headers: answer.headers });
}
