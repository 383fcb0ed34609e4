// npm run check: types, format and lint, import rules, names and lengths of declarations, dead code. Ends with 1 when any of them complains.
import path from "node:path";
import { declarationProblems } from "./declarations.ts";
import { checkLayers } from "./layers.ts";
import { runTool } from "./run-tool.ts";

const root = path.resolve(import.meta.dirname, "..");

async function layersHold(): Promise<boolean> {
  const { violations, cruised, expected } = await checkLayers(root);
  for (const violation of violations) console.error(`import rule broken: ${violation}`);
  if (cruised !== expected) {
    console.error(
      `dependency-cruiser read ${cruised} of ${expected} source files: its TypeScript parser is not at work.`,
    );
  }
  return violations.length === 0 && cruised === expected;
}

function declarationsHold(): boolean {
  const problems = declarationProblems(root);
  for (const problem of problems) console.error(problem);
  return problems.length === 0;
}

const steps: [string, () => boolean | Promise<boolean>][] = [
  // Several checkers for one project repeat each other's work: they take twice the processor time, and on two cores twice the wait.
  ["types (tsc)", () => runTool(root, "tsc", ["-b", "--checkers", "1"])],
  ["format and lint (Biome)", () => runTool(root, "biome", ["check", "--error-on-warnings"])],
  ["import rules (dependency-cruiser)", layersHold],
  ["names and lengths of declarations", declarationsHold],
  ["dead code (knip)", () => runTool(root, "knip", [])],
];

let failed = 0;
for (const [name, step] of steps) {
  const ok = await step();
  console.log(`${ok ? "ok    " : "FAILED"} ${name}`);
  if (!ok) failed++;
}
process.exit(failed === 0 ? 0 : 1);
