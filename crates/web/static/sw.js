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
      .then((cache) => cache.addAll(FILES.map((file) => new Request(file, { cache: "reload" })))),
  );
});

// The pages that are open belong to the build before: this one waits until they are closed,
// or until one of them says that the player wants it.
self.addEventListener("message", (event) => {
  if (event.data === "take over") self.skipWaiting();
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
  const cached = request.mode === "navigate" && url === self.registration.scope ? PAGE : url;
  if (KNOWN.has(cached)) {
    event.respondWith(caches.match(cached, { cacheName: CACHE }).then((hit) => hit ?? fetch(request)));
  } else if (url.startsWith(`${self.registration.scope}b-`)) {
    event.respondWith(caches.match(url).then((hit) => hit ?? fetch(request)));
  }
});
