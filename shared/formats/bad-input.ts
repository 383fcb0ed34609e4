import type { InputProblem } from "../contract/errors.ts";

/** How many problems of one file are reported at once; a file with more of them is refused just the same. */
export const problemLimit = 100;

/** An input that was refused whole; `problems` says for each defect where it is, what is wrong and what to do. */
export class BadInput extends Error {
  readonly problems: readonly InputProblem[];
  constructor(problems: readonly InputProblem[]) {
    super(describe(problems));
    this.name = "BadInput";
    this.problems = problems;
  }
}

function describe(problems: readonly InputProblem[]): string {
  const [first] = problems;
  if (!first) return "The input was refused.";
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more problems)` : "";
  return `${describeProblem(first)}${more}`;
}

/** One problem as a line for a terminal: "file, row 3, field label: reason Fix." */
export function describeProblem(problem: InputProblem): string {
  const location = [
    problem.file,
    problem.row === null ? "" : `row ${problem.row}`,
    problem.field === null ? "" : `field ${problem.field}`,
  ]
    .filter((part) => part !== "")
    .join(", ");
  return `${location}: ${problem.reason} ${problem.fix}`;
}
