import type { InputProblem } from "../contract/errors.ts";
import type { Dialogue } from "../domain/dialogue.ts";
import { BadInput, problemLimit } from "./bad-input.ts";
import { DialogueLine, dialogueOfLine } from "./dialogue-line.ts";
import { jsonValue } from "./json-text.ts";
import { shapeReason } from "./shape-reason.ts";
import { snakeCase } from "./snake-case-json.ts";

type Problem = Pick<InputProblem, "field" | "reason">;

/**
 * Reads a file of dialogues, a line of JSON each, as `querent dialogues run` writes it. A file with any defect is refused
 * whole: throws `BadInput` with line, field and up to 100 problems.
 */
export function readDialogues(text: string, file: string): Dialogue[] {
  const problems: InputProblem[] = [];
  const dialogues: Dialogue[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const read = readLine(line);
    if ("dialogue" in read) dialogues.push(read.dialogue);
    else problems.push({ file, row: index + 1, ...read, fix });
    if (problems.length >= problemLimit) break;
  }
  if (dialogues.length === 0 && problems.length === 0) problems.push({ file, row: null, ...noLine, fix });
  if (problems.length > 0) throw new BadInput(problems);
  return dialogues;
}

const noLine: Problem = { field: null, reason: "The file has no dialogues." };
const fix = "Write the file with querent dialogues run; querent schema dialogue prints its fields.";

function readLine(line: string): { dialogue: Dialogue } | Problem {
  let value: unknown;
  try {
    value = jsonValue(line);
  } catch {
    return { field: null, reason: "The line is not JSON." };
  }
  const parsed = DialogueLine.safeParse(camelCaseKeys(value));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return { field: issue?.path.map(String).map(snakeCase).join(".") || null, reason: shapeReason(issue) };
  }
  try {
    return { dialogue: dialogueOfLine(parsed.data) };
  } catch (error) {
    return { field: "turns", reason: `In this dialogue ${(error as Error).message}.` };
  }
}

function camelCaseKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camelCaseKeys);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inside]) => [
      key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      camelCaseKeys(inside),
    ]),
  );
}
