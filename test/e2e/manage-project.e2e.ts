import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { anyHost, type Launched } from "../support/launch.ts";
import { prediction } from "../support/test-workspace.ts";

const patience = { timeout: 20_000 };

anyHost("imports and projects", (launch) => {
  let folder: string;
  let app: Launched;
  let page: Page;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), "querent-manage-"));
    app = await launch({ folder, first: true });
    page = app.page;
    await page.getByRole("navigation", { name: "Screens" }).waitFor(patience);
  });
  afterEach(() => expect(app.pageErrors).toEqual([]));
  afterAll(async () => {
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const file = (name: string, items: Record<string, unknown>[]): string => {
    const target = path.join(folder, name);
    writeFileSync(target, JSON.stringify(items));
    return target;
  };
  const labelled = (n: number, label: boolean, reason: string) => prediction(n, { label, reason });
  const dialog = (name: string | RegExp) => page.getByRole("dialog", { name });
  const gone = (name: string | RegExp) => dialog(name).waitFor({ state: "detached", ...patience });
  const serious = async (): Promise<string[]> => {
    const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
    return violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .map(({ id, nodes }) => `${id} at ${nodes[0]?.html}`);
  };
  const queueLength = () => page.getByRole("listbox").first().getByRole("option").count();
  const manage = async (): Promise<void> => {
    await page.keyboard.press("Control+k");
    await dialog("Command palette").waitFor(patience);
    await page.keyboard.type("manage project");
    await page.keyboard.press("Enter");
    await dialog(/^Project /).waitFor(patience);
  };

  test("several files come in at once, each reviewer's labels and a consensus told apart", async () => {
    const files = [
      file(
        "anna.json",
        [0, 1, 2].map((n) => labelled(n, true, `why ${n}`)),
      ),
      file("bert.json", [labelled(1, false, "twice"), labelled(2, true, "fine")]),
      file("settled.json", [prediction(1, { label: false, reason_1: "a", reason_2: "b" })]),
    ];
    await page.keyboard.press("Control+o");
    const opened = dialog("Import predictions");
    await opened.getByLabel("Prediction file", { exact: true }).fill(files[0] ?? "");
    for (const at of [1, 2]) {
      await opened.getByRole("button", { name: "Add another file" }).click();
      await opened.getByLabel(`Prediction file ${at + 1}`, { exact: true }).fill(files[at] ?? "");
    }
    await opened.getByLabel("Project", { exact: true }).fill("harbour");
    await opened.getByText("3 new, 3 matched with others").waitFor(patience);
    await opened.getByText("5 verdicts, 1 consensus label").waitFor(patience);
    expect(await opened.getByLabel("Reviewer of bert").inputValue()).toBe("bert");
    await opened.getByText("as the consensus, nobody's own").waitFor(patience);
    await page.keyboard.press("Control+Enter");
    await gone("Import predictions");
    await page.getByText("Imported 3 new items, 5 verdicts, 1 consensus label").waitFor(patience);
  });

  test("conflicts are listed before an import, with a choice; by the keyboard alone", async () => {
    const other = file("other.json", [
      labelled(1, true, "seen again"),
      prediction(2, { gold_sql: "SELECT 7", label: true }),
      prediction(9, { label: true }),
    ]);
    await page.keyboard.press("Control+o");
    const opened = dialog("Import predictions");
    await opened.getByLabel("Prediction file", { exact: true }).waitFor(patience);
    await page.keyboard.type(other);
    await opened.getByLabel("Project", { exact: true }).fill("harbour");
    await opened.getByLabel("Labels of other").waitFor(patience);
    await opened.getByLabel("Reviewer of other").fill("bert");
    const conflicts = opened.getByRole("region", { name: "List of conflicts" });
    await expect.poll(() => conflicts.getByRole("row").count(), patience).toBe(3);
    await opened.getByText("1 item differs in gold alone from one that is there").waitFor(patience);
    await opened.getByText("1 verdict is there already and says something else").waitFor(patience);
    expect(await serious()).toEqual([]);
    await opened.getByRole("radio", { name: "Leave out" }).focus();
    await page.keyboard.press("Space");
    await opened.getByText("1 new, 1 matched with others, 1 left out").waitFor(patience);
    await page.keyboard.press("Control+Enter");
    await gone("Import predictions");
    await expect.poll(queueLength, patience).toBe(4);
  });

  test("an import is taken back after its preview", async () => {
    await manage();
    await page.getByRole("button", { name: "Take other.json back…" }).click();
    await dialog("Take other.json back?")
      .getByText("1 item goes, with results", { exact: false })
      .waitFor(patience);
    expect(await serious()).toEqual([]);
    await page.keyboard.press("Control+Enter");
    await gone("Take other.json back?");
    await page.getByText(/^taken back by/).waitFor(patience);
    await page.keyboard.press("Escape");
    await gone(/^Project /);
    await expect.poll(queueLength, patience).toBe(3);
  });

  test("a project is renamed, and deleted once its name is typed", async () => {
    await manage();
    await dialog(/^Project /)
      .getByLabel("Name", { exact: true })
      .fill("quay");
    await page.keyboard.press("Enter");
    await dialog("Project quay").waitFor(patience);
    await page.getByRole("button", { name: "Delete project…" }).click();
    const question = dialog("Delete quay?");
    const remove = question.getByRole("button", { name: "Delete for good" });
    await question.getByLabel("Type quay to delete it").fill("harbour");
    expect(await remove.isDisabled()).toBe(true);
    await question.getByLabel("Type quay to delete it").fill("quay");
    await remove.click();
    // A notice goes away by itself: it is looked for first.
    await page.getByText("Deleted quay").waitFor(patience);
    await gone("Delete quay?");
    await page.getByRole("button", { name: "quay" }).waitFor({ state: "detached", ...patience });
  });
});
