import { chmodSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { openAppWindow } from "../../electron/hosts/web/app-window.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();

describe.skipIf(process.platform === "win32")("the window of the web host", () => {
  it("hands its address over in a file that only this account can read, never among the arguments", async () => {
    const said = path.join(folder, "arguments");
    const browser = path.join(folder, "browser.sh");
    writeFileSync(
      browser,
      `#!/bin/sh\nprintf '%s\\n' "$@" > ${said}.part; mv ${said}.part ${said}; exec sleep 60\n`,
    );
    chmodSync(browser, 0o755);
    const url = "http://127.0.0.1:4321/#launch=a-secret";
    const window = openAppWindow(browser, url);
    await expect.poll(() => statSync(said, { throwIfNoEntry: false })?.size ?? 0).toBeGreaterThan(0);

    const given = readFileSync(said, "utf8").split("\n");
    expect(given.join(" ")).not.toContain("a-secret");
    const page = fileURLToPath(given.find((each) => each.startsWith("--app="))?.slice("--app=".length) ?? "");
    expect(readFileSync(page, "utf8")).toContain(url);
    expect((statSync(page).mode & 0o777).toString(8)).toBe("600");
    expect((statSync(path.dirname(page)).mode & 0o777).toString(8)).toBe("700");
    await window.close();
    expect(statSync(page, { throwIfNoEntry: false })).toBeUndefined();
  });
});
