import { mkdirSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { anyHost } from "../support/launch.ts";
import { oneWindow } from "./support/one-window.ts";
import { grid, noteField, patience, predictionsFile, showsItem, verdictBar } from "./support/review-page.ts";

const endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n";
const million =
  "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000) SELECT i, 'row ' || i AS text FROM n";

const values =
  "NULL AS a, '' AS b, 9223372036854775807 AS c, 9e999 AS d, x'00ff' AS e, CAST(x'ff41' AS TEXT) AS f, 'a' || char(10) || ' b ' AS g";
const markup = "SELECT '<img src=x onerror=alert(1)>' AS \"<b>x</b>\", '=1+1' AS f";

/** So many frames are drawn while a query runs away. */
const drawnFrames = 60;

type Items = Parameters<typeof predictionsFile>[2];

/** Puts these items over a small database into a folder, to be opened from there. */
const opening = (items: Items) => (folder: string) => {
  mkdirSync(path.join(folder, "databases"));
  const db = new DatabaseSync(path.join(folder, "databases", "empty.sqlite"));
  db.exec("CREATE TABLE t (a INTEGER, b TEXT)");
  db.close();
  return { project: predictionsFile(folder, "hostile.json", items) };
};

anyHost("reviewing SQL that never ends", (launch) => {
  const at = oneWindow(launch, opening([{ predicted: endless, gold: "SELECT 1" }]));

  test("while a query runs away the window takes every key, draws its frames, and can cancel", async () => {
    const { page } = at;
    await page
      .getByText(/^Running, /)
      .first()
      .waitFor(patience);
    // Processor time of the window's own thread: what else the machine does counts for nothing.
    const devTools = await page.context().newCDPSession(page);
    await devTools.send("Performance.enable", { timeDomain: "threadTicks" });
    const windowSeconds = async () => {
      const { metrics } = await devTools.send("Performance.getMetrics");
      return metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN;
    };
    const before = await windowSeconds();
    const frames = page.evaluate(async (many) => {
      for (let drawn = 0; drawn < many; drawn += 1) await new Promise(requestAnimationFrame);
    }, drawnFrames);
    await page.keyboard.press("e");
    const text = "The window stays mine while the query runs.";
    await page.keyboard.type(text);
    expect(await noteField(page).inputValue()).toBe(text);
    await frames;
    const seconds = (await windowSeconds()) - before;
    expect(seconds / (drawnFrames + text.length)).toBeLessThan(0.05);
    // All that while the query ran: there is still something to cancel.
    await page.keyboard.press("Control+.");
    await page.getByText("Cancelled").first().waitFor(patience);
    await page.keyboard.press("Escape");
    await page.keyboard.press("r");
    await page
      .getByText(/^Running, /)
      .first()
      .waitFor(patience);
  });
});

anyHost("reviewing long results", (launch) => {
  const at = oneWindow(launch, opening([{ predicted: million, gold: million }]));

  test("a result of a million rows says so exactly and is read at its end", {
    timeout: 240_000,
  }, async () => {
    const { page } = at;
    const long = { timeout: 60_000 };
    const difference = page.getByRole("region", { name: "What differs" }).getByRole("paragraph");
    await difference.waitFor(long);
    // On a machine with much else to do the ten seconds that are given first do not always do.
    if ((await page.getByText(/^Stopped at the limit/).count()) > 0) await page.keyboard.press("Shift+r");
    for (const side of ["Predicted", "Gold"])
      await page
        .getByRole("region", { name: `${side} result` })
        .getByText("1,000,000 rows")
        .waitFor(long);
    await difference.waitFor(long);
    await page.keyboard.press("[");
    await page.keyboard.press("Control+End");
    await grid(page, "predicted").getByText("row 1000000", { exact: true }).waitFor(patience);
    // Laid side by side, both show the same lines.
    await grid(page, "gold").getByText("row 1000000", { exact: true }).waitFor(patience);
  });
});

anyHost("reviewing hostile SQL", (launch) => {
  const at = oneWindow(
    launch,
    opening([
      { predicted: `SELECT ${values}`, gold: `SELECT ${values}` },
      { predicted: "SELECT nope FROM t", gold: "SELECT a FROM t" },
      { predicted: "DELETE FROM t", gold: "SELECT count(*) FROM t" },
      { predicted: markup, gold: markup },
    ]),
  );

  /** Walks on to the item that follows. */
  const next = async (place: number): Promise<void> => {
    await at.page.keyboard.press("Escape");
    await at.page.keyboard.press("j");
    await showsItem(at.page, place);
  };

  test("what SQLite can hold is shown as it is: NULL, empty, big integers, infinities, bytes, odd text", async () => {
    const { page } = at;
    await showsItem(page, 1);
    const cells = await grid(page, "gold").getByRole("gridcell").allInnerTexts();
    expect(cells).toEqual(["NULL", "''", "9223372036854775807", "Infinity", "x'00ff'", "x'ff41'", "a↵ b·"]);
  });

  test("an error is told under the SQL that made it, with its place marked", async () => {
    const { page } = at;
    await next(2);
    const result = page.getByRole("region", { name: "Predicted result" });
    await result.getByText("no such column: nope").waitFor(patience);
    const mark = page.getByRole("region", { name: "Predicted SQL" }).locator(".code-mark-error");
    await expect.poll(async () => (await mark.allInnerTexts()).join(""), patience).toContain("nope");
  });

  test("a write is refused in words, and the item can still be judged", async () => {
    const { page } = at;
    await next(3);
    await page.getByText("The statement was refused: only reading is allowed.").waitFor(patience);
    await page.keyboard.press("n");
    await page.keyboard.press("e");
    await page.keyboard.type("Writes.");
    await page.keyboard.press("Control+s");
    await verdictBar(page).getByText("saved", { exact: true }).waitFor(patience);
  });

  test("SQL that looks like markup or formulas is only text", async () => {
    const { page } = at;
    await next(4);
    await grid(page, "gold").getByText("<img src=x onerror=alert(1)>").waitFor(patience);
    expect(await page.locator("img[src=x]").count()).toBe(0);
  });
});
