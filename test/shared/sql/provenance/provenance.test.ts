import { readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { KnowledgeNode } from "#shared/domain/knowledge-node.ts";
import type { DatabaseSchema } from "#shared/domain/schema.ts";
import type { Phase, Task } from "#shared/domain/task.ts";
import { lintContext } from "#shared/findings/context.ts";
import { nowhereFindings } from "#shared/findings/sql/gold.ts";
import { readColumnMeanings } from "#shared/formats/column-meanings.ts";
import { readKnowledgeBase } from "#shared/formats/knowledge-base.ts";
import { readTaskFile } from "#shared/formats/task-file.ts";
import { indexKnowledge } from "#shared/sql/knowledge-index.ts";
import type { TracedPart } from "#shared/sql/provenance/origin.ts";
import { provenanceOf } from "#shared/sql/provenance/provenance.ts";
import type { ProvenanceContext } from "#shared/sql/provenance/sources.ts";
import { describeDatabase } from "../../../../electron/engines/sqlite/describe.ts";
import { sharedData } from "../../../support/shared-data.ts";
import { harbourTask } from "../../../tasks/harbour-loads-task.ts";
import { columnMeaningsText, packKnowledge, packTasks } from "../../../tasks/river-watch-pack.ts";
import { schemaOfMeanings } from "../meaning-schema.ts";

/** A database as its files tell it. */
interface Database {
  nodes: readonly KnowledgeNode[];
  meaningsText: string;
  name: string;
}

function contextOf(task: Task, { nodes, meaningsText, name }: Database): ProvenanceContext {
  const parser = { syntaxProblem: () => null };
  const knowledge = indexKnowledge(nodes);
  return {
    ...lintContext(task, { dialect: "postgresql", knowledge, parser }),
    schema: schemaOfMeanings(meaningsText, name),
    meanings: readColumnMeanings(meaningsText, name).meanings,
  };
}

function nowhereIn(context: ProvenanceContext) {
  return nowhereFindings(context, [...provenanceOf(context, 1), ...provenanceOf(context, 2)]);
}

/** The schema of one of Spider's databases. */
function schemaOfFile(dbId: string): DatabaseSchema {
  const db = new DatabaseSync(sharedData(`spider-dev/databases/${dbId}.sqlite`) ?? "", { readOnly: true });
  try {
    return describeDatabase(db, dbId);
  } finally {
    db.close();
  }
}

const riverWatch: Database = {
  nodes: [...packKnowledge().nodes.values()],
  meaningsText: columnMeaningsText(),
  name: "river_watch",
};

const node = (id: number, name: string, definition: string): KnowledgeNode => ({
  ...{ id, name, definition, description: "", type: "calculation_knowledge", children: [] },
});
const harbour: Database = {
  nodes: [
    node(1, "Crane Load Index (CLI)", "$\\text{CLI} = \\frac{\\text{lift\\_t}}{12.5}$"),
    node(2, "Busy Berth", "A berth with a CLI above 3 or state 'full'."),
  ],
  meaningsText: JSON.stringify({
    "harbour|loads|berth": "Code of the berth.",
    "harbour|loads|lift_t": "Tonnes lifted.",
    "harbour|loads|cli": "Crane Load Index.",
    "harbour|loads|state": "'free', 'full' or 'shut'.",
    "harbour|loads|seen_on": "Day of the record.",
  }),
  name: "harbour",
};

function clear(question: string, goldSql: string, task: Partial<Task> = {}): Task {
  return {
    ...harbourTask,
    ...{
      clearQuestion: question,
      ambiguousQuestion: null,
      ambiguities: [],
      goldSql: [goldSql],
      knowledgeIds: [1, 2],
    },
    ...task,
  };
}

const textOf = (task: Task, { phase, statement, range }: TracedPart) => {
  const golds = phase === 1 ? task.goldSql : task.followUp?.goldSql;
  return golds?.[statement]?.slice(range.from, range.to) ?? "";
};

/** The origin of each part by its text. */
function origins(task: Task, database = harbour): Record<string, string> {
  return Object.fromEntries(
    provenanceOf(contextOf(task, database)).map((part) => [textOf(task, part), part.origin]),
  );
}

/** What comes from nowhere. */
function fromNowhere(task: Task, database: Database, phase: Phase = 1): string[] {
  return provenanceOf(contextOf(task, database), phase)
    .filter(({ origin }) => origin === "nowhere")
    .map((part) => textOf(task, part));
}

describe("O1: literals", () => {
  it.each([
    ["more than 5,000 tonnes", "lift_t > 5000"],
    ["more than ten tonnes", "lift_t > 10"],
    ["above 20 percent", "cli > 0.2"],
    ["on 3 May 2024", "seen_on = '2024-05-03'"],
    ["since 2024", "seen_on >= DATE '2024-01-01'"],
    ["that are shut", "state = 'shut'"],
    ["of the last 90 minutes", "seen_on > INTERVAL '90 minutes'"],
  ])("O1: %s says the value of %s", (words, condition) => {
    const task = clear(`List the berths ${words}.`, `SELECT berth FROM loads WHERE ${condition}`);
    expect(fromNowhere(task, harbour)).toEqual([]);
  });

  it("O1: values that nothing says come from nowhere", () => {
    const task = clear(
      "List the heavy berths.",
      "SELECT berth FROM loads WHERE lift_t > 77 AND seen_on = '2023-04-05'",
    );
    expect(fromNowhere(task, harbour)).toEqual(["77", "'2023-04-05'"]);
  });

  it("O1: knowledge that is needed and visible says its numbers; hidden, it does not", () => {
    const sql = "SELECT berth FROM loads WHERE lift_t / 12.5 > 9 OR cli > 3";
    const task = clear("List the busy berths.", sql);
    expect(origins(task)).toMatchObject({ "12.5": "knowledge", "3": "knowledge" });
    const [, , hidden] = harbourTask.ambiguities;
    if (hidden?.kind !== "knowledge") throw new Error("the harbour task has changed");
    const ambiguities = [{ ...hidden, deletedKnowledge: 1, sqlSnippet: "nowhere_to_be_found" }];
    expect(origins({ ...task, ambiguities })).toMatchObject({ "12.5": "nowhere", "3": "knowledge" });
  });

  it("O1: a small number in knowledge about something else does not count", () => {
    const task = clear("List the berths.", "SELECT berth FROM loads WHERE seen_on > 3");
    expect(fromNowhere(task, harbour)).toEqual(["3"]);
  });
});

describe("O2: names", () => {
  it("O2: columns are the schema's, aliases the gold's, and others come from nowhere", () => {
    const sql = "WITH x AS (SELECT berth AS b, tide FROM loads) SELECT b FROM x";
    expect(origins(clear("List the berths.", sql))).toMatchObject({
      berth: "question",
      b: "gold",
      x: "gold",
      tide: "nowhere",
    });
  });

  it("O2: without a schema the column meanings name columns; any other name is taken to be of the schema", () => {
    const task = clear("List the berths.", "SELECT l.berth, l.tide FROM loads l");
    const parts = provenanceOf({ ...contextOf(task, harbour), schema: null });
    const evidence = Object.fromEntries(
      parts.map((part) => [textOf(task, part), part.traces.map((one) => one.evidence)]),
    );
    expect(evidence["l.berth"]).toContain("The column meanings have loads.berth.");
    expect(evidence["l.tide"]).toEqual(["The project has no schema, so this is assumed to be a name in it."]);
  });

  it("O2: what is created has a name that a text names", () => {
    const sql = "CREATE VIEW busy_list AS SELECT berth FROM loads";
    expect(origins(clear("Create a view busy_list of the berths.", sql))).toMatchObject({
      busy_list: "question",
    });
    expect(origins(clear("Create a view of the berths.", sql))).toMatchObject({ busy_list: "nowhere" });
  });
});

describe("O3 and O4: functions, calculations and forms", () => {
  it.each([
    ["How high is the mean load?", "AVG(lift_t)", []],
    ["Show the loads.", "AVG(lift_t)", ["AVG"]],
    ["Show the loads.", "TRIM(state)", []],
    ["Show the average load rounded to 2 decimals.", "ROUND(AVG(lift_t), 2)", []],
    ["Show the average load.", "ROUND(AVG(lift_t), 2)", ["ROUND", "2"]],
    ["Show the different states.", "DISTINCT state", []],
    ["Show the states.", "DISTINCT state", ["DISTINCT"]],
    ["Show the state, 'unknown' where there is none.", "COALESCE(state, 'unknown')", []],
    ["Show the tonnes per berth.", "lift_t * 1.7 / cli", ["1.7"]],
  ])("O3, O4: %s %s", (question, item, expected) => {
    const task = clear(question, `SELECT ${item} FROM loads`, { knowledgeIds: [2] });
    expect(
      fromNowhere(task, { ...harbour, nodes: harbour.nodes.slice(1) }).filter((text) => text !== "*"),
    ).toEqual(expected);
  });

  it("O4: an order that nobody asks for comes from nowhere", () => {
    const sql = "SELECT berth FROM loads ORDER BY cli DESC";
    expect(fromNowhere(clear("List the berths.", sql), harbour)).toEqual(["ORDER BY cli DESC"]);
    expect(fromNowhere(clear("List the berths, highest load first.", sql), harbour)).toEqual([]);
  });
});

describe("O5: what is clarified, and findings", () => {
  it("O5: a part within a snippet is clarified, with the ambiguity as evidence", () => {
    const part = provenanceOf(contextOf(harbourTask, harbour)).find(
      (one) => textOf(harbourTask, one) === "3",
    );
    expect(part).toMatchObject({
      origin: "clarification",
      traces: [{ evidence: 'Ambiguity 1 ("busy berths") clarifies it.' }],
    });
  });

  it("O5: a finding names the part, its position and what to do", () => {
    const task = clear("List the heavy berths.", "SELECT berth FROM loads WHERE lift_t > 77");
    expect(nowhereIn(contextOf(task, harbour))).toMatchObject([
      {
        rule: "gold-from-nowhere",
        severity: "warning",
        where: { kind: "gold", statement: 0, range: { from: 39, to: 41 } },
      },
    ]);
  });

  it("O5: the tasks of the river-watch pack have no part from nowhere, as they are and in their clear wording", () => {
    for (const task of packTasks()) {
      expect.soft(fromNowhere(task, riverWatch), task.instanceId).toEqual([]);
      const plain = { ...task, ambiguousQuestion: null, ambiguities: [] };
      expect.soft(fromNowhere(plain, riverWatch), task.instanceId).toEqual([]);
    }
  });

  it("O5: leaving out one implementation-level ambiguity of the pack leaves a part from nowhere, 12 times of 13", () => {
    const left = packTasks().flatMap((task) =>
      task.ambiguities.flatMap(({ kind }, index) => {
        if (kind !== "non-critical") return [];
        const ambiguities = task.ambiguities.filter((_, other) => other !== index);
        return [fromNowhere({ ...task, ambiguities }, riverWatch).length > 0];
      }),
    );
    expect(left.length).toBe(13);
    expect(left.filter(Boolean).length).toBe(12);
  });

  it("O5: nothing throws on half-typed or foreign SQL, and parts are in the order of the text", () => {
    for (const sql of [
      "SELECT (",
      "SELEC x FROM",
      "",
      "SELECT `a` FROM [b] WHERE c = 'd",
      ")))",
      "CREATE TABLE",
    ]) {
      const parts = provenanceOf(contextOf(clear("", sql), harbour));
      expect(parts).toEqual(parts.toSorted((a, b) => a.range.from - b.range.from || b.range.to - a.range.to));
    }
  });
});

describe("O6: the follow-up", () => {
  it("O6: what phase 1 has is known; the rest is traced to its own question and the knowledge of both", () => {
    const task = {
      ...harbourTask,
      followUp: harbourTask.followUp && {
        ...harbourTask.followUp,
        question: "How many of them lifted more than 40 tonnes, as busy_count?",
        goldSql: ["SELECT COUNT(*) AS busy_count FROM loads WHERE cli > 3 AND lift_t > 40 AND lift_t < 77"],
      },
    };
    const parts = provenanceOf(contextOf(task, harbour), 2);
    const found = Object.fromEntries(parts.map((part) => [textOf(task, part), part.origin]));
    expect(found).toMatchObject({ "3": "phase-1", "40": "question", "77": "nowhere", COUNT: "question" });
    expect(nowhereIn(contextOf(task, harbour))).toContainEqual(
      expect.objectContaining({
        where: { kind: "follow-up", inside: { kind: "gold", statement: 0, range: { from: 84, to: 86 } } },
      }),
    );
  });

  it("O6: the follow-ups of the river-watch pack have no part from nowhere", () => {
    for (const task of packTasks())
      expect.soft(fromNowhere(task, riverWatch, 2), task.instanceId).toEqual([]);
  });
});

const spider = sharedData("spider-dev/ic_spider_dev.json");

describe.skipIf(spider === null)(
  "O1 to O4 on the questions of Spider (skipped where ../shared/data is absent)",
  () => {
    it("O1 to O4: of the parts of 1,034 golds at most 1.5 in 100 come from nowhere, and nothing throws", () => {
      const Questions = z.array(z.object({ db: z.string(), query: z.string(), gold: z.string() }));
      const questions = Questions.parse(JSON.parse(readFileSync(spider ?? "", "utf8")));
      const schemas = new Map<string, DatabaseSchema>();
      let all = 0;
      let nowhere = 0;
      for (const { db, query, gold } of questions) {
        const schema = schemas.get(db) ?? schemaOfFile(db);
        schemas.set(db, schema);
        const task = clear(query, gold, { knowledgeIds: [], followUp: null });
        const parser = { syntaxProblem: () => null };
        const context = lintContext(task, { dialect: "sqlite", knowledge: null, parser });
        const parts = provenanceOf({ ...context, schema, meanings: [] });
        all += parts.length;
        nowhere += parts.filter(({ origin }) => origin === "nowhere").length;
      }
      expect(all).toBeGreaterThan(6_000);
      expect(nowhere / all).toBeLessThan(0.015);
    });
  },
);

const live = ["alien", "archeology"].filter((name) => sharedData(`livesqlbench/${name}`) !== null);

describe.skipIf(live.length === 0)(
  "O5: the tasks of LiveSQLBench (skipped where ../shared/data is absent)",
  () => {
    it("O5: only what their questions leave open comes from nowhere", () => {
      const found = live.flatMap((name) => {
        const read = (file: string) =>
          readFileSync(sharedData(`livesqlbench/${name}/${name}_${file}`) ?? "", "utf8");
        const nodes = readKnowledgeBase(read("kb.jsonl"), "kb").nodes;
        const database = { nodes, meaningsText: read("column_meaning_base.json"), name };
        const { tasks } = readTaskFile(read("data.jsonl"), "data");
        return tasks.map(({ task }) => [name, task.instanceId, ...fromNowhere(task, database)]);
      });
      expect(found).toEqual([
        ["alien", "5", "IS NOT NULL"],
        ["alien", "M_1"],
        ["archeology", "7", "ROUND", "ROUND", "ROUND", "ROUND", "ORDER BY avg_esi DESC"],
        ["archeology", "M_3"],
      ]);
    });
  },
);
