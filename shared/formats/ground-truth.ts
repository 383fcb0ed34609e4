import type { InputProblem } from "../contract/errors.ts";
import type { Finding } from "../domain/finding.ts";
import { fileRules } from "../findings/reported.ts";
import { type Patch, patchJsonText } from "./json/json-patch.ts";
import { type JsonRow, readJsonRows } from "./json/json-rows.ts";
import { type JsonNode, memberOf, readJsonTree } from "./json/json-tree.ts";
import type { ReadTask } from "./task-file.ts";
import { readTask } from "./task-file.ts";

/** Tasks with their ground truth, and what did not fit together. */
export interface GroundTruthMerge {
  tasks: ReadTask[];
  /** How many tasks got their ground truth. */
  merged: number;
  problems: InputProblem[];
  findings: Finding[];
}

/** What a public release withholds, at the top and inside follow_up. */
const withheld = ["sol_sql", "external_knowledge", "test_cases"];

/**
 * Puts the ground truth of a second file into the tasks by instance_id (rule T13): what is withheld is taken from
 * there letter by letter, fields that a task lacks are added, everything else in the task stays.
 */
export function mergeGroundTruth(tasks: readonly ReadTask[], text: string, file: string): GroundTruthMerge {
  const { truths, problems, findings } = readTruths(text, file);
  const ids = new Set(tasks.map(({ task }) => task.instanceId));
  for (const [id, { row }] of truths)
    if (!ids.has(id))
      findings.push(
        fileRules.finding({
          rule: "ground-truth-without-task",
          where: { kind: "file", file, line: row },
          message: `Row ${row} has the ground truth of ${id}, which is none of the tasks. It is skipped.`,
        }),
      );
  const without = tasks.filter(({ task }) => !truths.has(task.instanceId)).length;
  if (without > 0)
    findings.push(
      fileRules.finding({
        rule: "task-without-ground-truth",
        where: { kind: "file", file, line: null },
        message: `${without} of ${tasks.length} tasks have no row in the ground truth file and stay unchanged.`,
      }),
    );
  const merged = tasks.map((read) => {
    const truth = truths.get(read.task.instanceId);
    return truth === undefined ? read : mergedTask(read, truth);
  });
  return { tasks: merged, merged: tasks.length - without, problems, findings };
}

interface Truths {
  /** By instance id; the last row of a repeated id. */
  truths: Map<string, JsonRow>;
  problems: InputProblem[];
  findings: Finding[];
}

function readTruths(text: string, file: string): Truths {
  const { rows, problems } = readJsonRows(text, file);
  const truths = new Map<string, JsonRow>();
  const findings: Finding[] = [];
  for (const row of rows) {
    const id = idOf(row.node);
    if (id === null) {
      problems.push({
        file,
        row: row.row,
        field: "instance_id",
        reason: "The row has no instance_id.",
        fix: "Say which task it belongs to; the other rows can be merged without it.",
      });
      continue;
    }
    if (truths.has(id))
      findings.push(
        fileRules.finding({
          rule: "ground-truth-repeated",
          where: { kind: "file", file, line: row.row },
          message: `Row ${row.row} repeats the ground truth of ${id}; the last one counts. Remove the others.`,
        }),
      );
    truths.set(id, row);
  }
  return { truths, problems, findings };
}

function mergedTask({ source, row }: ReadTask, truth: JsonRow): ReadTask {
  const node = readJsonTree(source.text);
  const patch = mergePatch(source.text, node, truth.text, truth.node);
  return readTask(patchJsonText(source.text, patch), row);
}

function mergePatch(text: string, task: JsonNode, truthText: string, truth: JsonNode): Patch | null {
  const members = new Map<string, Patch>();
  for (const { name, value } of truth.kind === "object" ? truth.members : []) {
    const json = truthText.slice(value.from, value.to);
    const own = memberOf(task, name)?.value;
    if (own !== undefined && isEmpty(value)) continue;
    if (own === undefined || withheld.includes(name)) members.set(name, { kind: "set", json });
    else if (name === "follow_up" && own.kind === "object") {
      const inner = mergePatch(text, own, truthText, value);
      if (inner !== null) members.set(name, inner);
    }
  }
  return members.size === 0 ? null : { kind: "members", members };
}

/** Nothing to fill in: a file may withhold in its turn. */
function isEmpty(node: JsonNode): boolean {
  if (node.kind === "list") return node.items.length === 0;
  return (node.kind === "string" && node.value === "") || (node.kind === "literal" && node.value === null);
}

function idOf(node: JsonNode): string | null {
  const id = memberOf(node, "instance_id")?.value;
  return id?.kind === "string" && id.value !== "" ? id.value : null;
}
