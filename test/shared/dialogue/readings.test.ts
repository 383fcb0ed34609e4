import { describe, expect, it } from "vitest";
import { goldWithReadings, readingsOf } from "#shared/dialogue/readings.ts";
import type { Ambiguity } from "#shared/domain/ambiguity.ts";
import type { Reading } from "#shared/domain/reading.ts";
import type { Task } from "#shared/domain/task.ts";
import { readColumnMeanings } from "#shared/formats/column-meanings.ts";
import { indexKnowledge } from "#shared/sql/knowledge-index.ts";
import { mutationOperators } from "#shared/sql/mutate/registry.ts";
import { parseTask } from "#shared/sql/parsed-task.ts";
import type { ProvenanceContext } from "#shared/sql/provenance/sources.ts";
import { harbourTask } from "../../tasks/harbour-loads-task.ts";
import { columnMeaningsText, packKnowledge, packTasks } from "../../tasks/river-watch-pack.ts";
import { schemaOfMeanings } from "../sql/meaning-schema.ts";

const knowledge = indexKnowledge([...packKnowledge().nodes.values()]);
const contextOf = (task: Task): ProvenanceContext => ({
  ...parseTask(task, "postgresql"),
  knowledge,
  schema: schemaOfMeanings(columnMeaningsText(), "river_watch"),
  meanings: readColumnMeanings(columnMeaningsText(), "river_watch").meanings,
});
const own: Reading = {
  sql: "cli > 30",
  source: "person",
  operator: null,
  meaning: "more than 30",
  status: "rejected",
  reason: "nobody means that",
};

describe("the readings of an ambiguity", () => {
  it.each(packTasks().map((task) => [task.instanceId, task] as const))(
    "Q1: differ from the gold's and from each other (%s)",
    (_, task) => {
      const context = contextOf(task);
      expect(goldWithReadings(context, new Map())).toEqual(task.goldSql);
      for (const at of task.ambiguities.keys()) {
        const golds = readingsOf(context, at).map(({ sql }) =>
          goldWithReadings(context, new Map([[at, sql]])),
        );
        expect(new Set([task.goldSql, ...golds].map((texts) => texts.join(";"))).size).toBe(golds.length + 1);
      }
    },
  );

  it("are the first of those of a gold that is too long for all, as each reads the whole of it", () => {
    const of = (terms: number) => {
      const sql = `SELECT ${Array.from({ length: terms }, (_, at) => `cli + ${at + 1}`).join(", ")} FROM loads`;
      const snippet = sql.slice(0, sql.indexOf(" FROM"));
      const ambiguity = { ...(harbourTask.ambiguities[0] as Ambiguity), sqlSnippet: snippet };
      const context = contextOf({ ...harbourTask, goldSql: [sql], ambiguities: [ambiguity] });
      let read = 0;
      const [tree] = context.gold[1];
      if (tree === undefined) throw new Error("There is no gold.");
      // Whatever looks at a mutant reads the dialect of the tree that it was made of.
      const { dialect } = tree;
      Object.defineProperty(tree, "dialect", {
        get() {
          read += sql.length;
          return dialect;
        },
      });
      return { readings: readingsOf(context, 0), characters: sql.length, read: () => read };
    };
    const long = of(2_500);
    expect(long.characters).toBeGreaterThan(25_000);
    expect(long.readings.length).toBeGreaterThan(0);
    expect(long.read()).toBeLessThan(1_500_000);
    expect(of(20).readings).toHaveLength(10);
  });

  it("Q2: begin with those that are stored, the rejected ones among them, and are completed by proposals that are not", () => {
    const ambiguities = harbourTask.ambiguities.with(0, {
      ...(harbourTask.ambiguities[0] as Ambiguity),
      readings: [own],
    });
    const [first, ...others] = readingsOf(contextOf({ ...harbourTask, ambiguities }), 0);
    expect(first).toEqual(own);
    expect(others.map(({ status }) => status)).toContain("proposed");
    expect(others.map(({ sql }) => sql)).toContain("cli >= 3");
  });

  it("Q3: stand in the gold at every position of their snippet, the outer one of two that hold each other", () => {
    const goldSql = ["SELECT cli FROM loads WHERE cli > 3 ORDER BY cli DESC"];
    const context = contextOf({ ...harbourTask, goldSql });
    expect(goldWithReadings(context, new Map([[2, "tonnes"]]))).toEqual([
      "SELECT tonnes FROM loads WHERE tonnes > 3 ORDER BY tonnes DESC",
    ]);
    const chosen = new Map([
      [2, "tonnes"],
      [0, "cli < 3"],
    ]);
    expect(goldWithReadings(context, chosen)).toEqual([
      "SELECT tonnes FROM loads WHERE cli < 3 ORDER BY tonnes DESC",
    ]);
  });

  it("Q4: are proposed by what fits the type, each kind of change in its turn, and then by what else changes the node", () => {
    const proposedFor = (type: string) => {
      const [task] = packTasks();
      const at = task?.ambiguities.findIndex((ambiguity) => ambiguity.type === type) ?? -1;
      const operators = readingsOf(contextOf(task as Task), at).map(({ operator }) => operator);
      const topics = operators.map((id) => mutationOperators.find((one) => one.id === id)?.topic);
      return { operators, topics };
    };
    const sorting = proposedFor("sort_ambiguity");
    expect(new Set(sorting.operators.slice(0, 4)).size).toBe(4);
    const { topics } = proposedFor("decimal_ambiguity");
    const others = topics.findIndex((topic) => topic !== "rounding");
    expect(others).toBeGreaterThan(1);
    expect(topics.slice(others)).not.toContain("rounding");
    expect(topics.slice(others)).toContain("aggregate");
  });
});
