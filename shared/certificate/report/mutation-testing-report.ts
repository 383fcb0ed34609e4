import type {
  FileResult,
  MutationTestResult,
  MutantResult as SchemaMutant,
} from "mutation-testing-report-schema/api";
import type { MutantResult, MutantStatus } from "../../domain/certificate.ts";
import { subTasks } from "../../domain/task.ts";
import { survivorClassWords } from "../certificate-words.ts";
import { type CertificateReport, changedGold, type ReportedTask } from "./reported-task.ts";

const statuses: Record<MutantStatus, SchemaMutant["status"]> = {
  killed: "Killed",
  survived: "Survived",
  timeout: "Timeout",
  "no-coverage": "NoCoverage",
  "run-error": "RuntimeError",
  ignored: "Ignored",
};

/**
 * A report of certificates for the tools that read mutation-testing-report-schema (version 2): a file for each text of a
 * gold. Tasks whose gold is not at hand have no file; `config` names them.
 */
export function mutationTestingReport({ title, tasks }: CertificateReport): string {
  const files: Record<string, FileResult> = {};
  const leftOut: string[] = [];
  for (const task of tasks) {
    const { instanceId, mutants } = task.certificate;
    const own = filesOf(task);
    if (Object.keys(own).length === 0 && mutants.length > 0) leftOut.push(instanceId);
    for (const [name, file] of Object.entries(own)) files[freeName(files, name)] = file;
  }
  const report: MutationTestResult = {
    schemaVersion: "2.0",
    thresholds: { high: 80, low: 60 },
    framework: { name: "Querent" },
    config: { title, leftOut },
    files,
  };
  return `${JSON.stringify(report)}\n`;
}

function filesOf(task: ReportedTask): Record<string, FileResult> {
  const files: Record<string, FileResult> = {};
  if (task.task === null) return files;
  const { instanceId, mutants } = task.certificate;
  for (const { phase, goldSql } of subTasks(task.task))
    for (const [statement, source] of goldSql.entries()) {
      const own = mutants.filter(
        (one) => one.phase === phase && one.statement === statement && changedGold(task, one) !== null,
      );
      const name = `${instanceId}/phase-${phase}/gold-${statement + 1}.sql`;
      files[name] = {
        ...{ language: "sql", source },
        mutants: own.map((one, at) => schemaMutant(one, source, `${name}:${at + 1}`)),
      };
    }
  return files;
}

/** Two tasks may have one id; a name is taken only once. */
function freeName(files: Readonly<Record<string, unknown>>, name: string): string {
  let free = name;
  for (let at = 2; free in files; at++) free = name.replace("/", ` (${at})/`);
  return free;
}

function schemaMutant(mutant: MutantResult, source: string, id: string): SchemaMutant {
  const { range, operator, meaning, replacement, status } = mutant;
  const reason = reasonOf(mutant);
  return {
    ...{ id, mutatorName: operator, description: meaning, replacement, status: statuses[status] },
    ...(reason === null ? {} : { statusReason: reason }),
    location: { start: positionOf(source, range.from), end: positionOf(source, range.to) },
  };
}

function reasonOf({ survivor, reason }: MutantResult): string | null {
  if (survivor === null) return reason;
  return `${survivorClassWords[survivor.class].title} (${survivor.rule}): ${survivor.summary}`;
}

/** Line and column, both from 1. */
function positionOf(source: string, offset: number): { line: number; column: number } {
  const before = source.slice(0, offset).split("\n");
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
