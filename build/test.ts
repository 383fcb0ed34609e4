// npm test: brings what the suites need, builds what they run, runs every suite, and ends with "N passed, N failed".
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ensureBuilt } from "./build.ts";
import { chromium, installMissing, postgres } from "./debian-packages.ts";
import { runEntry, runTool } from "./run-tool.ts";

const root = path.resolve(import.meta.dirname, "..");

/** The part of vitest's JSON report that is read here. */
interface Report {
  numPassedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
}

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
  /** A line for each failure, with its first words. */
  failures: string[];
}

function runSuites(projects: string[]): Counts {
  const folder = mkdtempSync(path.join(tmpdir(), "querent-test-"));
  const file = path.join(folder, "report.json");
  try {
    const chosen = projects.flatMap((project) => ["--project", project]);
    const ok = runTool(root, "vitest", [
      "run",
      ...chosen,
      // Files that are asked for by name are those of one project.
      "--passWithNoTests",
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${file}`,
      ...process.argv.slice(2),
    ]);
    const report = JSON.parse(readFileSync(file, "utf8")) as Report;
    // A file that breaks before its first test counts as one failure; so does a run that failed for no named test.
    const broken = report.testResults.filter(
      (suite) => suite.status === "failed" && suite.assertionResults.length === 0,
    );
    const failures = [
      ...broken.map(({ name, message }) => failureLine(name, "", message)),
      ...failedTests(report),
    ];
    if (failures.length === 0 && !ok)
      failures.push(
        `FAILED: the ${projects.join(" and ")} suites, for an error outside every test; see above`,
      );
    return {
      passed: report.numPassedTests,
      failed: failures.length,
      skipped: report.numPendingTests + report.numTodoTests,
      failures,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function failedTests({ testResults }: Report): string[] {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === "failed")
      .map(({ fullName, failureMessages }) => failureLine(name, fullName, failureMessages[0] ?? "")),
  );
}

function failureLine(file: string, test: string, message: string): string {
  return `FAILED: ${path.relative(root, file)} ${test}\n        ${message.split("\n", 3).join("\n        ")}`;
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
