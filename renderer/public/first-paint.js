// Runs before the first paint, so that a window never flashes in the other theme: the choice is mirrored in
// localStorage by renderer/ui/theme.ts, which takes over as soon as it is loaded.
{
  let choice = null;
  try {
    choice = localStorage.getItem("querent.theme");
  } catch {
    // Storage can be denied; the system's theme is then as good a guess as any.
  }
  const dark =
    choice === "dark" || (choice !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.theme = dark ? "dark" : "light";
}
