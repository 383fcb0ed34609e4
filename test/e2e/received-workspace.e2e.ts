import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { distFolder } from "../../build/build.ts";
import { putPreference } from "../../electron/store/preferences.ts";
import { setEvaluating } from "../../electron/store/projects.ts";
import { putSettingsOfProject } from "../../electron/store/settings.ts";
import { checkedAtOnceBytes, openWorkspace } from "../../electron/store/workspace.ts";
import { type Launched, launchWeb } from "../support/launch.ts";
import { copyPrepared, workspaceIn } from "../support/prepared-workspace.ts";

describe("a workspace from elsewhere (web host)", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "querent-received-"));
  let app: Launched;

  beforeAll(async () => {
    copyPrepared("sample", folder);
    const workspace = openWorkspace(workspaceIn(folder));
    await workspace.write(async (db) => {
      await setEvaluating(db, 1, "eve");
      await putSettingsOfProject(db, 1, {
        "tasks.engine": "postgres",
        "tasks.serverUrl": "postgresql://them@127.0.0.1:1/db",
      });
      // Larger than what is checked before the window opens, and of no use in it.
      await putPreference(db, "eve", "pane", "x".repeat(checkedAtOnceBytes));
    });
    await workspace.close();
    const bytes = readFileSync(workspaceIn(folder));
    bytes.write("y", bytes.lastIndexOf("xxxxxxxx"));
    writeFileSync(workspaceIn(folder), bytes);
    app = await launchWeb({ folder, received: true });
  });
  afterAll(async () => {
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const question = () => app.page.getByRole("dialog", { name: "This workspace is new on this machine" });

  const damage = () => app.page.getByRole("dialog", { name: "This workspace is damaged" });
  const command = async (words: string): Promise<void> => {
    await app.page.keyboard.press("ControlOrMeta+k");
    await app.page.getByRole("dialog", { name: "Command palette" }).waitFor();
    await app.page.keyboard.type(words);
    await app.page.keyboard.press("Enter");
  };

  it("asks before its work goes on and its servers are used, says that it is damaged, and can be copied", async () => {
    const { page } = app;
    await damage().waitFor();
    expect(await damage().innerText()).toContain("There is no backup beside it.");
    await page.keyboard.press("Escape");
    await damage().waitFor({ state: "detached" });

    await question().waitFor();
    expect(await question().innerText()).toContain("127.0.0.1:1");
    expect(await question().innerText()).toContain(distFolder("sample"));
    // The safe answer has the focus.
    await page.keyboard.press("Enter");
    await question().waitFor({ state: "detached" });

    await command("Allow work");
    await question().getByRole("button", { name: "Allow" }).click();
    await question().waitFor({ state: "detached" });

    await command("Save a copy");
    await page
      .getByRole("dialog", { name: "Folder for the copy" })
      .getByRole("button", { name: /^Choose/ })
      .click();
    await page.getByText("Saved a copy of the workspace").waitFor();
    const copies = readdirSync(folder).filter((name) => / \d{4}-.*\.querent$/.test(name));
    expect(copies.map((name) => statSync(path.join(folder, name)).size > checkedAtOnceBytes)).toEqual([true]);

    await page.reload();
    await damage().waitFor();
    await page.keyboard.press("Escape");
    await page.locator(".monaco-editor .view-line").first().waitFor();
    expect(await question().count()).toBe(0);
    expect(app.pageErrors).toEqual([]);
  });
});
