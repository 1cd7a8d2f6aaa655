// The AI's thread: the same module as the page's, so that the browser loads it once. Its name is the language.
import init, { worker_main } from "./parlour.js";

const load = async () => (await fetch(new URL(`./locales/${self.name}.json`, import.meta.url))).text();
const [texts] = await Promise.all([load(), init()]);
worker_main(texts);
