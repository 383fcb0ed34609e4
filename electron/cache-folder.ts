import os from "node:os";
import path from "node:path";

/** Where this system keeps what Querent can make again: databases as they were loaded, Python as it was prepared. */
export function cacheFolder(): string {
  const { XDG_CACHE_HOME: xdg, LOCALAPPDATA: local } = process.env;
  const home = os.homedir();
  if (process.platform === "win32")
    return path.join(local ?? path.join(home, "AppData/Local"), "querent", "Cache");
  if (process.platform === "darwin") return path.join(home, "Library/Caches/querent");
  return path.join(xdg !== undefined && path.isAbsolute(xdg) ? xdg : path.join(home, ".cache"), "querent");
}
