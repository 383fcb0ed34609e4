import { expect, test } from "vitest";
import { anyHost } from "../support/launch.ts";
import { oneWindow } from "./support/one-window.ts";
import { isSaved, patience, showsItem, verdictBar } from "./support/review-page.ts";
import { seriousFindings } from "./support/serious-findings.ts";

anyHost("a corrected SQL", (launch) => {
  const at = oneWindow(launch);
  const pane = () => at.page.getByRole("region", { name: "Corrected SQL", exact: true });

  test("is written by the keyboard, runs beside both sides at once, and is saved with the verdict", async () => {
    const { page } = at;
    await showsItem(page, 1);
    await page.keyboard.press("j");
    await showsItem(page, 2);
    await page.keyboard.press("y");
    await page.keyboard.press("x");
    await pane().locator(".monaco-editor").waitFor(patience);
    await page.keyboard.type("SELECT 42 AS answer");
    await pane().getByText("Differs from the gold.").waitFor(patience);
    await pane().getByText("Differs from the prediction.").waitFor(patience);
    await page.keyboard.press("Control+a");
    await page.keyboard.type("SELECT nothing FROM nowhere");
    await pane().getByText("It does not run.").waitFor(patience);
    await page.keyboard.press("Control+a");
    await page.keyboard.type("SELECT COUNT(DISTINCT vessel_id) FROM port_call WHERE arrived_at LIKE '2022%'");
    await pane().getByText("Agrees with the gold.").waitFor(patience);
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press("Control+Enter");
    await showsItem(page, 3);
    await isSaved(page);
    await pane().getByText("How would you write it?").waitFor(patience);
    await page.keyboard.press("Escape");
    await page.keyboard.press("k");
    await showsItem(page, 2);
    await page.keyboard.press("h");
    const history = page.getByRole("dialog", { name: "History of this verdict" });
    await history.getByText(/SELECT COUNT\(DISTINCT vessel_id\) FROM port_call WHERE/).waitFor(patience);
    await page.keyboard.press("Escape");
    await page.keyboard.press("x");
    await pane().waitFor({ state: "detached", ...patience });
    await verdictBar(page).getByRole("button", { name: "Corrected SQL (given)" }).waitFor(patience);
  });

  test("begins with the gold by the mouse, stays a draft when the page is loaded anew, and is cleared", async () => {
    const { page } = at;
    await page.keyboard.press("j");
    await showsItem(page, 3);
    await verdictBar(page).getByRole("button", { name: "Corrected SQL" }).click();
    await pane().getByRole("button", { name: "Correct the gold" }).click();
    await pane().getByText("Agrees with the gold.").waitFor(patience);
    await verdictBar(page).getByText("draft", { exact: true }).waitFor(patience);
    await page.reload();
    await showsItem(page, 3);
    await pane().getByText("Agrees with the gold.").waitFor(patience);
    await pane().getByRole("button", { name: "Clear" }).click();
    await pane().getByText("How would you write it?").waitFor(patience);
    await verdictBar(page)
      .getByText("draft", { exact: true })
      .waitFor({ state: "detached", ...patience });
  });
});
