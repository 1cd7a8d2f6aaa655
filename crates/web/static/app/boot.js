// Starts the page, tells when it cannot go on, and looks after the service worker. It stands
// in a file of its own so that the page needs no inline script.
import init, { app_main } from "./parlour.js";

// What store.rs keeps lies under names that begin like this.
const SAVED = "parlour/";
const CACHES = "parlour ";

let failed = false;

window.addEventListener("parlour-panic", (event) => {
  fail("Parlour has stopped", "Something went wrong that should not. Your saved games are still there.", event.detail);
});
updates();
try {
  await init();
  app_main(new URL("./worker.js", import.meta.url).href);
  document.getElementById("boot")?.remove();
} catch (error) {
  fail("Parlour could not start", "It needs a browser of the last few years, with WebAssembly.", String(error));
  throw error;
}

// A page of its own, made without the app: it may be the app that fails. Its words stand
// here for the same reason.
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
  const again = button("Reload", "button-main", () => {
    window.dispatchEvent(new Event("parlour-reload"));
  });
  const question = part("p", "failure-question", []);
  const clear = button("Clear saved data", "button-danger", () => {
    question.textContent = "This deletes all your games, replays and settings on this device, for good.";
    clear.replaceWith(button("Delete it all and reload", "button-danger", () => void clearAll()));
  });
  question.setAttribute("role", "status");
  const main = part("main", "page failure", [
    part("h1", "", [title]),
    part("p", "", [text, " Reload to go on. If that does not help, the saved data may be damaged."]),
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
