import { expect, test, vi } from "vitest";
import { anyHost } from "../support/launch.ts";
import { copyPrepared } from "../support/prepared-workspace.ts";
import { importOpinions } from "./support/import-opinions.ts";
import { oneWindow } from "./support/one-window.ts";
import { patience } from "./support/review-page.ts";
import { seriousFindings } from "./support/serious-findings.ts";

vi.setConfig({ testTimeout: 30_000, hookTimeout: 120_000 });

anyHost("the agreement of a project", (launch) => {
  const at = oneWindow(launch, async (folder) => {
    copyPrepared("sample", folder);
    // Ada and Ben differ on every fourth item, Cleo said the same of all that she judged.
    await importOpinions(folder, "opinions", (id) => ({
      Ada: id % 2 === 0 ? "yes" : "no",
      Ben: id % 4 === 0 ? "no" : id % 2 === 0 ? "yes" : "no",
      ...(id < 8 && id % 2 === 0 ? { Cleo: "yes" as const } : {}),
    }));
  });
  const open = async (project: RegExp): Promise<void> => {
    await at.page.getByRole("button", { name: /Switch project/ }).click();
    await at.page.getByRole("menuitem", { name: project }).click();
    await goToQuality();
  };
  const goToQuality = () =>
    at.page
      .getByRole("navigation", { name: "Screens" })
      .getByRole("button", { name: /Quality/ })
      .click();

  test("teaches what it needs while no item has two opinions", async () => {
    const { page } = at;
    await goToQuality();
    await page.getByRole("tab", { name: "Agreement", exact: true }).click();
    await page.getByRole("button", { name: "Become an adjudicator" }).click();
    await page.getByRole("heading", { name: "No item has two opinions yet" }).waitFor(patience);
  });

  test("shows each figure with its intervals, or in words why it is undefined", async () => {
    const { page } = at;
    await open(/opinions/);
    await page.getByRole("button", { name: "Become an adjudicator" }).click();
    const figures = page.getByRole("table", { name: "Figures of the project" });
    await figures.waitFor(patience);
    await page.getByText("24 of 24 judged items have two or more opinions").waitFor(patience);
    // 20 items with two opinions (6 of them differ, less those that Cleo judged, too) and four with three.
    const row = figures.getByRole("row", { name: /^Raw agreement/ });
    await expect
      .poll(() => row.getByRole("cell").allInnerTexts())
      .toEqual([
        "0.778",
        expect.stringMatching(/^0\.\d+ … /),
        expect.stringMatching(/^0\.\d+ … /),
        expect.stringMatching(/^0\.\d+$/),
      ]);
    expect(await seriousFindings(page)).toEqual([]);
  });

  test("works out pairs and groups by a key of the palette, and opens what a pair stands on by the mouse", async () => {
    const { page } = at;
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").fill("Work out pairs");
    await page.getByRole("option", { name: /Work out pairs and groups/ }).waitFor(patience);
    await page.keyboard.press("Enter");
    const matrix = page.getByRole("table", { name: "Cohen's kappa by pair" });
    await matrix.getByRole("button", { name: "Ada and Ben: 0.500 on 24 items" }).click();
    const labels = page.getByRole("table", { name: "Their labels" });
    await expect
      .poll(() => labels.getByRole("row", { name: /^yes/ }).getByRole("cell").allInnerTexts())
      .toEqual(["6", "6"]);
    // Ada and Cleo said yes of all that both judged.
    await matrix.getByRole("button", { name: "Ada and Cleo: undefined on 4 items" }).click();
    await page
      .getByText(/^Undefined: All opinions are the same label/)
      .first()
      .waitFor(patience);
    expect(await seriousFindings(page)).toEqual([]);
  });

  test("draws a figure by group, and exports report and plot", async () => {
    const { page } = at;
    await page.getByRole("combobox", { name: "Groups" }).click();
    await page.getByRole("option", { name: "By database" }).click();
    await page.getByRole("img", { name: "Gwet's AC1 by database" }).waitFor(patience);
    const rows = page.getByRole("table", { name: "Gwet's AC1 by database" });
    await rows.getByRole("row", { name: /^harbour/ }).waitFor(patience);
    const saved = async (start: () => Promise<void>): Promise<Buffer> => {
      const [download] = await Promise.all([page.waitForEvent("download", patience), start()]);
      const chunks: Buffer[] = [];
      for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
      return Buffer.concat(chunks);
    };
    const report = (await saved(() => page.getByRole("button", { name: "Report" }).click())).toString();
    expect(report).toContain("<h1>Agreement: opinions</h1>");
    expect(report).not.toContain("<script");
    expect(report).toContain("Ada and Ben");
    const png = await saved(async () => {
      await page.getByRole("button", { name: /^Export plot: Gwet's AC1/ }).click();
      await page.getByRole("menuitem", { name: "Plot (PNG)" }).click();
    });
    expect(png.subarray(1, 4).toString()).toBe("PNG");
  });

  test("has a dashboard of the work: progress, labels, and what is done here from the first key on", async () => {
    const { page } = at;
    await page.getByRole("tab", { name: "Dashboard" }).click();
    await page.getByText("Nobody has labelled an item here yet").waitFor(patience);
    await page.getByText("24 of 24").first().waitFor(patience);
    const labels = page.getByRole("table", { name: "Opinions by label" });
    await labels.getByRole("row", { name: /^yes/ }).waitFor(patience);
    expect(await seriousFindings(page)).toEqual([]);
    await page
      .getByRole("navigation", { name: "Screens" })
      .getByRole("button", { name: /Review/ })
      .click();
    await page.getByRole("region", { name: "Verdict", exact: true }).waitFor(patience);
    await page.keyboard.press("y");
    await page.keyboard.press("Control+s");
    await page.getByText("Saved", { exact: true }).waitFor(patience);
    await goToQuality();
    await page.getByRole("img", { name: "Throughput" }).waitFor(patience);
    await labels.getByRole("row", { name: /^yes/ }).getByText("23").waitFor(patience);
    const [download] = await Promise.all([
      page.waitForEvent("download", patience),
      page.getByRole("button", { name: "Report" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("opinions-dashboard.html");
  });
});
