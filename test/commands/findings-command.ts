import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { jsonLines, runQuerent } from "../support/run-querent.ts";

/** Runs a command that writes findings, a JSON line each; answers them with what it said. */
export async function findingsOf(command: "check" | "lint", args: string[], folder: string) {
  const out = path.join(folder, "findings.jsonl");
  writeFileSync(out, "");
  const { code, results, notes } = await runQuerent("tasks", command, ...args, "--out", out);
  return { code, results, notes, findings: jsonLines(readFileSync(out, "utf8")) };
}
