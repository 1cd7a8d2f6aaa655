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

// The language of a file of texts.
const language = (file) => /\/locales\/([a-z]+)\.json$/.exec(file)?.[1];

// The languages whose texts were used before; at first the one that the page chooses by itself (see preferences.js).
async function usedLanguages() {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX));
  const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  const used = new Set(requests.flat().map(({ url }) => language(url)));
  used.delete(undefined);
  if (used.size === 0) {
    const available = FILES.map(language);
    const codes = self.navigator.languages.map((code) => code.split("-")[0].toLowerCase());
    used.add(codes.find((code) => available.includes(code)) ?? "en");
  }
  return used;
}

self.addEventListener("install", (event) => {
  const keep = async () => {
    const used = await usedLanguages();
    const files = FILES.filter((file) => !language(file) || used.has(language(file)));
    // Past the browser's own cache, which may hold a root file of an older build.
    await (await caches.open(CACHE)).addAll(files.map((file) => new Request(file, { cache: "reload" })));
  };
  event.waitUntil(keep());
});

// The pages that are open belong to the build before: this one waits until they are closed,
// or until one of them says that the player wants it.
self.addEventListener("message", (event) => {
  const { data } = event;
  if (data === "take over") self.skipWaiting();
  // The texts of another language, which was chosen in the settings.
  else if (KNOWN.has(data?.keep)) event.waitUntil(caches.open(CACHE).then((cache) => cache.add(data.keep)));
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
