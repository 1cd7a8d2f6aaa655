// Before the first paint: the theme that is chosen in the settings (see store.rs). What
// cannot be read leaves the system's.
try {
  const { theme } = JSON.parse(localStorage.getItem("parlour/settings") ?? "{}");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // The app starts without it.
}
