// npm test: brings what the suites need, builds what they run, runs every suite, and ends with "N passed, N failed".
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ensureBuilt } from "./build.ts";
import { chromium, installMissing, postgres } from "./debian-packages.ts";
import type { Outcome } from "./outcome-reporter.ts";
import { runEntry, runTool } from "./run-tool.ts";

const root = path.resolve(import.meta.dirname, "..");

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
  /** A line or a few for each failure, with its first words. */
  failures: string[];
}

function runSuites(projects: string[]): Counts {
  const folder = mkdtempSync(path.join(tmpdir(), "querent-test-"));
  const file = path.join(folder, "outcome.json");
  process.env.QUERENT_TEST_OUTCOME = file;
  try {
    const chosen = projects.flatMap((project) => ["--project", project]);
    const ok = runTool(root, "vitest", [
      "run",
      ...chosen,
      // Files that are asked for by name are those of one project.
      "--passWithNoTests",
      "--reporter=default",
      "--reporter=./build/outcome-reporter.ts",
      ...process.argv.slice(2),
    ]);
    const { passed, skipped, failures } = JSON.parse(readFileSync(file, "utf8")) as Outcome;
    const lines = failures.map(
      ({ file, name, message }) =>
        `FAILED: ${path.relative(root, file)} ${name}\n        ${message.split("\n", 4).join("\n        ")}`,
    );
    if (lines.length === 0 && !ok)
      lines.push(`FAILED: the ${projects.join(" and ")} suites, for what is told above`);
    return { passed, failed: lines.length, skipped, failures: lines };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const missing = installMissing([chromium, postgres]);
for (const { program, command } of missing) {
  console.error(`SKIPPED: every suite that needs ${program.name}. To run them: ${command}`);
}
const checked = runEntry(root, "build/check.ts");
await ensureBuilt();
// Suites start processes of the program as it was built (test/support/program-paths.ts).
process.env.QUERENT_TEST_BUILT = "yes";
const servers = postgres.find() === null ? [] : ["on-server"];
const unit = runSuites(["pure", "unit", "on-pglite", ...servers]);
const none: Counts = { passed: 0, failed: 0, skipped: 1, failures: [] };
const e2e = chromium.find() === null ? none : runSuites(["e2e"]);
const passed = unit.passed + e2e.passed + (checked ? 1 : 0);
const skipped = unit.skipped + e2e.skipped;
const failures = unit.failed + e2e.failed;
// Such as a file asked for by a name that it does not have.
const noneRan = failures + unit.passed + e2e.passed === 0;
if (noneRan) console.log("FAILED: no test ran");
const failed = failures + (checked ? 0 : 1) + (noneRan ? 1 : 0);
// Named once more at the end, where they are found in a long log.
for (const failure of [...unit.failures, ...e2e.failures]) console.log(failure);
if (skipped > 0) console.log(`${skipped} skipped, each with its reason in its name`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
