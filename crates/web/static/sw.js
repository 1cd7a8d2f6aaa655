// Makes Parlour work offline. Everything but the root files lies in a folder named after
// its contents, so that an address always means the same bytes: what is cached never goes
// stale, and a page of one build never meets the files of another.
const BUILD = "{{build}}";
const FILES = {{precache}};

// Several sites can share one origin: the scope keeps their caches apart.
const PREFIX = `parlour ${self.registration.scope} `;
const CACHE = PREFIX + BUILD;
const PAGE = new URL("./index.html", self.registration.scope).href;
const KNOWN = new Set(FILES.map((file) => new URL(file, self.registration.scope).href));

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      // Past the browser's own cache, which may hold a root file of an older build.
      .then((cache) => cache.addAll(FILES.map((file) => new Request(file, { cache: "reload" }))))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => names.filter((name) => name.startsWith(PREFIX) && name !== CACHE))
      // A tab that is still open may start its worker late: the last build before stays.
      .then((older) => Promise.all(older.slice(0, -1).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  const url = request.url.split(/[?#]/, 1)[0];
  if (request.mode === "navigate") {
    if (url === self.registration.scope || url === PAGE) event.respondWith(page(request));
  } else if (KNOWN.has(url) || url.startsWith(`${self.registration.scope}b-`)) {
    event.respondWith(caches.match(url).then((hit) => hit ?? fetch(request)));
  }
});

// The newest page if the server answers soon, else the cached one.
async function page(request) {
  const cached = await caches.match(PAGE, { cacheName: CACHE });
  if (!cached) return fetch(request);
  const fresh = fetch(request).then((answer) => (answer.ok ? answer : cached));
  const late = new Promise((resolve) => setTimeout(resolve, 2000, cached));
  return Promise.race([fresh, late]).catch(() => cached);
}
