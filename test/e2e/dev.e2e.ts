import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { distFolder, ensureBuilt } from "../../build/build.ts";
import { closeSharedBrowser, sharedBrowser } from "../support/browser.ts";

const root = path.resolve(import.meta.dirname, "../..");
const patience = { timeout: 60_000 };
let copy: string;
let dev: ChildProcess;
let output = "";

// On a copy: the sources themselves are what is changed.
beforeAll(async () => {
  await ensureBuilt("sample");
  copy = mkdtempSync(path.join(tmpdir(), "querent-dev-"));
  for (const part of [
    "build",
    "docs",
    "electron",
    "renderer",
    "shared",
    "tasks",
    "package.json",
    "tsconfig.json",
    "tsconfig.base.json",
    "package-lock.json",
  ])
    cpSync(path.join(root, part), path.join(copy, part), { recursive: true });
  cpSync(distFolder("sample"), path.join(copy, "dist/sample"), { recursive: true });
  cpSync(path.join(root, "dist/.sample.stamp"), path.join(copy, "dist/.sample.stamp"));
  symlinkSync(path.join(root, "node_modules"), path.join(copy, "node_modules"), "dir");
  dev = spawn(
    process.execPath,
    ["build/dev.ts", "--no-window", "--workspace", path.join(copy, "workspace.querent")],
    { cwd: copy, stdio: ["ignore", "pipe", "pipe"] },
  );
  for (const stream of [dev.stdout, dev.stderr])
    stream?.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
});

afterAll(async () => {
  const ended = new Promise((resolve) => dev.once("exit", resolve));
  dev.kill("SIGTERM");
  await ended;
  await closeSharedBrowser();
  rmSync(copy, { recursive: true, force: true });
});

function edit(file: string, from: string, to: string): void {
  const text = readFileSync(path.join(copy, file), "utf8");
  expect(text).toContain(from);
  writeFileSync(path.join(copy, file), text.replace(from, to));
}

test("a changed component is drawn in the same page, and a changed service answers after a reload", {
  timeout: 240_000,
}, async () => {
  await expect.poll(() => output, patience).toContain("#launch=");
  const page = await (await (await sharedBrowser()).newContext()).newPage();
  await page.goto(/http\S+#launch=\S+/.exec(output)?.[0] ?? "");
  await page.getByRole("navigation", { name: "Screens" }).waitFor(patience);
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));

  edit("renderer/app/top-bar.tsx", "{screen}</h1>", "{screen}, drawn anew</h1>");
  await page.getByRole("heading", { name: /, drawn anew$/ }).waitFor(patience);
  expect(await page.evaluate(() => "sameDocument" in window)).toBe(true);

  const before = output.length;
  edit(
    "electron/services/session.ts",
    "version,\n          workspacePath",
    'version: "changed",\n          workspacePath',
  );
  await expect.poll(() => output.slice(before), patience).toContain("starts again");
  // The window is still signed in: only what it has asked is older.
  await expect
    .poll(async () => {
      await page.reload();
      await page.getByRole("navigation", { name: "Screens" }).waitFor({ timeout: 10_000 });
      await page.getByRole("button", { name: /Settings/ }).click();
      return page.getByText("changed", { exact: true }).count();
    }, patience)
    .toBe(1);
});
