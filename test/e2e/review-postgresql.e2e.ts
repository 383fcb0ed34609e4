import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Cluster, postgresMissing, postgresPrograms, startCluster } from "../engines/postgres.ts";
import { anyHost } from "../support/launch.ts";
import { oneWindow } from "./support/one-window.ts";
import { grid, isSaved, judgement, predictionsFile, showsItem, verdictBar } from "./support/review-page.ts";

/** A cluster is made and a dump is loaded before the first results are there. */
const loading = { timeout: 120_000 };

const dump = `
CREATE TYPE mood AS ENUM ('calm', 'rough');
CREATE TABLE ship (id integer PRIMARY KEY, name text, tonnage numeric(10,2), built timestamptz, tags text[], mood mood);
INSERT INTO ship SELECT n, 'ship ' || n, n * 1.50, timestamptz '2024-01-01 00:00+00' + n * interval '1 day', ARRAY['a', 'b'], 'calm'
  FROM generate_series(1, 300) AS n;
`;

const opening = (folder: string) => {
  mkdirSync(path.join(folder, "databases"));
  writeFileSync(path.join(folder, "databases", "empty.sql"), dump);
  const items = [
    {
      predicted: "SELECT id, tonnage, built, tags, mood FROM ship WHERE name ILIKE 'SHIP 1%' ORDER BY id",
      gold: "SELECT DISTINCT ON (id) id, tonnage, built, tags, mood FROM ship WHERE name ~ '^ship 1'",
    },
    { predicted: "SELECT id::text || '!' AS shout FROM ship ORDER BY id", gold: "SELECT id FROM ship" },
  ];
  return { project: predictionsFile(folder, "predictions.json", items) };
};

/** Judges as on SQLite: both results, exact values, pages, the verdict, a query of one's own, the schema. */
async function reviews(page: Page): Promise<void> {
  await page.getByRole("region", { name: "What differs" }).getByRole("paragraph").waitFor(loading);
  await showsItem(page, 1);
  for (const side of ["predicted", "gold"] as const)
    for (const name of ["1.50", "2024-01-02 00:00:00+00", "{a,b}", "calm"])
      await grid(page, side).getByRole("gridcell", { name, exact: true }).first().waitFor(loading);
  await page.keyboard.press("j");
  await showsItem(page, 2);
  await grid(page, "predicted").getByRole("gridcell", { name: "1!", exact: true }).waitFor(loading);
  await grid(page, "predicted").click();
  await page.keyboard.press("Control+End");
  await grid(page, "predicted").getByRole("gridcell", { name: "300!", exact: true }).waitFor(loading);
  await page.keyboard.press("Escape");
  await verdictBar(page).getByRole("button", { name: "yes" }).click();
  expect(await judgement(page)).toMatchObject({ yes: true });
  await isSaved(page);
  await page.keyboard.press("Escape");
  await page.keyboard.press("q");
  const scratch = page.getByRole("region", { name: "Scratch query" });
  await scratch.locator(".monaco-editor").waitFor(loading);
  await page.keyboard.type("SELECT count(*) + 42 AS answer FROM ship");
  await page.keyboard.press("Control+Enter");
  await scratch.getByRole("gridcell", { name: "342" }).waitFor(loading);
  await page.keyboard.press("Control+a");
  await page.keyboard.type("DELETE FROM ship");
  await page.keyboard.press("Control+Enter");
  await scratch.getByText("Refused: the scratch query may only read.").waitFor(loading);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "empty", exact: true }).click();
  const schema = page.getByRole("tree", { name: "Schema of empty" });
  await schema.getByText("ship", { exact: true }).click();
  await schema.getByText("tonnage").click();
  await page.getByRole("region", { name: "Schema" }).getByText("Sample values").waitFor(loading);
}

anyHost("reviewing PostgreSQL predictions with a dump", (launch) => {
  const at = oneWindow(launch, opening);

  test("on PGlite, which the import chooses", { timeout: 300_000 }, async () => {
    await at.page
      .getByRole("contentinfo")
      .getByText(/^PGlite · /)
      .waitFor(loading);
    await reviews(at.page);
  });
});

anyHost("reviewing with a dump that takes long to load", (launch) => {
  const at = oneWindow(launch, (folder) => {
    mkdirSync(path.join(folder, "databases"));
    writeFileSync(path.join(folder, "databases", "empty.sql"), `${dump}SELECT pg_sleep(4);`);
    const items = [{ predicted: "SELECT count(*) FROM ship", gold: "SELECT 300" }];
    return { project: predictionsFile(folder, "predictions.json", items) };
  });

  test("shows how far the load is; cancelled, it is begun again by the key", {
    timeout: 300_000,
  }, async () => {
    const { page } = at;
    const loads = page.getByText(/^Loading empty for the first time: .+ of .+, statement [0-9]+$/);
    await loads.waitFor(loading);
    await page.getByRole("button", { name: /^Cancel/ }).click();
    await page.getByText("Cancelled").first().waitFor(loading);
    await page.keyboard.press("r");
    await loads.waitFor(loading);
    await showsItem(page, 1);
    await grid(page, "predicted").getByRole("gridcell", { name: "300", exact: true }).waitFor(loading);
  });
});

describe.skipIf(postgresPrograms() === null)(`on a server (else skipped: ${postgresMissing})`, () => {
  let cluster: Cluster;
  beforeAll(() => {
    cluster = startCluster();
  });
  afterAll(() => cluster?.stop());

  anyHost("reviewing PostgreSQL predictions on a server", (launch) => {
    const at = oneWindow(launch, opening);

    test("that is chosen in the settings, its password asked for apart", { timeout: 300_000 }, async () => {
      const { page } = at;
      const password = /:([^:@/]+)@/.exec(cluster.url)?.[1] ?? "";
      await page
        .getByRole("contentinfo")
        .getByText(/^PGlite · /)
        .click(loading);
      const engines = page.getByRole("radiogroup", { name: "Predictions run on" });
      await engines.getByRole("radio", { name: /PostgreSQL server/ }).click();
      await page.getByRole("textbox", { name: "Server" }).fill(cluster.url.replace(`:${password}@`, "@"));
      // A slow server: the check that begins without the password is still under way when the password comes.
      const [postmaster] = readFileSync(
        path.join(cluster.socketFolder, "../data/postmaster.pid"),
        "utf8",
      ).split("\n");
      process.kill(Number(postmaster), "SIGSTOP");
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await page.getByLabel("Password").fill(password);
      await page.getByRole("button", { name: "Set password" }).click();
      await page.waitForTimeout(500);
      process.kill(Number(postmaster), "SIGCONT");
      await expect
        .poll(() => page.getByRole("status").allInnerTexts(), loading)
        .toContain("Connected to the server.");
      await page
        .getByRole("navigation", { name: "Screens" })
        .getByRole("button", { name: /Review/ })
        .click();
      await page
        .getByRole("contentinfo")
        .getByText(/^PostgreSQL · /)
        .waitFor(loading);
      await reviews(page);
    });
  });
});
