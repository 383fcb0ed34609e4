import { copyFileSync, rmSync } from "node:fs";
import os from "node:os";
import { chromium } from "playwright-core";
import { findBrowser } from "../electron/hosts/web/find-browser.ts";
import { startWorkbench } from "../electron/hosts/web/start-workbench.ts";
import { sourcePaths } from "../electron/program-paths.ts";
import { distFolder, ensureBuilt } from "./build.ts";
await ensureBuilt("renderer", "sample");
for (const end of ["", "-wal", "-shm"]) rmSync(`/tmp/figdemo/s.querent${end}`, { force: true });
copyFileSync("/tmp/figdemo/w.querent", "/tmp/figdemo/s.querent");
const host = await startWorkbench({ workspace: "/tmp/figdemo/s.querent", project: null, port: 0, version: "0.0.0", paths: sourcePaths, rendererDir: distFolder("renderer"), sampleDir: distFolder("sample") });
const browser = await chromium.launch({ executablePath: findBrowser() ?? "", args: ["--no-sandbox"] });
const [tab = "Agreement", ...rest] = process.argv.slice(2);
for (const [w, h, scheme] of [[1280, 800, "light"], [1440, 900, "dark"], [2560, 1440, "light"]] as const) {
  const page = await (await browser.newContext({ viewport: { width: w, height: h }, colorScheme: scheme })).newPage();
  page.on("console", (m) => { if (m.type() === "error") console.log("console", m.text()); });
  page.on("pageerror", (e) => console.log("pageerror", e.message));
  await page.goto(host.mintLaunchUrl());
  await page.waitForTimeout(2500); const no = page.getByRole("button", { name: "Not now" }); if (await no.isVisible()) await no.click(); await page.getByRole("navigation", { name: "Screens" }).getByRole("button", { name: /Quality/ }).click({ timeout: 5000 });
  await page.getByRole("tab", { name: tab, exact: true }).click();
  const become = page.getByRole("button", { name: "Become an adjudicator" });
  await become.or(page.getByRole("table").first()).first().waitFor({ timeout: 20000 });
  if (await become.isVisible()) await become.click();
  await page.getByRole("table").first().waitFor({ timeout: 6000 }).catch(async (e) => { await page.screenshot({ path: "/tmp/figdemo/first.png" }); throw e; });
  if (tab === "Agreement") {
    const work = page.getByRole("button", { name: "Work out pairs and groups" });
    if (await work.isVisible()) await work.click();
    await page.getByRole("table", { name: "Cohen's kappa by pair" }).waitFor({ timeout: 20000 });
    await page.getByRole("button", { name: /anna and bert/ }).click();
  }
  await page.waitForTimeout(1500);
  await page.screenshot({ path: `/tmp/figdemo/${tab}-${w}-${scheme}.png` });
  const region = page.getByRole("region", { name: tab, exact: true }).first();
  await region.evaluate((e) => e.scrollTo(0, e.scrollHeight)).catch(() => {});
  await page.waitForTimeout(600);
  await page.screenshot({ path: `/tmp/figdemo/${tab}-${w}-${scheme}-end.png` });
  await page.close();
}
await browser.close();
await host.close();
process.exit(0);
