import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { createPackage } from "@electron/asar";

const fuseSentinel = "dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX";
const fuseCount = 9;

/**
 * Makes a folder that electron-builder takes for an Electron runtime for Linux: its executable holds nothing but a fuse
 * wire (sentinel, version 1, nine fuses) that is as changeable as the real one's.
 */
export async function makeFakeRuntime(folder: string): Promise<string> {
  mkdirSync(path.join(folder, "resources"), { recursive: true });
  mkdirSync(path.join(folder, "locales"), { recursive: true });
  const wire = Buffer.concat([
    Buffer.from(`not an executable ${fuseSentinel}`),
    Buffer.from([1, fuseCount]),
    Buffer.from("0".repeat(fuseCount)),
  ]);
  writeFileSync(path.join(folder, "electron"), wire, { mode: 0o755 });
  writeFileSync(path.join(folder, "version"), electronVersion());
  for (const name of [
    "LICENSE",
    "LICENSES.chromium.html",
    "chrome-sandbox",
    "chrome_crashpad_handler",
    "locales/en-US.pak",
  ]) {
    writeFileSync(path.join(folder, name), name);
  }
  const app = path.join(folder, "default-app");
  mkdirSync(app);
  writeFileSync(path.join(app, "package.json"), "{}");
  await createPackage(app, path.join(folder, "resources/default_app.asar"));
  return folder;
}

function electronVersion(): string {
  return createRequire(import.meta.url)("electron/package.json").version;
}
