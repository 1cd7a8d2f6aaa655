// Starts the page. It stands in a file of its own so that the page needs no inline script.
import init, { app_main } from "./parlour.js";

const note = document.getElementById("boot");

try {
  await init();
  note.remove();
  app_main(new URL("./worker.js", import.meta.url).href);
} catch (error) {
  note.textContent = `Parlour could not start: ${error}`;
  document.body.append(note);
  throw error;
}

// Without a service worker (a plain http address, a private window) the app works all
// the same, only not offline.
navigator.serviceWorker
  ?.register(new URL("../sw.js", import.meta.url))
  .catch((error) => console.warn("Parlour will not work offline:", error));
