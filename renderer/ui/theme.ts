import { create } from "zustand";
import type { ThemeChoice } from "#shared/settings/settings-table.ts";

/** What is shown. */
export type Theme = "light" | "dark";

/** Where public/first-paint.js finds the choice before anything else is loaded. */
const storageKey = "querent.theme";

const systemDark = globalThis.matchMedia?.("(prefers-color-scheme: dark)");

interface ThemeState {
  choice: ThemeChoice;
  theme: Theme;
}

/** The theme that is chosen and the one that is shown; components that paint by themselves (Monaco) follow it. */
export const useTheme = create<ThemeState>(() => stateFor(storedChoice()));

/** Shows a theme and remembers it for the next first paint. */
export function chooseTheme(choice: ThemeChoice): void {
  try {
    localStorage.setItem(storageKey, choice);
  } catch {
    // Storage can be denied; the theme then lasts as long as the window.
  }
  show(choice);
}

/** Follows the desktop's theme and what other windows choose; gives back how to stop. */
export function followTheme(): () => void {
  const update = (): void => show(storedChoice());
  const onStorage = ({ key }: StorageEvent): void => {
    if (key === storageKey) update();
  };
  systemDark?.addEventListener("change", update);
  window.addEventListener("storage", onStorage);
  update();
  return () => {
    systemDark?.removeEventListener("change", update);
    window.removeEventListener("storage", onStorage);
  };
}

function show(choice: ThemeChoice): void {
  const next = stateFor(choice);
  document.documentElement.dataset.theme = next.theme;
  useTheme.setState(next);
}

function stateFor(choice: ThemeChoice): ThemeState {
  const theme = choice === "system" ? (systemDark?.matches ? "dark" : "light") : choice;
  return { choice, theme };
}

function storedChoice(): ThemeChoice {
  try {
    const stored = localStorage.getItem(storageKey);
    return stored === "light" || stored === "dark" ? stored : "system";
  } catch {
    return "system";
  }
}
