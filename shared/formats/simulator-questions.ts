import { z } from "zod";
import type { InputProblem } from "../contract/errors.ts";
import { SimulatorAction } from "../domain/dialogue.ts";
import { Phase, subTasks, type Task } from "../domain/task.ts";
import { BadInput, problemLimit } from "./bad-input.ts";

const UnaReason = SimulatorAction.options[2].shape.reason;

/** What a question should be about, as a file says it: an ambiguity by its number from 1, a node by its SQL text. */
const ExpectedAction = z.discriminatedUnion("action", [
  z.object({ action: z.literal("AMB"), ambiguity: z.number().int().positive() }),
  z.object({ action: z.literal("LOC"), node: z.string().min(1) }),
  z.object({ action: z.literal("UNA"), reason: UnaReason.optional() }),
]);
type ExpectedAction = z.infer<typeof ExpectedAction>;

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
    value = JSON.parse(line);
  } catch {
    return { field: null, reason: "The line is not JSON." };
  }
  const parsed = QuestionLine.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return { field: issue?.path.join(".") || null, reason: `${issue?.message}.` };
  }
  const { instance_id: instanceId, phase, question, expected } = parsed.data;
  const task = tasks.get(instanceId);
  if (task === undefined) return { field: "instance_id", reason: `There is no task ${instanceId}.` };
  const gold = subTasks(task).find((subTask) => subTask.phase === phase)?.goldSql;
  if (gold === undefined) return { field: "phase", reason: `Task ${instanceId} has no follow-up.` };
  const actions = (expected ?? []).map((one) => actionOf(one, task, phase, gold));
  const problem = actions.find((action) => typeof action === "string");
  if (problem !== undefined) return { field: "expected", reason: problem };
  return {
    instanceId,
    phase,
    question,
    expected: expected === undefined ? null : (actions as SimulatorAction[]),
  };
}

/** The action that is expected, or why there is none such. */
function actionOf(
  expected: ExpectedAction,
  { ambiguities }: Task,
  phase: Phase,
  gold: readonly string[],
): SimulatorAction | string {
  if (expected.action === "UNA") return { kind: "UNA", reason: expected.reason ?? "not-understood" };
  if (expected.action === "AMB") {
    if (phase === 2) return "Nothing is ambiguous in phase 2.";
    if (expected.ambiguity > ambiguities.length) return `The task has ${ambiguities.length} ambiguities.`;
    return { kind: "AMB", ambiguity: expected.ambiguity - 1 };
  }
  for (const [statement, sql] of gold.entries()) {
    const from = sql.indexOf(expected.node);
    if (from >= 0) return { kind: "LOC", statement, range: { from, to: from + expected.node.length } };
  }
  return `The gold of phase ${phase} has no text ${JSON.stringify(expected.node)}.`;
}
