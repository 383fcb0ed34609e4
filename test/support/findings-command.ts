import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { runCommandLine } from "../../electron/cli.ts";

/** Runs a command that writes findings, a JSON line each; answers them with what it said. */
export async function findingsOf(command: "check-tasks" | "lint-tasks", args: string[], folder: string) {
  const out = path.join(folder, "findings.jsonl");
  writeFileSync(out, "");
  const results: unknown[] = [];
  const notes: string[] = [];
  const code = await runCommandLine([command, ...args, "--out", out], {
    result: (value) => void results.push(value),
    note: (text) => void notes.push(text),
  });
  const lines = readFileSync(out, "utf8").split("\n").filter(Boolean);
  return { code, results, notes, findings: lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
}
