import { expect, test } from "vitest";
import { anyHost } from "../support/launch.ts";
import { oneWindow } from "./support/one-window.ts";
import { isSaved, patience, showsItem } from "./support/review-page.ts";
import { seriousFindings } from "./support/serious-findings.ts";

anyHost("the tutorial", (launch) => {
  const at = oneWindow(launch);
  const strip = () => at.page.getByRole("region", { name: "Tutorial" });
  const next = () => strip().getByRole("button", { name: "Next step" }).click();

  test("leads through a right prediction, a wrong one and a wrong gold, found in the palette, and sees what was done", async () => {
    const { page } = at;
    await showsItem(page, 1);
    expect(await strip().count()).toBe(0);
    await page.keyboard.press("Control+k");
    await page.keyboard.type("tutorial");
    await page.keyboard.press("Enter");
    await strip().getByText("Step 1 of 7").waitFor(patience);
    expect(await seriousFindings(page)).toEqual([]);
    const done = strip().getByLabel("done");
    await page.keyboard.press("y");
    await done.waitFor(patience);
    await next();
    await page.keyboard.press("Control+Enter");
    await showsItem(page, 2);
    await done.waitFor(patience);
    await next();
    await showsItem(page, 2);
    await page.keyboard.press("n");
    await done.waitFor(patience);
    await next();
    await page.keyboard.press("e");
    await page.keyboard.type("It counts calls.");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+Enter");
    await done.waitFor(patience);
    await next();
    await showsItem(page, 94);
    await page.keyboard.press("y");
    await page.keyboard.press("1");
    await page.keyboard.press("Control+s");
    await isSaved(page);
    await done.waitFor(patience);
    await next();
    await showsItem(page, 95);
    await strip().getByText("In doubt?").waitFor(patience);
  });

  test("goes back, is left by the mouse, and begun again", async () => {
    const { page } = at;
    await strip().getByRole("button", { name: "Back" }).click();
    await strip().getByText("Step 5 of 7").waitFor(patience);
    await strip().getByRole("button", { name: "Leave the tutorial" }).click();
    await strip().waitFor({ state: "detached", ...patience });
    await page.getByRole("button", { name: "Tutorial" }).click();
    await strip().getByText("Step 1 of 7").waitFor(patience);
    await showsItem(page, 1);
  });
});
