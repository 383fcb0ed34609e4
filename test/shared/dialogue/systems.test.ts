import { describe, expect, it } from "vitest";
import { readingsOf } from "#shared/dialogue/readings.ts";
import { randomOf, seedOf } from "#shared/dialogue/seed.ts";
import { createBuiltInSystem } from "#shared/dialogue/systems/built-in-system.ts";
import { expandSystem } from "#shared/dialogue/systems/expand.ts";
import { NotJudged } from "#shared/dialogue/systems/not-judged.ts";
import { questionsOf } from "#shared/dialogue/systems/questions.ts";
import type { SystemTurn, SystemView } from "#shared/dialogue/systems/system.ts";
import { readSystemName, type SystemName, writeSystemName } from "#shared/dialogue/systems/system-name.ts";
import { indexKnowledge } from "#shared/sql/knowledge-index.ts";
import { parseTask } from "#shared/sql/parsed-task.ts";
import { knowledgeBase, packTasks } from "../../tasks/river-watch-pack.ts";

const [task] = packTasks();
if (task === undefined) throw new Error("the pack is empty");
const knowledge = indexKnowledge(knowledgeBase().nodes);
const context = { ...parseTask(task, "postgresql"), knowledge, schema: null, meanings: [] };
const { ambiguities } = task;
const readings = ambiguities.map((_, at) => ({ running: readingsOf(context, at), telling: 0 }));

describe("the name of a system", () => {
  it.each([
    "asks-everything",
    "over-asks",
    "asks-all-but-one",
    "asks-all-but-one:2",
    "asks-all-but-one:2:13",
    "command:python3 agent.py --fast",
  ])("%s is written as it was read", (text) => {
    const name = readSystemName(text);
    expect(name && writeSystemName(name)).toBe(text);
  });

  it.each(["asks", "asks-everything:1", "asks-all-but-one:0", "asks-all-but-one:1:2:3", "command:", ""])(
    "%j names no system",
    (text) => expect(readSystemName(text)).toBeNull(),
  );

  it("stands for one system for each reading, and for one where an ambiguity has none", () => {
    const all = readSystemName("asks-all-but-one") as SystemName;
    expect(expandSystem(all, [2, 0, 1]).map(writeSystemName)).toEqual([
      "asks-all-but-one:1:1",
      "asks-all-but-one:1:2",
      "asks-all-but-one:2",
      "asks-all-but-one:3:1",
    ]);
    const second = readSystemName("asks-all-but-one:1:2") as SystemName;
    expect(expandSystem(second, [2, 0, 1]).map(writeSystemName)).toEqual(["asks-all-but-one:1:2"]);
  });
});

describe("seeds", () => {
  it("differ by task, trial and run, and are the same everywhere", () => {
    const seeds = [seedOf("a", 0, 0), seedOf("b", 0, 0), seedOf("a", 1, 0), seedOf("a", 0, 1)];
    expect(new Set(seeds).size).toBe(4);
    expect(seedOf("river_watch_1", 0, 7)).toBe(seedOf("river_watch_1", 0, 7));
    expect([
      seedOf("river_watch_1", 0, 0),
      seedOf("river_watch_M_5", 9, 4_294_967_295),
    ]).toMatchInlineSnapshot(`
      [
        3503773524,
        4150367764,
      ]
    `);
  });

  it("give numbers that are spread evenly", () => {
    const random = randomOf(5);
    const tenths = Array.from({ length: 10 }, () => 0);
    for (let at = 0; at < 10_000; at += 1) {
      const tenth = Math.floor(random() * 10);
      tenths[tenth] = (tenths[tenth] ?? 0) + 1;
    }
    expect(Math.min(...tenths)).toBeGreaterThan(900);
  });
});

describe("the questions of the built-in systems", () => {
  const asked = (name: string, seed = 0) =>
    [...questionsOf(readSystemName(name) as Parameters<typeof questionsOf>[0], ambiguities, seed)].map(
      ({ ambiguity }) => ambiguity,
    );

  it("are about critical, knowledge, non-critical and environmental ambiguities, one each", () => {
    const kinds = asked("asks-everything").map((at) => ambiguities[at]?.kind);
    expect(kinds).toEqual(["critical", "critical", "knowledge", "non-critical", "non-critical"]);
    expect(asked("asks-nothing")).toEqual([]);
    expect(asked("asks-all-but-one:2")).toEqual([0, 4, 2, 3]);
  });

  it("are chosen by chance from the seed alone", () => {
    const chosen = Array.from({ length: 40 }, (_, seed) => asked("asks-at-random", seed).join());
    expect(asked("asks-at-random", 3).join()).toBe(chosen[3]);
    expect(new Set(chosen).size).toBeGreaterThan(20);
  });

  it("name no term where they are bad", () => {
    const badly = [...questionsOf({ kind: "asks-badly" }, ambiguities, 1)];
    expect(badly).toHaveLength(ambiguities.length);
    for (const { question } of badly)
      for (const { term } of ambiguities) expect(question).not.toContain(term);
  });
});

describe("a built-in system", () => {
  const view = (turns: readonly SystemTurn[]): SystemView => ({
    ...{ protocol: "c", phase: 1, question: "", turns, grafted: 0, budgetLeft: 6 },
  });
  const answered = (question: string, observation: string): SystemTurn => ({
    ...{ phase: 1, action: { kind: "ask", question }, observation, refused: false },
  });
  const leavingOut = (ambiguity: number, reading: number) =>
    createBuiltInSystem({
      name: { kind: "asks-all-but-one", ambiguity, reading },
      ...{ context, readings, seed: 0, runs: async () => true },
    });

  /** What a system submits that asked about all, and was answered this about the first and everything about the others. */
  async function submitted(first: string): Promise<string> {
    const system = createBuiltInSystem({
      name: { kind: "asks-everything" },
      ...{ context, readings, seed: 0, runs: async () => true },
    });
    const turns = [...questionsOf({ kind: "asks-everything" }, ambiguities, 0)].map(
      ({ ambiguity, question }) =>
        answered(question, ambiguity === 0 ? first : (ambiguities[ambiguity]?.sqlSnippet ?? "")),
    );
    const action = await system.next(view(turns));
    return action?.kind === "submit" ? action.sql.join("\n") : "";
  }

  it("submits the gold's snippet once the words of an answer say every part of it", async () => {
    expect(await submitted("Keep only rivers whose average RSI is above 2.5.")).toContain(
      "HAVING AVG(x.rsi) > 2.5",
    );
  });

  it.each([
    ["Keep only rivers whose average RSI is above a bound.", /HAVING AVG\(x\.rsi\) > (?!2\.5)[\d.]+/],
    ["Keep only rivers whose average RSI is 2.5.", /HAVING AVG\(x\.rsi\) (?!> )[<>=]+ 2\.5/],
    ["I cannot say.", /HAVING (?!AVG\(x\.rsi\) > 2\.5\b)/],
  ])("leaves a part wrong that the words do not say: %s", async (answer, expected) => {
    expect(await submitted(answer)).toMatch(expected);
  });

  it("leaves out one ambiguity, and writes the reading that was named for it", async () => {
    const turns = [
      ...questionsOf({ kind: "asks-all-but-one", ambiguity: 2, reading: 1 }, ambiguities, 0),
    ].map(({ ambiguity, question }) => answered(question, ambiguities[ambiguity]?.sqlSnippet ?? ""));
    const action = await leavingOut(2, 1).next(view(turns));
    const sql = action?.kind === "submit" ? action.sql.join("\n") : "";
    expect(sql).toContain(readings[2]?.running[1]?.sql);
  });

  it("tries readings one after another where they do not run together", async () => {
    const broken = readings[0]?.running[0]?.sql ?? "";
    const system = createBuiltInSystem({
      name: { kind: "asks-nothing" },
      ...{ context, readings, seed: 0 },
      runs: async (sql) => !sql.some((text) => text.includes(broken)),
    });
    const action = await system.next(view([]));
    const sql = action?.kind === "submit" ? action.sql.join("\n") : "";
    expect(sql).toContain(readings[0]?.running[1]?.sql);
    for (const { sqlSnippet } of ambiguities) expect(sql).not.toContain(sqlSnippet);
  });

  it("is not judged where an ambiguity has no other reading, or none that runs", async () => {
    const none = readings.with(1, { running: [], telling: 0 });
    const name = { kind: "asks-everything" } as const;
    const system = createBuiltInSystem({ name, context, readings: none, seed: 0, runs: async () => true });
    await expect(system.next(view([]))).rejects.toThrow(NotJudged);
    const never = { name: { kind: "asks-nothing" } as const, context, readings, seed: 0 };
    await expect(createBuiltInSystem({ ...never, runs: async () => false }).next(view([]))).rejects.toThrow(
      /No reading of ambiguity 1 runs/,
    );
  });
});
