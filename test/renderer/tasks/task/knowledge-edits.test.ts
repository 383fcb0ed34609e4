import { describe, expect, test } from "vitest";
import {
  hideEdit,
  maskTerm,
  showEdit,
  termEdit,
  termFor,
  usageEdit,
} from "../../../../renderer/features/tasks/task/knowledge/knowledge-edits.ts";
import type { Task } from "../../../../shared/domain/task.ts";
import { applyEdit, type TaskEdit } from "../../../../shared/domain/task-edit.ts";
import { packKnowledge, packTasks } from "../../../tasks/river-watch-pack.ts";

const graph = packKnowledge();
const [task] = packTasks() as [Task];
const node = (id: number) => {
  const found = graph.nodes.get(id);
  if (found === undefined) throw new Error(`the pack has no node ${id}`);
  return found;
};
const edited = (before: Task, edit: TaskEdit): Task => {
  const done = applyEdit(before, edit);
  if (done === null) throw new Error("the edit does not fit the task");
  return done;
};

describe("editing what a task hides and uses", () => {
  test("hiding a node adds a knowledge ambiguity, and showing it again takes away every one that hides it", () => {
    const hidden = edited(task, hideEdit(task, node(8)));
    expect(hidden.ambiguities.at(-1)).toMatchObject({ kind: "knowledge", deletedKnowledge: 8, isMask: true });
    const twice = edited(hidden, hideEdit(hidden, node(8)));
    expect(edited(twice, showEdit(twice, 8)).ambiguities).toEqual(task.ambiguities);
    expect(maskTerm(task, 8)).toBeNull();
    expect(maskTerm(hidden, 8)).not.toBeNull();
  });

  test("the term of a mask is what the question calls the node, in the question's own letters", () => {
    expect(termFor("What is the HELD water index?", "Held Water Index (HWI)")).toBe("HELD water index");
    expect(termFor("Give the HWI.", "Held Water Index (HWI)")).toBe("HWI");
    expect(termFor("Give it.", "Held Water Index (HWI)")).toBe("Held Water Index (HWI)");
    const renamed = edited(task, termEdit(task, 7, "stress level"));
    expect(maskTerm(renamed, 7)).toBe("stress level");
  });

  test("a used node is checked and unchecked for each phase by itself", () => {
    const without = edited(task, usageEdit(task, 1, 8, false));
    expect(without.knowledgeIds).not.toContain(8);
    expect(without.followUp?.knowledgeIds).toContain(8);
    expect(edited(without, usageEdit(without, 1, 8, true)).knowledgeIds).toContain(8);
    expect(edited(task, usageEdit(task, 2, 8, false)).followUp?.knowledgeIds).not.toContain(8);
    expect(usageEdit(task, 1, 8, true)).toEqual([]);
    expect(usageEdit({ ...task, followUp: null }, 2, 8, true)).toEqual([]);
  });
});
