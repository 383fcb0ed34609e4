import { type Finding, phaseOf } from "#shared/domain/finding.ts";
import { fileRules } from "#shared/findings/reported.ts";
import { describeProblem } from "#shared/formats/bad-input.ts";
import type { TaskFile } from "#shared/formats/task-file.ts";
import type { CommandContext } from "./command.ts";
import { exitCodes } from "./command-end.ts";
import { outputText } from "./output-schemas.ts";

/** Writes findings, a line each, and counts them. */
export interface FindingOutput {
  /** `instanceId` is null for what concerns no task or several. */
  write(instanceId: string | null, finding: Finding): void;
  /** Completes the file and prints the counts; the answer is the exit code: 1 with a finding of severity error. */
  end(): number;
}

export function findingOutput(
  file: string,
  tasks: number,
  { output, result }: CommandContext,
): FindingOutput {
  const out = output(file);
  const counts = { tasks, errors: 0, warnings: 0, infos: 0, rules: {} as Record<string, number> };
  return {
    write(instanceId, { rule, severity, where, message }) {
      counts[`${severity}s`] += 1;
      counts.rules[rule] = (counts.rules[rule] ?? 0) + 1;
      const line = { instanceId, phase: phaseOf(where), rule, severity, where, message };
      out.write(`${outputText("finding", line)}\n`);
    },
    end() {
      out.complete();
      result("finding-summary", counts);
      return counts.errors > 0 ? exitCodes.findings : exitCodes.done;
    },
  };
}

/** A finding of severity error for each row that could not be read; `done` says what became of the others. */
export function unreadRows({ problems, tasks }: TaskFile, done: string): Finding[] {
  return problems.map((problem) =>
    fileRules.finding({
      rule: "row-not-read",
      where: { kind: "file", file: problem.file, line: problem.row },
      message: `${describeProblem(problem)} The other ${tasks.length} rows were ${done}.`,
    }),
  );
}
