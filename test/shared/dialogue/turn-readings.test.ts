import { describe, expect, it } from "vitest";
import { goldWithReadings, readingsOf } from "#shared/dialogue/readings.ts";
import { clarificationWords } from "#shared/dialogue/simulator/clarification-words.ts";
import { turnReadings } from "#shared/dialogue/turn-readings.ts";
import { writtenReadings } from "#shared/dialogue/written-readings.ts";
import type { DialogueTurn, SystemAction } from "#shared/domain/dialogue.ts";
import { indexKnowledge } from "#shared/sql/knowledge-index.ts";
import { parseTask } from "#shared/sql/parsed-task.ts";
import { knowledgeBase, packTasks } from "../../tasks/river-watch-pack.ts";

const knowledge = indexKnowledge(knowledgeBase().nodes);
const contexts = packTasks().map((task) => ({
  ...parseTask(task, "postgresql"),
  ...{ knowledge, schema: null, meanings: [] },
}));
const [context] = contexts;
if (context === undefined) throw new Error("the pack is empty");

const paid = { refused: false, passed: null, cost: 1, budgetBefore: 6, budgetAfter: 5, reward: 0 };
const answered = (turn: number, ambiguity: number, text: string): DialogueTurn => ({
  ...{ turn, phase: 1, action: { kind: "ask", question: "What is meant?" }, observation: text, ...paid },
  answer: { actions: [{ kind: "AMB", ambiguity }], text, leaks: [] },
});
const acted = (turn: number, phase: 1 | 2, action: SystemAction): DialogueTurn => ({
  ...{ turn, phase, action, observation: "", answer: null, ...paid },
});

describe("what a submission wrote in place of each snippet", () => {
  it.each(contexts.map((one) => [one.task.instanceId, one] as const))(
    "is the reading that it was made with, one ambiguity at a time (%s)",
    (_, one) => {
      const gold = writtenReadings(one, one.task.goldSql);
      for (const ambiguity of one.task.ambiguities.keys())
        for (const { sql } of readingsOf(one, ambiguity)) {
          const written = writtenReadings(one, goldWithReadings(one, new Map([[ambiguity, sql]])));
          for (const [at, text] of written.entries())
            if (text !== null && gold[at] !== null) expect(text).toBe(at === ambiguity ? sql : gold[at]);
        }
      expect(gold.filter((text) => text !== null).length).toBeGreaterThan(0);
    },
  );

  it("cannot be told where the SQL differs from the gold elsewhere, too", () => {
    const [sql = ""] = context.task.goldSql;
    expect(writtenReadings(context, [`EXPLAIN ${sql}`]).every((text) => text === null)).toBe(true);
    expect(writtenReadings(context, [])).toEqual(context.task.ambiguities.map(() => null));
  });
});

describe("the ambiguities that the answers have settled", () => {
  it("are those whose every part the words say; half the words settle them partly, other words not at all", () => {
    const words = clarificationWords(context, 2);
    const readings = turnReadings(context, [
      answered(1, 2, "I cannot say."),
      answered(2, 2, "Please round it."),
      answered(3, 2, words),
      acted(4, 1, { kind: "submit", sql: context.task.goldSql }),
      acted(5, 2, { kind: "submit", sql: context.task.goldSql }),
    ]);
    expect(readings.map(({ settled, partly }) => ({ settled, partly }))).toEqual([
      { settled: [], partly: [] },
      { settled: [], partly: [2] },
      { settled: [2], partly: [] },
      { settled: [2], partly: [] },
      { settled: [2], partly: [] },
    ]);
    expect(readings.map(({ written }) => written !== null)).toEqual([false, false, false, true, false]);
  });
});
