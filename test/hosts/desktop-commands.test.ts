import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Browser } from "playwright-core";
import { beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { distFolder, ensureBuilt } from "../../build/build.ts";
import { makeSingers } from "../queries/support.ts";
import { Runtime } from "../support/double/runtime.ts";
import { startDouble } from "../support/double/start-double.ts";
import { jsonLines } from "../support/run-querent.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();

/** Starts the desktop program with these arguments, on the double of Electron; no window may open. */
async function desktop(...args: string[]) {
  const runtime = new Runtime({
    browser: null as unknown as Browser,
    userData: path.join(folder, "user-data"),
    dark: false,
    singleInstance: true,
    workAreas: [],
  });
  const out: string[] = [];
  const notes: string[] = [];
  const toOut = vi.spyOn(process.stdout, "write").mockImplementation((text) => out.push(String(text)) > 0);
  const toNotes = vi
    .spyOn(process.stderr, "write")
    .mockImplementation((text) => notes.push(String(text)) > 0);
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
  await startDouble(runtime, path.join(distFolder("program"), "main.mjs"), args);
  const code = await runtime.exitCode;
  toOut.mockRestore();
  toNotes.mockRestore();
  return { code, out: out.join(""), notes: notes.join(""), windows: runtime.windows.size };
}

describe("the desktop program, on a double of Electron", () => {
  beforeAll(() => ensureBuilt("program"));

  it("runs a headless command without a window, over processes of its own", async () => {
    makeSingers(folder);
    const input = path.join(folder, "predictions.json");
    const sql = "SELECT name FROM singer";
    writeFileSync(
      input,
      JSON.stringify([{ question_id: 1, db_id: "singer", question: "?", predicted_sql: sql, gold_sql: sql }]),
    );
    const out = path.join(folder, "out.jsonl");
    const options = ["--input", input, "--databases", folder, "--out", out];
    const ended = await desktop("--no-sandbox", "predictions", "evaluate", ...options);
    expect(ended).toMatchObject({ code: 0, windows: 0 });
    expect(jsonLines(ended.out)).toMatchObject([{ items: 1, ex: { set: { true: 1 } } }]);
    expect(jsonLines(readFileSync(out, "utf8"))).toMatchObject([{ db_id: "singer", ex: { set: true } }]);
  });

  it("prints its version, and refuses what it does not understand", async () => {
    expect(await desktop("--version")).toMatchObject({ code: 0, out: "0.0.0-double\n", windows: 0 });
    expect(await desktop("tasks", "frobnicate")).toMatchObject({ code: 2, out: "", windows: 0 });
    expect(await desktop("lint-tasks")).toMatchObject({
      code: 2,
      notes: expect.stringContaining("querent tasks lint"),
    });
  });
});
