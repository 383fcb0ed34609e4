import { describe, expect, test } from "vitest";
import { taskKnowledge } from "../../../../renderer/features/tasks/task/knowledge/task-knowledge.ts";
import type { Task } from "../../../../shared/domain/task.ts";
import { packKnowledge, packTasks } from "../../../tasks/river-watch-pack.ts";

const nodes = [...packKnowledge().nodes.values()];

describe("the knowledge of a task", () => {
  test("K8 has each masked node under what is hidden, with what hiding it does", () => {
    const [task] = packTasks() as [Task];
    const { masked, used } = taskKnowledge(task, nodes);
    expect(masked.map(({ id }) => id)).toEqual([7]);
    expect(masked[0]?.mask?.kind).toBe("chain-breaking");
    expect(used.some(({ id }) => id === 7)).toBe(false);
    expect(used.every(({ mask }) => mask === null)).toBe(true);
  });

  test("tells which phase uses a node and which visible node rests on a hidden one", () => {
    const [task] = packTasks() as [Task];
    const all = taskKnowledge(task, nodes);
    for (const { id, usedIn } of [...all.masked, ...all.used]) {
      expect(usedIn.includes(1)).toBe(task.knowledgeIds.includes(id));
      expect(usedIn.includes(2)).toBe(task.followUp?.knowledgeIds.includes(id) ?? false);
    }
    expect(all.used.some(({ isWeakened }) => isWeakened)).toBe(true);
  });

  test("keeps the ids of a task in sight where no knowledge base is at hand", () => {
    const [task] = packTasks() as [Task];
    const { masked, used, below } = taskKnowledge(task, []);
    expect(used.map(({ id }) => id).sort()).toEqual(
      [...new Set([...task.knowledgeIds, ...(task.followUp?.knowledgeIds ?? [])])].sort(),
    );
    expect(used.every(({ node }) => node === null)).toBe(true);
    expect([masked, below]).toEqual([[], []]);
  });
});
