import type { InputProblem } from "../contract/errors.ts";
import type { Finding } from "../domain/finding.ts";
import type { Task } from "../domain/task.ts";
import type { TaskFormat, TaskSource } from "../domain/task-revision.ts";
import { textFindings } from "../findings/lint-task.ts";
import { fileRules } from "../findings/reported.ts";
import { rowFindings } from "../findings/text/row-format.ts";
import { interactiveFields, taskLens } from "./bird-interact-fields.ts";
import { type JsonRow, readJsonRows } from "./json/json-rows.ts";
import { type JsonObjectNode, memberOf, readJsonTree } from "./json/json-tree.ts";
import type { Trail } from "./json/lens.ts";

/** A task as it is in a file: what it says, the text it says it in, its line, and what is wrong with it. */
export interface ReadTask {
  task: Task;
  source: TaskSource;
  /** Line in JSONL, number in a list; 1-based. */
  row: number;
  findings: Finding[];
}

/** A file of tasks: those that can be imported, why the other rows cannot, and what concerns several tasks. */
export interface TaskFile {
  tasks: ReadTask[];
  problems: InputProblem[];
  findings: Finding[];
}

/**
 * Reads tasks from JSONL or a JSON list, of BIRD-Interact (Lite, Full, older) or LiveSQLBench, row by row. A row that
 * cannot be read is a problem with its line; the rest is offered (rule T8). Never throws.
 */
export function readTaskFile(text: string, file: string): TaskFile {
  const { rows, problems } = readJsonRows(text, file);
  const tasks: ReadTask[] = [];
  const refused: InputProblem[] = [...problems];
  for (const row of rows) {
    const problem = rowProblem(row, file);
    if (problem === null) tasks.push(readTask(row.text, row.row, row.node));
    else refused.push(problem);
  }
  return { tasks, problems: refused, findings: duplicateFindings(tasks, file) };
}

/** Reads one task from its JSON text, which must be an object. */
export function readTask(text: string, row: number, node = readJsonTree(text) as JsonObjectNode): ReadTask {
  const trail: Trail = { path: [], notes: [] };
  const task = taskLens.read(node, trail);
  return {
    task,
    source: { form: formOf(node), text },
    row,
    findings: [...rowFindings(node, trail.notes), ...textFindings({ task, knowledge: null })],
  };
}

/** What is odd in the way a task's row is written. */
export function rowFindingsOf(text: string): Finding[] {
  const node = readJsonTree(text) as JsonObjectNode;
  const trail: Trail = { path: [], notes: [] };
  taskLens.read(node, trail);
  return rowFindings(node, trail.notes);
}

/** A row with any interactive field is a BIRD-Interact task; else it is a clear task of LiveSQLBench. */
function formOf(node: JsonObjectNode): TaskFormat {
  return interactiveFields.some((name) => memberOf(node, name)) ? "bird-interact" : "livesqlbench";
}

function rowProblem({ row, node }: JsonRow, file: string): InputProblem | null {
  const id = memberOf(node, "instance_id")?.value;
  if (id?.kind === "string" && id.value.trim() !== "") {
    const isDialogue = memberOf(node, "dialogue_history") || memberOf(node, "tool_trajectory");
    return isDialogue ? dialogueProblem(file, row) : null;
  }
  if (memberOf(node, "samples") || memberOf(node, "results")) return dialogueProblem(file, row);
  return {
    file,
    row,
    field: "instance_id",
    reason: id === undefined ? "The row has no instance_id." : "instance_id is not a text.",
    fix: "Give each task its id, as in alien_1 or alien_M_1; the other rows can be imported without it.",
  };
}

function dialogueProblem(file: string, row: number): InputProblem {
  return {
    file,
    row,
    field: null,
    reason: "The file has dialogues about tasks, not the tasks themselves.",
    fix: "Import the task file that the dialogues were made with.",
  };
}

function duplicateFindings(tasks: readonly ReadTask[], file: string): Finding[] {
  const first = new Map<string, number>();
  return tasks.flatMap(({ task: { instanceId }, row }): Finding[] => {
    const earlier = first.get(instanceId);
    if (earlier === undefined) {
      first.set(instanceId, row);
      return [];
    }
    const message = `Row ${row} has the id ${instanceId} of row ${earlier}. Both are read; give one of them another id.`;
    return [
      fileRules.finding({ rule: "instance-id-repeated", where: { kind: "file", file, line: row }, message }),
    ];
  });
}
