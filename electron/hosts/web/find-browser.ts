import { existsSync } from "node:fs";
import path from "node:path";

const linuxNames = [
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "microsoft-edge",
  "microsoft-edge-stable",
  "brave-browser",
];
const macApps = ["Google Chrome", "Chromium", "Microsoft Edge", "Brave Browser"];
const windowsPrograms = [
  "Google/Chrome/Application/chrome.exe",
  "Chromium/Application/chrome.exe",
  "Microsoft/Edge/Application/msedge.exe",
];

/** The first installed browser that can show a page as an app window, or null. QUERENT_BROWSER names another one. */
export function findBrowser(
  platform: NodeJS.Platform = process.platform,
  env: NodeJS.ProcessEnv = process.env,
  exists: (file: string) => boolean = existsSync,
): string | null {
  const named = env.QUERENT_BROWSER ? [env.QUERENT_BROWSER] : [];
  return [...named, ...candidates(platform, env)].find(exists) ?? null;
}

function candidates(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): string[] {
  if (platform === "darwin") return macApps.map((app) => `/Applications/${app}.app/Contents/MacOS/${app}`);
  if (platform === "win32") {
    const folders = [env.PROGRAMFILES, env["PROGRAMFILES(X86)"], env.LOCALAPPDATA].filter((folder) => folder);
    return folders.flatMap((folder) =>
      windowsPrograms.map((program) => path.win32.join(folder ?? "", program)),
    );
  }
  const folders = [...(env.PATH ?? "").split(":"), "/usr/bin", "/usr/local/bin", "/snap/bin"];
  return linuxNames.flatMap((name) =>
    folders.filter(path.isAbsolute).map((folder) => path.join(folder, name)),
  );
}
