// The AI's thread: the same module as the page's, so that the browser loads it once.
import init, { worker_main } from "./parlour.js";

await init();
worker_main();
