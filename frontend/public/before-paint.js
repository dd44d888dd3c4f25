// Runs before the first paint, so that a remembered theme or language never flashes. A file of its own because the
// content security policy allows no inline script.
(() => {
  const root = document.documentElement;
  try {
    const theme = localStorage.getItem("thoth.theme");
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
    const asked = new URLSearchParams(location.search).get("lang") ?? localStorage.getItem("thoth.lang");
    if (asked === "en" || asked === "it") root.lang = asked;
  } catch {
    // Storage may be forbidden; the defaults stand.
  }
})();
