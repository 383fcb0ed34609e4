import type { InputProblem } from "../contract/errors.ts";
import type { Phase } from "../domain/task.ts";
import { readJsonRows } from "./json/json-rows.ts";
import { type JsonNode, memberOf } from "./json/json-tree.ts";

/** A system's answer to a task: the SQL texts of each phase, null for one that it did not answer. */
export interface TaskPrediction {
  instanceId: string;
  phase1: string[] | null;
  phase2: string[] | null;
}

/** The answers of a file in its order, and why other rows could not be read. */
export interface TaskPredictions {
  predictions: TaskPrediction[];
  problems: InputProblem[];
  /** Answers that a later row of the same task and phase replaced: a system may submit twice, and the last one counts. */
  replaced: number;
}

/** Names of the SQL in a row. */
const sqlNames = ["pred_sqls", "pred_sql", "predicted_sql"];

const fix = 'Write {"instance_id": …, "phase": 1 or 2, "pred_sqls": [SQL, …]}, one per line.';

/**
 * Reads predicted SQL for tasks from JSONL or a JSON list: a row a task and phase, `{instance_id, phase, pred_sqls}` (phase 1
 * where it says none), or one of both phases (`phase1_pred_sqls`, `phase2_pred_sqls`, or `phase1`, `phase2`, `follow_up` with
 * pred_sqls inside). A bare text is a list of one. Never throws.
 */
export function readTaskPredictions(text: string, file: string): TaskPredictions {
  const { rows, problems } = readJsonRows(text, file);
  const read: TaskPredictions = { predictions: [], problems: [...problems], replaced: 0 };
  const byId = new Map<string, TaskPrediction>();
  for (const { row, node } of rows) {
    const id = memberOf(node, "instance_id")?.value;
    const answers = answersOf(node);
    if (id?.kind !== "string" || id.value === "") {
      const reason = "The row does not say which task it answers.";
      read.problems.push({ file, row, field: "instance_id", reason, fix });
    } else if ("field" in answers) read.problems.push({ file, row, ...answers, fix });
    else {
      const known = byId.get(id.value) ?? { instanceId: id.value, phase1: null, phase2: null };
      byId.set(id.value, known);
      for (const [phase, sql] of answers.list) {
        if (known[`phase${phase}`] !== null) read.replaced += 1;
        known[`phase${phase}`] = sql;
      }
    }
  }
  return { ...read, predictions: [...byId.values()] };
}

type Answer = [phase: Phase, sql: string[]];

function answersOf(node: JsonNode): { list: Answer[] } | { field: string; reason: string } {
  const both = ([1, 2] as const).flatMap((phase): Answer[] => {
    const sql = sqlOfPhase(node, phase);
    return sql === null ? [] : [[phase, sql]];
  });
  const own = firstSql(node, sqlNames);
  if (own === null)
    return both.length > 0
      ? { list: both }
      : { field: "pred_sqls", reason: "The predicted SQL is not a list of texts." };
  const phase = phaseOf(memberOf(node, "phase")?.value);
  if (phase === null) return { field: "phase", reason: "The phase is neither 1 nor 2." };
  return { list: [[phase, own], ...both.filter(([other]) => other !== phase)] };
}

function sqlOfPhase(node: JsonNode, phase: Phase): string[] | null {
  for (const field of phase === 1 ? ["phase1"] : ["phase2", "follow_up"]) {
    const value = memberOf(node, field)?.value;
    const sql = value?.kind === "object" ? firstSql(value, sqlNames) : textsOf(value);
    if (sql !== null) return sql;
  }
  return firstSql(
    node,
    sqlNames.flatMap((name) => [`phase${phase}_${name}`, `${name}_phase${phase}`]),
  );
}

function firstSql(node: JsonNode, names: readonly string[]): string[] | null {
  for (const name of names) {
    const sql = textsOf(memberOf(node, name)?.value);
    if (sql !== null) return sql;
  }
  return null;
}

/** A list of texts; a bare text is a list of one. */
function textsOf(node: JsonNode | undefined): string[] | null {
  if (node?.kind === "string") return [node.value];
  if (node?.kind !== "list") return null;
  const texts = node.items.flatMap((item) => (item.kind === "string" ? [item.value] : []));
  return texts.length === node.items.length ? texts : null;
}

/** 1, "2", "phase1", "phase_2". */
function phaseOf(node: JsonNode | undefined): Phase | null {
  if (node === undefined) return 1;
  const text = node.kind === "number" ? node.text : node.kind === "string" ? node.value : "";
  const digit = /^(?:phase[ _-]?)?([12])$/i.exec(text)?.[1];
  return digit === undefined ? null : digit === "1" ? 1 : 2;
}
