import { z } from "zod";
import type { InputProblem } from "../contract/errors.ts";
import { expectedActions } from "../dialogue/expected-actions.ts";
import { ExpectedAction } from "../domain/battery.ts";
import type { SimulatorAction } from "../domain/dialogue.ts";
import { Phase, type Task } from "../domain/task.ts";
import { quoted } from "../text/quoted.ts";
import { BadInput, problemLimit } from "./bad-input.ts";
import { jsonValue } from "./json-text.ts";
import { shapeReason } from "./shape-reason.ts";

const QuestionLine = z.object({
  instance_id: z.string(),
  phase: Phase,
  question: z.string().min(1),
  expected: z.array(ExpectedAction).min(1).optional(),
});

/** A question to a user simulator; `expected` is null where the file does not say what it should be about. */
export interface SimulatorQuestion {
  instanceId: string;
  phase: Phase;
  question: string;
  expected: SimulatorAction[] | null;
}

type Problem = Pick<InputProblem, "field" | "reason">;

/**
 * Reads questions, a line of JSON each: `{instance_id, phase, question}`, with `expected` where they have been labelled. A
 * file with any defect is refused whole: throws `BadInput` with line, field and up to 100 problems.
 */
export function readSimulatorQuestions(
  text: string,
  file: string,
  tasks: ReadonlyMap<string, Task>,
): SimulatorQuestion[] {
  const problems: InputProblem[] = [];
  const questions: SimulatorQuestion[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const read = readLine(line, tasks);
    if ("question" in read) questions.push(read);
    else problems.push({ file, row: index + 1, ...read, fix });
    if (problems.length >= problemLimit) break;
  }
  const isEmpty = questions.length === 0 && problems.length === 0;
  if (isEmpty) problems.push({ file, row: null, field: null, reason: "The file has no questions.", fix });
  if (problems.length > 0) throw new BadInput(problems);
  return questions;
}

const fix = 'Write a line {"instance_id": …, "phase": 1 or 2, "question": …} for each question.';

function readLine(line: string, tasks: ReadonlyMap<string, Task>): SimulatorQuestion | Problem {
  let value: unknown;
  try {
    value = jsonValue(line);
  } catch {
    return { field: null, reason: "The line is not JSON." };
  }
  const parsed = QuestionLine.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return { field: issue?.path.join(".") || null, reason: shapeReason(issue) };
  }
  const { instance_id: instanceId, phase, question, expected } = parsed.data;
  const task = tasks.get(instanceId);
  if (task === undefined) return { field: "instance_id", reason: `There is no task ${quoted(instanceId)}.` };
  if (phase === 2 && task.followUp === null)
    return { field: "phase", reason: `Task ${instanceId} has no follow-up.` };
  const actions = expected === undefined ? null : expectedActions(task, phase, expected);
  if (typeof actions === "string") return { field: "expected", reason: actions };
  return { instanceId, phase, question, expected: actions };
}
