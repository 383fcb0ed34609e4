import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { ensureBuilt } from "../../build/build.ts";
import { jsonLines } from "../support/run-querent.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const root = path.resolve(import.meta.dirname, "../..");
const folder = temporaryFolder();
const installed = path.join(folder, "node_modules/querent");
const sample = path.join(installed, "dist/sample");
// What a person has: no tools of this checkout, which would bring its Node 24.
const { PATH = "" } = process.env;
const own = PATH.split(path.delimiter).filter((entry) => !entry.includes("node_modules"));
const env = { ...process.env, PATH: own.join(path.delimiter), XDG_DATA_HOME: folder, XDG_CACHE_HOME: folder };

function run(program: string, ...args: string[]) {
  return spawnSync(program, args, { cwd: folder, env, encoding: "utf8" });
}

// npm is a script on Windows, which cannot be started so.
describe.skipIf(process.platform === "win32")("the npm package (skipped on Windows)", () => {
  beforeAll(async () => {
    await ensureBuilt();
    const packed = path.join(folder, "packed");
    mkdirSync(packed);
    const pack = spawnSync("npm", ["pack", "--pack-destination", packed], {
      cwd: root,
      env,
      encoding: "utf8",
    });
    expect(pack.stderr).not.toContain("npm error");
    const [tarball = ""] = readdirSync(packed);
    writeFileSync(path.join(folder, "package.json"), "{}");
    const options = ["--prefer-offline", "--no-audit", "--no-fund"];
    const install = run("npm", "install", ...options, path.join(packed, tarball));
    expect(install.stderr).not.toContain("npm error");
  }, 300_000);

  it("holds bundles and what they read, and neither sources nor maps", () => {
    const files = readdirSync(installed, { recursive: true, encoding: "utf8" });
    for (const file of ["README.md", "LICENSE", "bin/querent.mjs", "dist/program/NOTICES.txt"])
      expect(files).toContain(path.normalize(file));
    expect(files.filter((file) => /\.(ts|tsx|map)$/.test(file))).toEqual([]);
    expect(files.some((file) => /^(test|electron|shared|renderer)\b/.test(file))).toBe(false);
  });

  it("brings the command querent, on whatever Node npm runs on", () => {
    const { version } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
    expect(run("npx", "querent", "--version")).toMatchObject({ status: 0, stdout: `${version}\n` });
  });

  it("evaluates predictions", () => {
    const [file = ""] = readdirSync(path.join(sample, "predictions"));
    const input = ["--input", path.join(sample, "predictions", file)];
    const args = [...input, "--databases", path.join(sample, "databases"), "--out", "out.jsonl"];
    const { status, stdout, stderr } = run("npx", "querent", "predictions", "evaluate", ...args);
    expect({ status, stderr }).toMatchObject({ status: 0 });
    const [summary] = jsonLines(stdout);
    const lines = jsonLines(readFileSync(path.join(folder, "out.jsonl"), "utf8"));
    expect(lines.length).toBeGreaterThan(10);
    expect(summary).toMatchObject({ items: lines.length });
    expect(lines.filter(({ gold }) => (gold as { status: string }).status !== "ok").length).toBeLessThan(
      lines.length / 4,
    );
  });

  it("lints tasks", () => {
    const args = ["--input", path.join(sample, "tasks/tasks.jsonl"), "--out", "-"];
    const { status, stderr } = run("npx", "querent", "tasks", "lint", ...args);
    expect({ status, stderr }).toEqual({
      status: 0,
      stderr: expect.stringContaining('"tasks":13,"errors":0'),
    });
  });

  it("opens the workbench", async () => {
    const options = ["open", "--no-window", "--workspace", path.join(folder, "w.querent")];
    const child = spawn(process.execPath, [path.join(installed, "bin/querent.mjs"), ...options], {
      cwd: folder,
      env,
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    let said = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => {
        said += text;
      });
    await expect.poll(() => said, { timeout: 60_000 }).toMatch(/served at \S+/);
    const [, address = ""] = /served at (\S+)/.exec(said) ?? [];
    expect((await fetch(address)).status).toBe(200);
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGINT");
    expect(await ended).toBe(0);
    expect(existsSync(path.join(folder, "w.querent"))).toBe(true);
  });
});
