import { expect, test } from "vitest";
import { addGuidelines } from "../../electron/store/guidelines.ts";
import { openWorkspace } from "../../electron/store/workspace.ts";
import { anyHost } from "../support/launch.ts";
import { workspaceIn } from "../support/prepared-workspace.ts";
import { oneWindow } from "./support/one-window.ts";
import { isSaved, patience, showsItem } from "./support/review-page.ts";
import { seriousFindings } from "./support/serious-findings.ts";

const first = `# How to judge

- **Yes** only if the result answers the question
- No with a note

| sign | means |
| --- | --- |
| \`GoldX\` | the gold is wrong |

<script>window.hacked = 1</script><img src=x onerror="window.hacked = 2">

[bad](javascript:alert(1)) [good](https://example.org)
`;

anyHost("guidelines", (launch) => {
  const at = oneWindow(launch);
  const pane = () => at.page.getByRole("region", { name: "Guidelines", exact: true });
  const field = () => pane().getByRole("textbox", { name: "Guidelines in Markdown" });

  test("are opened, written with a preview and read by the keyboard, and nothing in them becomes HTML", async () => {
    const { page } = at;
    await showsItem(page, 1);
    await page.keyboard.press("l");
    await pane().getByText("Nobody has written guidelines for this project yet.").waitFor(patience);
    await pane().getByRole("button", { name: "Edit the guidelines" }).focus();
    await page.keyboard.press("Enter");
    await field().waitFor(patience);
    await page.keyboard.insertText(first);
    const preview = pane().getByRole("region", { name: "Preview of the guidelines" });
    await preview.getByRole("heading", { name: "How to judge" }).waitFor(patience);
    await page.keyboard.press("Control+Enter");
    await field().waitFor({ state: "detached", ...patience });
    await pane().getByRole("cell", { name: "the gold is wrong" }).waitFor(patience);
    await pane().getByText("<script>window.hacked = 1</script>").waitFor(patience);
    expect(await page.evaluate(() => (window as unknown as { hacked?: number }).hacked)).toBeUndefined();
    expect(await pane().locator("img, script").count()).toBe(0);
    await expect.poll(() => pane().getByRole("link").allInnerTexts()).toEqual(["good"]);
    expect(await seriousFindings(page)).toEqual([]);
    // The item is judged under them.
    await page.keyboard.press("Escape");
    await page.keyboard.press("y");
    await page.keyboard.press("Control+s");
    await isSaved(page);
    await page.keyboard.press("h");
    await page
      .getByRole("dialog", { name: "History of this verdict" })
      .getByText(/· guidelines 1$/)
      .waitFor(patience);
    await page.keyboard.press("Escape");
  });

  test("hold every letter in its place however fast it is typed", async () => {
    const { page } = at;
    await pane().getByRole("button", { name: "Edit the guidelines" }).click();
    await field().fill("");
    const typed = "The quick brown fox judges over lazy dogs, twice.";
    await page.keyboard.type(typed, { delay: 0 });
    expect(await field().inputValue()).toBe(typed);
    await page.keyboard.press("Control+Home");
    await page.keyboard.type("So: ", { delay: 0 });
    expect(await field().inputValue()).toBe(`So: ${typed}`);
    await pane().getByRole("button", { name: "Discard" }).click();
    await field().waitFor({ state: "detached", ...patience });
  });

  test("stay a draft when their pane is closed or the window reloaded, until they are discarded", async () => {
    const { page } = at;
    await pane().getByRole("button", { name: "Edit the guidelines" }).click();
    await field().fill("half a rule");
    await pane().getByRole("button", { name: "Hide the guidelines" }).click();
    await pane().waitFor({ state: "detached", ...patience });
    await page.reload();
    await showsItem(page, 1);
    await page.keyboard.press("l");
    await pane().getByRole("button", { name: "Go on with your draft of the guidelines" }).click();
    expect(await field().inputValue()).toBe("half a rule");
    await pane().getByRole("button", { name: "Discard" }).click();
    await field().waitFor({ state: "detached", ...patience });
    await pane().getByRole("cell", { name: "the gold is wrong" }).waitFor(patience);
    await pane().getByRole("button", { name: "Edit the guidelines" }).waitFor(patience);
  });

  test("say that they changed since they were read, and what, until somebody has read them, by the mouse", async () => {
    const { page } = at;
    await pane().getByRole("button", { name: "Edit the guidelines" }).click();
    await field().fill(first.replace("with a note", "with a note that says why"));
    await pane()
      .getByRole("button", { name: /^Save version 2/ })
      .click();
    await field().waitFor({ state: "detached", ...patience });
    // Whoever wrote a version has read it.
    expect(await pane().getByRole("button", { name: "I have read them" }).count()).toBe(0);
    await pane().getByRole("button", { name: "Hide the guidelines" }).click();
    await pane().waitFor({ state: "detached", ...patience });
    // Somebody else writes the third, from another process.
    const workspace = openWorkspace(workspaceIn(at.folder));
    const text = first.replace("only if", "if");
    const third = { version: 3, text, by: "Berta", at: new Date().toISOString() };
    await workspace.write((db) => addGuidelines(db, 1, third));
    await workspace.close();
    await page.getByRole("button", { name: "Guidelines (changed since you read them)" }).click();
    await pane().getByText("Changed since you read version 2.").waitFor(patience);
    await pane().getByRole("button", { name: "What changed", exact: true }).click();
    await pane().getByText("+ - **Yes** if the result answers the question").waitFor(patience);
    await pane().getByText("− - No with a note that says why").waitFor(patience);
    await pane().getByRole("button", { name: "I have read them" }).click();
    await page.getByRole("button", { name: "Guidelines", exact: true }).waitFor(patience);
  });
});
