import type { Ambiguity } from "#shared/domain/ambiguity.ts";
import type { Task } from "#shared/domain/task.ts";
import type { TaskPath } from "#shared/domain/task-merge.ts";
import { isSame } from "#shared/domain/task-merge.ts";
import { changedParts } from "#shared/domain/task-part.ts";
import { partTitle, partValueText } from "./task-part-words.ts";

/** What changed of one part of a task, as texts to compare. */
export interface PartDiff {
  title: string;
  before: string;
  after: string;
  isCode: boolean;
}

const codeParts: ReadonlySet<string> = new Set(["goldSql", "preprocessSql", "cleanUpSql", "tests"]);

/** What differs between two tasks, part by part; of a follow-up that both have, field by field. */
export function partDiffs(before: Task, after: Task): PartDiff[] {
  return changedParts(before, after).flatMap((part) => {
    const diff = (path: TaskPath, a: unknown, b: unknown): PartDiff => ({
      title: partTitle(path, after),
      before: partText(a),
      after: partText(b),
      isCode: codeParts.has(String(path.at(-1))),
    });
    if (part !== "followUp" || before.followUp === null || after.followUp === null)
      return [diff([part], before[part], after[part])];
    const [a, b] = [before.followUp, after.followUp];
    const fields = (Object.keys(b) as (keyof typeof b)[]).filter((field) => !isSame(a[field], b[field]));
    return fields.map((field) => diff([part, field], a[field], b[field]));
  });
}

function partText(value: unknown): string {
  if (!Array.isArray(value) || value.length === 0) return partValueText(Array.isArray(value) ? null : value);
  return value.map((one) => (isAmbiguity(one) ? ambiguityText(one) : String(one))).join("\n\n");
}

const isAmbiguity = (value: unknown): value is Ambiguity =>
  typeof value === "object" && value !== null && "sqlSnippet" in value;

function ambiguityText({ kind, term, type, sqlSnippet, isMask }: Ambiguity): string {
  return `${term || "no term"} · ${kind} · ${type}${isMask ? " · hidden" : ""}\n${sqlSnippet}`;
}
