import { expect, test } from "vitest";
import type { Ambiguity } from "#shared/domain/ambiguity.ts";
import { unchangedBattery } from "#shared/domain/battery.ts";
import { noClarification } from "#shared/domain/reading.ts";
import type { Task } from "#shared/domain/task.ts";
import { applyEdit } from "#shared/domain/task-edit.ts";
import {
  addition,
  asKind,
  change,
  move,
  newAmbiguity,
} from "../../../../renderer/features/tasks/task/ambiguities/ambiguity-edits.ts";

function taskWith(...ambiguities: Ambiguity[]): Task {
  return {
    instanceId: "rivers_1",
    database: "rivers",
    clearQuestion: "Which rivers?",
    ambiguousQuestion: "Which?",
    goldSql: [],
    preprocessSql: [],
    cleanUpSql: [],
    ambiguities,
    knowledgeIds: [],
    tests: [],
    category: "Query",
    conditions: null,
    followUp: null,
    difficultyTier: null,
    highLevel: null,
    outputType: null,
    battery: unchangedBattery,
  };
}

const critical = newAmbiguity("which", "name");
const sort: Ambiguity = {
  kind: "non-critical",
  term: "list",
  sqlSnippet: "ORDER BY 1",
  isMask: false,
  type: "sort_ambiguity",
  origin: 0,
  ...noClarification,
};

test("a new ambiguity is found at its number: behind the others of its kind, before those of later kinds", () => {
  const task = taskWith(critical, sort);
  const added = newAmbiguity("rivers", "river");
  const { edit, index } = addition(task, added);
  expect(index).toBe(1);
  expect(applyEdit(task, edit)?.ambiguities).toEqual([critical, added, sort]);
});

test("an ambiguity of another kind keeps words and snippet, loses its type, and is found where that kind stands", () => {
  const task = taskWith(critical, sort);
  const changed = asKind(sort, "critical");
  expect(changed).toEqual({ ...sort, kind: "critical", type: "", isMask: true });
  const { edit, index } = change(task, 1, changed);
  expect(applyEdit(task, edit)?.ambiguities[index]).toEqual(changed);
  expect(asKind(sort, "knowledge")).toMatchObject({ type: "knowledge_ambiguity", deletedKnowledge: null });
  expect(asKind(sort, "environmental")).toMatchObject({ type: "", column: null, isMask: false });
});

test("ambiguities are moved among those of their kind alone", () => {
  const other = newAmbiguity("other", "");
  const task = taskWith(critical, other, sort);
  expect(move(task, 1, 1)).toBeNull();
  expect(move(task, 0, -1)).toBeNull();
  const moved = move(task, 0, 1);
  expect(moved?.index).toBe(1);
  expect(moved && applyEdit(task, moved.edit)?.ambiguities).toEqual([other, critical, sort]);
});
