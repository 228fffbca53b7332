/**
 * Opens the timer's page without a network. It keeps what the page is made of, and nothing else: whatever
 * the server says of timing goes past it.
 *
 * Each version is a cache of its own, filled as a whole before it is used; a page that was opened with one
 * gets all it loads from that one.
 */

const LIST = "/shell.json";
const PREFIX = "shell-";
/** A signal that is too weak for this is none: the page opens from what is kept. */
const PATIENCE = 2_500;

/** Which version a page was opened with, by the id of its client. */
const versions = new Map();

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(update());
});

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate") {
    if (pathname === "/timer") event.respondWith(open(event));
  } else if (!pathname.startsWith("/api/") && pathname !== LIST) {
    event.respondWith(part(event, pathname));
  }
});

/** The page, of the latest version that there is. */
async function open(event) {
  const { request, resultingClientId } = event;
  const updating = update().catch(() => null);
  // What takes longer goes on, for the next time.
  event.waitUntil(updating);
  const version = await Promise.race([updating, after(PATIENCE)]) ?? await latest();
  if (!version) return fetch(request);
  versions.set(resultingClientId, version);
  return await inVersion(version, "/timer") ?? fetch(request);
}

/** A file that a page loads, of the version that it was opened with. */
async function part({ request, clientId }, pathname) {
  const version = versions.get(clientId) ?? await latest();
  return (version && await inVersion(version, pathname)) ?? fetch(request);
}

async function inVersion(version, path) {
  const cache = await caches.open(PREFIX + version);
  return cache.match(path, { ignoreVary: true });
}

/** Fetches the version that the server has, unless it is kept; answers with it. */
async function update() {
  const answer = await fetch(LIST, { cache: "no-cache" });
  if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
  const { version, files } = await answer.json();
  const kept = await complete();
  if (!kept.includes(version)) {
    const cache = await caches.open(PREFIX + version);
    await Promise.all(Object.keys(files).map(async (path) => {
      const file = await fetch(path, { cache: "no-cache" });
      // Not one of another version, should the server be replaced meanwhile.
      if (!file.ok || file.headers.get("ETag")?.includes(files[path]) !== true) {
        throw new Error(`${path} is not that of version ${version}`);
      }
      await cache.put(path, file);
    }));
  }
  // That it is complete, and the latest, is written last.
  if (kept.at(-1) !== version) {
    const cache = await caches.open(PREFIX + version);
    await cache.put(LIST, new Response(String(Date.now())));
  }
  const last = kept.filter((each) => each !== version).at(-1);
  for (const name of await caches.keys()) {
    if (name !== PREFIX + version && name !== PREFIX + last) await caches.delete(name);
  }
  return version;
}

/** The versions that are there as a whole, in the order in which they came. */
async function complete() {
  const found = await Promise.all((await caches.keys()).filter((name) => name.startsWith(PREFIX))
    .map(async (name) => {
      const mark = await (await caches.open(name)).match(LIST);
      return mark && { version: name.slice(PREFIX.length), at: Number(await mark.text()) };
    }));
  return found.filter(Boolean).sort((a, b) => a.at - b.at).map(({ version }) => version);
}

const latest = async () => (await complete()).at(-1) ?? null;
const after = (milliseconds) => new Promise((resolve) => { setTimeout(resolve, milliseconds, null); });
