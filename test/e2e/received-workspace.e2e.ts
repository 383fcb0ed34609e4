import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { setEvaluating } from "../../electron/store/projects.ts";
import { putSettingsOfProject } from "../../electron/store/settings.ts";
import { openWorkspace } from "../../electron/store/workspace.ts";
import { type Launched, launchWeb } from "../support/launch.ts";
import { copyPrepared, workspaceIn } from "../support/prepared-workspace.ts";

describe("a workspace from elsewhere (web host)", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "querent-received-"));
  let app: Launched;

  beforeAll(async () => {
    copyPrepared("sample", folder);
    const workspace = openWorkspace(workspaceIn(folder));
    await workspace.write((db) => {
      setEvaluating(db, 1, "eve");
      putSettingsOfProject(db, 1, {
        "tasks.engine": "postgres",
        "tasks.serverUrl": "postgresql://them@127.0.0.1:1/db",
      });
    });
    workspace.close();
    app = await launchWeb({ folder });
  });
  afterAll(async () => {
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const question = () => app.page.getByRole("dialog", { name: "This workspace is new on this machine" });

  it("asks before its work goes on and its servers are used, and asks again from the palette", async () => {
    const { page } = app;
    await question().waitFor();
    expect(await question().innerText()).toContain("127.0.0.1:1");
    // The safe answer has the focus.
    await page.keyboard.press("Enter");
    await question().waitFor({ state: "detached" });

    await page.keyboard.press("ControlOrMeta+k");
    await page.keyboard.type("Allow work");
    await page.keyboard.press("Enter");
    await question().getByRole("button", { name: "Allow" }).click();
    await question().waitFor({ state: "detached" });

    await page.reload();
    await page.locator(".monaco-editor .view-line").first().waitFor();
    expect(await question().count()).toBe(0);
    expect(app.pageErrors).toEqual([]);
  });
});
