// Before the first paint: the theme and the language that are chosen in the settings (see settings.rs). What cannot be
// read leaves those of the system. Where the browser stores nothing, the language stands in the address.
{
  let chosen = {};
  try {
    chosen = JSON.parse(localStorage.getItem("parlour/settings") ?? "{}") ?? {};
  } catch {
    // The app starts without it.
  }
  const root = document.documentElement;
  const { theme, language } = chosen;
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  const languages = root.dataset.languages.split(" ");
  const asked = new URLSearchParams(location.search).get("language");
  const wanted = [asked, language, ...(navigator.languages ?? [])].map((code) => String(code).split("-")[0].toLowerCase());
  root.lang = wanted.find((code) => languages.includes(code)) ?? "en";
}
