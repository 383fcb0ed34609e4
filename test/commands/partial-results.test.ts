import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { openPartialResults } from "../../electron/commands/partial-results.ts";
import { noSmallDisk, smallDisk } from "../engines/small-disk.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const Result = z.object({ text: z.string() });

/** Goes on with the results until `isEnough` of what was said, and is killed so long (ms) after that; gives the keys of what was kept by then. */
async function goOn(
  out: string,
  isEnough: (line: string, kept: number) => boolean,
  afterMs: number,
): Promise<string[]> {
  const script = fileURLToPath(new URL("./partial-until-killed.ts", import.meta.url));
  const child = spawn(process.execPath, [script, out], { stdio: ["ignore", "pipe", "inherit"] });
  const kept: string[] = [];
  const reading = createInterface({ input: child.stdout });
  reading.on("line", (line) => {
    if (line !== "opening") kept.push(line);
    if (!isEnough(line, kept.length) || child.killed) return;
    // No timer: another line may end that wait, and the moments are to be spread over what the program does at its start.
    for (const until = performance.now() + afterMs; performance.now() < until; );
    child.kill("SIGKILL");
  });
  await Promise.all([once(child, "exit"), once(reading, "close")]);
  return kept;
}

describe("results that a command keeps as it goes", () => {
  it("are all there after 30 kills, 20 of them while it begins again", async () => {
    const out = path.join(temporaryFolder(), "out.jsonl");
    // So many that reading them takes long enough to be killed meanwhile.
    const many = Array.from({ length: 3_000 }, (_, at) => `earlier-${at}`);
    const lineOf = (key: string) =>
      `${JSON.stringify({ key, result: { text: `${key} ${"y".repeat(500)}` } })}\n`;
    writeFileSync(`${out}.partial`, many.map(lineOf).join(""));
    const told = [...many];
    let begun = 0;
    for (let round = 0; round < 30; round += 1) {
      const duringStart = round % 3 !== 0;
      if (duringStart) appendFileSync(`${out}.partial`, lineOf("torn").slice(0, 100 + round));
      const kept = duringStart
        ? await goOn(out, (line) => line === "opening", round * 5)
        : await goOn(out, (_, count) => count >= 5 + round, 0);
      if (kept.length > 0) begun += 1;
      told.push(...kept);
      const partial = openPartialResults(out, Result);
      const lost = told.filter((key) => !partial.get(key)?.text.startsWith(`${key} `));
      partial.close();
      expect(lost).toEqual([]);
    }
    expect(begun).toBeGreaterThanOrEqual(10);
    // The torn lines were never gone on with: every line is whole.
    const lines = readFileSync(`${out}.partial`, "utf8").split("\n").filter(Boolean);
    expect(lines.filter((line) => !line.endsWith('"}}'))).toEqual([]);
  });

  it.skipIf(noSmallDisk !== null)(
    `that the disk does not take end it with what to do, and what was kept before stays (${noSmallDisk ?? "a small disk"})`,
    () => {
      const out = path.join(smallDisk("64k"), "out.jsonl");
      const partial = openPartialResults(out, Result);
      partial.add("first", { text: "kept" });
      const text = "x".repeat(100_000);
      expect(() => partial.add("second", { text })).toThrow(
        `The disk is full: nothing more can be written to ${out}`,
      );
      partial.close();
      const again = openPartialResults(out, Result);
      expect([again.get("first"), again.get("second")]).toEqual([{ text: "kept" }, null]);
      again.complete();
    },
  );
});
