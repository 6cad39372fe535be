// Sets the theme before anything is drawn, so that a dark room never flashes white. theme.ts takes over once the
// console runs; the two agree on the key and on the attribute.
(() => {
  let choice = null;
  try {
    choice = localStorage.getItem("theme");
  } catch {
    // Storage may be forbidden; then the system decides.
  }
  const isDark = choice === "dark" || (choice !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.theme = isDark ? "dark" : "light";
})();
