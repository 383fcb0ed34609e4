import { describe, expect, it } from "vitest";
import { previewDialogue } from "#shared/dialogue/dialogue-preview.ts";
import type { DialogueSettings } from "#shared/domain/dialogue.ts";
import type { Task } from "#shared/domain/task.ts";
import { indexKnowledge } from "#shared/sql/knowledge-index.ts";
import { parseTask } from "#shared/sql/parsed-task.ts";
import { knowledgeBase, packTasks } from "../../tasks/river-watch-pack.ts";

const knowledge = indexKnowledge(knowledgeBase().nodes);
const settings: DialogueSettings = { protocol: "c", profile: "conv", behaviour: "fixed", patience: 3 };

const preview = (task: Task, patience = settings.patience) =>
  previewDialogue(
    { ...parseTask(task, "postgresql"), ...{ knowledge, schema: null, meanings: [] } },
    { ...settings, patience },
  );

const named = (instanceId: string): Task => {
  const task = packTasks().find((one) => one.instanceId === instanceId);
  if (task === undefined) throw new Error(`the pack has no ${instanceId}`);
  return task;
};

/** The task with an ambiguity's words of the clarification. */
const withWords = (task: Task, ambiguity: number, words: string): Task => ({
  ...task,
  ambiguities: task.ambiguities.map((one, at) => (at === ambiguity ? { ...one, words } : one)),
});

describe("the preview of the dialogue that asks everything", () => {
  it.each(packTasks().map((task) => [task.instanceId, task] as const))(
    "asks about each ambiguity once, settles every part and submits the gold (%s)",
    async (_, task) => {
      const { ambiguities, turns, submitted, isGold } = await preview(task);
      expect(ambiguities.map(({ ambiguity }) => ambiguity).sort()).toEqual([...task.ambiguities.keys()]);
      for (const { answer, parts, written } of ambiguities) {
        expect(answer?.actions).toHaveLength(1);
        expect(parts.filter(({ isSaid }) => !isSaid)).toEqual([]);
        expect(written).toBeNull();
      }
      expect(turns.used).toBe(task.ambiguities.length);
      expect(submitted).toEqual(task.goldSql);
      expect(isGold).toBe(true);
    },
  );

  it("shows which part words leave out, and what is written in its place", async () => {
    const task = named("river_watch_8");
    const { ambiguities, isGold, submitted } = await preview(withWords(task, 0, "The big ones."));
    const first = ambiguities.find(({ ambiguity }) => ambiguity === 0);
    const missing = first?.parts.filter(({ isSaid }) => !isSaid) ?? [];
    expect(missing.map(({ from, to }) => task.ambiguities[0]?.sqlSnippet.slice(from, to))).toContain("5000");
    expect(first?.written).toMatch(/population_served/);
    expect(isGold).toBe(false);
    expect(submitted).not.toEqual(task.goldSql);
  });

  it("leaves open what there is no turn left to ask about", async () => {
    const task = named("river_watch_8");
    const needed = task.ambiguities.filter(({ kind }) => kind === "critical" || kind === "knowledge").length;
    const { ambiguities, turns } = await preview(task, 0);
    expect(turns).toEqual({ used: needed, total: needed });
    expect(needed).toBeLessThan(ambiguities.length);
    for (const { answer, written } of ambiguities.slice(needed)) {
      expect(answer).toBeNull();
      expect(written).not.toBeNull();
    }
  });

  it("says of an ambiguity without any other reading that none is known", async () => {
    const task = named("river_watch_8");
    const [first, ...others] = task.ambiguities;
    if (first === undefined) throw new Error("the task has ambiguities");
    const broken = { ...first, sqlSnippet: "nowhere_in_the_gold" };
    const { ambiguities } = await preview({ ...task, ambiguities: [broken, ...others] });
    const gone = ambiguities.find(({ ambiguity }) => ambiguity === 0);
    expect(gone?.parts).toEqual([]);
    expect(gone?.written).toBe("");
  });
});
