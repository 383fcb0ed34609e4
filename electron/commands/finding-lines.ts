import { type Finding, phaseOf } from "#shared/domain/finding.ts";
import { files } from "#shared/findings/reported.ts";
import { describeProblem } from "#shared/formats/bad-input.ts";
import type { TaskFile } from "#shared/formats/task-file.ts";
import type { WholeFile } from "./whole-file.ts";

/** What a file of findings holds, counted. */
export interface FindingSummary {
  tasks: number;
  errors: number;
  warnings: number;
  infos: number;
  rules: Record<string, number>;
}

/** Writes findings, `{instance_id, phase, rule, severity, where, message}` a line, and counts them. */
export interface FindingLines {
  /** `instanceId` is null for what concerns no task or several. */
  write(instanceId: string | null, finding: Finding): void;
  readonly counts: FindingSummary;
}

export function findingLines(out: WholeFile, tasks: number): FindingLines {
  const counts: FindingSummary = { tasks, errors: 0, warnings: 0, infos: 0, rules: {} };
  return {
    counts,
    write(instanceId, { rule, severity, where, message }) {
      counts[`${severity}s`] += 1;
      counts.rules[rule] = (counts.rules[rule] ?? 0) + 1;
      const line = { instance_id: instanceId, phase: phaseOf(where), rule, severity, where, message };
      out.write(`${JSON.stringify(line)}\n`);
    },
  };
}

/** A finding of severity error for each row that could not be read; `done` says what became of the others. */
export function unreadRows({ problems, tasks }: TaskFile, done: string): Finding[] {
  return problems.map((problem) =>
    files.finding({
      rule: "row-not-read",
      where: { kind: "file", file: problem.file, line: problem.row },
      message: `${describeProblem(problem)} The other ${tasks.length} rows were ${done}.`,
    }),
  );
}
