import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findElectron } from "../../build/electron-runtime.ts";
import { closeSharedBrowser } from "../support/browser.ts";
import { audit } from "../support/double/audit.ts";
import { type Launched, launchDesktop } from "../support/launch.ts";
import { distWithHostPage } from "./support/host-page.ts";

let dist: string;
const folder = mkdtempSync(path.join(tmpdir(), "querent-weakened-"));
beforeAll(async () => {
  dist = await distWithHostPage();
});
afterAll(async () => {
  await closeSharedBrowser();
  for (const made of [dist, folder]) rmSync(made, { recursive: true, force: true });
});

/** Starts the desktop host with one line of its built main process changed. */
async function launchChanged(name: string, from: string | RegExp, to: string): Promise<Launched> {
  const changed = `${dist}-${name}`;
  cpSync(dist, changed, { recursive: true });
  const main = path.join(changed, "program/main.mjs");
  const source = readFileSync(main, "utf8");
  const weakened = source.replace(from, to);
  if (weakened === source) throw new Error(`the main process does not hold ${from} any more`);
  writeFileSync(main, weakened);
  try {
    return await launchDesktop({ dist: changed });
  } finally {
    rmSync(changed, { recursive: true, force: true });
  }
}

// Each guard of the desktop host is taken away once, to see that its absence does not go unnoticed.
describe.skipIf(findElectron() !== null)(
  "a weakened desktop host (skipped in Electron: the double looks for it)",
  () => {
    it.each<[string, string | RegExp, string, string]>([
      ["without-sandbox", "sandbox: true", "sandbox: false", "sandbox is not on"],
      [
        "without-isolation",
        "contextIsolation: true",
        "contextIsolation: void 0",
        "contextIsolation is not on",
      ],
      ["with-node", "nodeIntegration: false", "nodeIntegration: true", "nodeIntegration is on"],
      ["with-webview", "webviewTag: false", "webviewTag: true", "webviewTag is on"],
      [
        "with-eval",
        "\"script-src 'self'\",",
        "\"script-src 'self' 'unsafe-eval'\",",
        "the content-security-policy is weak",
      ],
      [
        "without-trusted-types",
        /"require-trusted-types-for 'script'",/,
        "",
        "trusted types are not required",
      ],
      ["without-navigation-guard", '"will-navigate"', '"did-navigate"', "nothing guards navigation"],
      [
        "without-permission-handler",
        /session\w*\.setPermissionRequestHandler\(/,
        "void (",
        "nothing answers permission requests",
      ],
      ["without-app-sandbox", "app.enableSandbox();", "", "the sandbox is not enabled for every renderer"],
    ])("%s is noticed", async (name, from, to, finding) => {
      const app = await launchChanged(name, from, to);
      expect(app.runtime && audit(app.runtime)).toContain(finding);
      await app.close();
    });
  },
);
