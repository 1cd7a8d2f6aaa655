// Starts the page, tells when it cannot go on, and looks after the service worker. It stands
// in a file of its own so that the page needs no inline script.
import init, { app_main } from "./parlour.js";

// What storage.rs keeps lies under names that begin like this.
const SAVED = "parlour/";
const CACHES = "parlour ";

// The texts of the language that preferences.js has chosen.
const TEXTS = new URL(`./locales/${document.documentElement.lang}.json`, import.meta.url).href;

// In English until the texts are there, or if they never come.
let words = {
  stopped: "Parlour has stopped",
  stopped_text: "Something went wrong that should not. Your saved games are still there.",
  no_start: "Parlour could not start",
  no_start_text: "It needs a browser of the last few years, with WebAssembly.",
  advice: "Reload to go on. If that does not help, the saved data may be damaged.",
  reload: "Reload",
  clear: "Clear saved data",
  clear_text: "This deletes all your games, replays and settings on this device, for good.",
  clear_sure: "Delete it all and reload",
};
let failed = false;

window.addEventListener("parlour-panic", (event) => {
  fail(words.stopped, words.stopped_text, event.detail);
});
updates();
try {
  const [texts] = await Promise.all([load(), init()]);
  app_main(new URL("./worker.js", import.meta.url).href, texts);
  document.getElementById("boot")?.remove();
} catch (error) {
  fail(words.no_start, words.no_start_text, String(error));
  throw error;
}

// The file with the texts, as it is.
async function load() {
  const response = await fetch(TEXTS);
  if (!response.ok) throw new Error(`${TEXTS}: ${response.status}`);
  const texts = await response.text();
  words = { ...words, ...JSON.parse(texts).boot };
  return texts;
}

// A page of its own, made without the app: it may be the app that fails.
function fail(title, text, reason) {
  if (failed) return;
  failed = true;
  document.title = title;
  const part = (name, className, contents) => {
    const element = document.createElement(name);
    element.className = className;
    element.append(...contents);
    return element;
  };
  const button = (label, className, press) => {
    const made = part("button", `button ${className}`, [label]);
    made.type = "button";
    made.addEventListener("click", press);
    return made;
  };
  const again = button(words.reload, "button-main", () => {
    window.dispatchEvent(new Event("parlour-reload"));
  });
  const question = part("p", "failure-question", []);
  const clear = button(words.clear, "button-danger", () => {
    question.textContent = words.clear_text;
    clear.replaceWith(button(words.clear_sure, "button-danger", () => void clearAll()));
  });
  question.setAttribute("role", "status");
  const main = part("main", "page failure", [
    part("h1", "", [title]),
    part("p", "", [text, " ", words.advice]),
    part("p", "note failure-reason", [reason]),
    question,
    part("div", "button-row", [again, clear]),
  ]);
  main.id = "main";
  main.setAttribute("role", "alert");
  document.body.replaceChildren(main);
  again.focus();
}

// Everything that could keep a broken app broken.
async function clearAll() {
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(SAVED)) localStorage.removeItem(key);
    }
    const registration = await navigator.serviceWorker?.getRegistration();
    if (registration) {
      await registration.unregister();
      for (const name of await caches.keys()) {
        if (name.startsWith(`${CACHES}${registration.scope} `)) await caches.delete(name);
      }
    }
  } finally {
    location.reload();
  }
}

// A new build waits until the player wants it (`parlour-reload`): only then does it take
// over, so that no page meets the files of another build. Without a service worker (a plain
// http address, a private window) the app works all the same, only not offline.
async function updates() {
  const workers = navigator.serviceWorker;
  let registration;
  let ready = false;
  let wanted = false;
  const offer = () => {
    if (ready) window.dispatchEvent(new Event("parlour-update"));
  };
  window.addEventListener("parlour-listening", offer);
  window.addEventListener("parlour-reload", () => {
    wanted = true;
    if (registration?.waiting) registration.waiting.postMessage("take over");
    else location.reload();
  });
  if (!workers) return;
  let controlled = workers.controller !== null;
  workers.addEventListener("controllerchange", () => {
    if (wanted) location.reload();
    // Another tab has taken the new build.
    else if (controlled) ready = true;
    controlled = true;
    offer();
  });
  try {
    registration = await workers.register(new URL("../sw.js", import.meta.url), { updateViaCache: "none" });
  } catch (error) {
    console.warn("Parlour will not work offline:", error);
    return;
  }
  // For use offline, only the texts of the languages in use are kept.
  void workers.ready.then(({ active }) => active.postMessage({ keep: TEXTS }));
  const look = () => {
    if (!registration.waiting || !workers.controller) return;
    ready = true;
    offer();
  };
  look();
  registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", look));
  document.addEventListener("visibilitychange", () => {
    // Offline there is nothing new.
    if (document.visibilityState === "visible") registration.update().catch(() => {});
  });
}
