import fc from "fast-check";
import type { Ambiguity } from "#shared/domain/ambiguity.ts";
import { unchangedBattery } from "#shared/domain/battery.ts";
import type { KnowledgeNode } from "#shared/domain/knowledge-node.ts";
import { noClarification } from "#shared/domain/reading.ts";
import type { Task } from "#shared/domain/task.ts";
import type { TaskToCertify } from "../../electron/certificate/certified-task.ts";

/** One change of a task or of what is known about its database. */
export type SubjectEdit = (subject: TaskToCertify) => TaskToCertify;

const ofTask =
  (change: (task: Task) => Partial<Task>): SubjectEdit =>
  (subject) => ({ ...subject, task: { ...subject.task, ...change(subject.task) } });

const ofAmbiguity = (at: number, change: Partial<Ambiguity>): SubjectEdit =>
  ofTask(({ ambiguities }) => ({
    ambiguities: ambiguities.map((one, index) =>
      index === at % ambiguities.length ? ({ ...one, ...change } as Ambiguity) : one,
    ),
  }));

const ofFollowUp = (change: Partial<NonNullable<Task["followUp"]>>): SubjectEdit =>
  ofTask(({ followUp }) => ({ followUp: followUp && { ...followUp, ...change } }));

const reading = (sql: string, status: "kept" | "rejected") => ({
  ...{ sql, meaning: `Those with ${sql}`, status, source: "person" as const, operator: null, reason: null },
});

const oneOf = <const Value>(...values: Value[]) => fc.constantFrom(...values);
const anyAmbiguity = fc.nat({ max: 3 });

/** Changes of what people say and hear; they fit any task. */
const wordEdits: fc.Arbitrary<SubjectEdit>[] = [
  fc
    .tuple(anyAmbiguity, oneOf("Deeper than 5 m.", "Those of more than 5 m depth.", "A depth above 5.", null))
    .map(([at, words]) => ofAmbiguity(at, { words })),
  fc
    .tuple(anyAmbiguity, fc.boolean())
    .map(([at, isMask]) => ofAmbiguity(at, { isMask } as Partial<Ambiguity>)),
  fc.constant(
    ofTask(({ ambiguousQuestion }) => ({ ambiguousQuestion: `${ambiguousQuestion ?? ""} Please.` })),
  ),
  fc.constant(ofTask(({ clearQuestion }) => ({ clearQuestion: `${clearQuestion ?? ""} In metres.` }))),
  fc.constant(ofTask(({ ambiguities }) => ({ ambiguities: ambiguities.slice(0, -1) }))),
  fc.constant(ofFollowUp({ question: "And which are the widest of them?" })),
  oneOf(true, false).map((order) =>
    ofTask(() => ({ conditions: { decimals: null, distinct: false, order } })),
  ),
  oneOf("Deep", "Depth class").map((name) => (subject) => ({
    ...subject,
    nodes: subject.nodes.map((node) => ({ ...node, definition: `${node.definition} (${name})` })),
  })),
  fc.constant((subject) => ({ ...subject, nodes: subject.nodes.slice(1) })),
];

/** Changes of the tasks on the pier. */
const pierEdits: fc.Arbitrary<SubjectEdit>[] = [
  oneOf(
    "SELECT id, name FROM berth WHERE depth > 5",
    "SELECT id, name FROM berth WHERE depth > 5 AND width > 6",
    "SELECT id, name FROM berth WHERE depth >= 6 ORDER BY depth DESC",
    "SELECT id, name FROM berth WHERE depth > 99",
    "SELECT id, nmae FROM berth WHERE depth > 5",
  ).map((sql) => ofTask(() => ({ goldSql: [sql] }))),
  oneOf("depth > 5", "depth >= 6", "depth").map((sqlSnippet) => ofAmbiguity(0, { sqlSnippet })),
  fc
    .tuple(
      anyAmbiguity,
      oneOf("width > 5", "depth > 7", "depth > 5 AND width > 0"),
      oneOf("kept", "rejected"),
    )
    .map(([at, sql, status]) => ofAmbiguity(at, { readings: [reading(sql, status)] })),
  oneOf(
    "SELECT name FROM berth WHERE depth > 5 AND width > 6",
    "SELECT count(*) FROM berth",
    "SELECT max(width) FROM berth WHERE depth > 5",
  ).map((sql) => ofFollowUp({ goldSql: [sql] })),
  fc.constant(ofTask(() => ({ followUp: null }))),
];

/** The last number that a text compares with, made larger; a text without one gets a comment. */
const withOtherNumber = (sql: string): string =>
  /(?<=[<>=]\s*)\d+/.test(sql)
    ? sql.replace(/(?<=[<>=]\s*)\d+(?![\s\S]*[<>=]\s*\d)/, (number) => `${Number(number) + 1}`)
    : `${sql} -- as before`;

const lastChanged = (texts: readonly string[], change: (sql: string) => string): string[] =>
  texts.map((sql, at) => (at === texts.length - 1 ? change(sql) : sql));

/** A test that any answer passes which runs and gives something. */
const looseTest = [
  "def test_case(pred_sqls, sol_sqls, db_name, conn):",
  "    rows, error, timeout = execute_queries(pred_sqls, db_name, conn)",
  "    assert not error, 'it does not run'",
].join("\n");

/** Changes of gold, tests and readings that fit any task: what runs no more, what gives something else, what is only spelt otherwise. */
const goldEdits: fc.Arbitrary<SubjectEdit>[] = [
  oneOf(
    withOtherNumber,
    (sql: string) => sql.replace(/\bFROM\b/, "from"),
    (sql: string) => `${sql} -- the same`,
    (sql: string) => sql.replace(/\bSELECT\b/, "SELETC"),
  ).chain((change) =>
    oneOf(
      ofTask(({ goldSql }) => ({ goldSql: lastChanged(goldSql, change) })),
      ofTask(({ followUp }) => ({
        followUp: followUp && { ...followUp, goldSql: lastChanged(followUp.goldSql, change) },
      })),
    ),
  ),
  oneOf(
    ofTask(() => ({ tests: [looseTest] })),
    ofTask(() => ({ tests: [] })),
    ofFollowUp({ tests: [looseTest] }),
  ),
  fc.tuple(anyAmbiguity, oneOf("kept", "rejected")).map(([at, status]) =>
    ofTask(({ ambiguities }) => ({
      ambiguities: ambiguities.map((one, index) =>
        index === at % ambiguities.length
          ? { ...one, readings: [reading(withOtherNumber(one.sqlSnippet), status)] }
          : one,
      ),
    })),
  ),
];

/** Edits of a task of any database, or of one of the pier. */
export function subjectEdits(on: "pier" | "any"): fc.Arbitrary<SubjectEdit> {
  const own = on === "pier" ? pierEdits : goldEdits;
  return fc.oneof(...wordEdits, ...own, ...own);
}

const ambiguity = (term: string, sqlSnippet: string): Ambiguity => ({
  ...{ kind: "critical", term, sqlSnippet, isMask: true, type: "semantic_ambiguity", origin: null },
  ...noClarification,
});

const node: KnowledgeNode = {
  ...{ id: 1, name: "Deep berth", type: "domain_knowledge", children: [] },
  ...{ description: "Says which berths are deep.", definition: "A berth with a depth above 5 m." },
};

const query: Task = {
  ...{ instanceId: "pier_1", database: "pier", category: "Query", preprocessSql: [], cleanUpSql: [] },
  clearQuestion: "The ids and names of the berths that are deeper than 5 m and wider than 6 m.",
  ambiguousQuestion: "The ids and names of the deep and wide berths.",
  goldSql: ["SELECT id, name FROM berth WHERE depth > 5 AND width > 6"],
  ambiguities: [ambiguity("deep", "depth > 5"), ambiguity("wide", "width > 6")],
  ...{ knowledgeIds: [1], tests: [], conditions: null, battery: unchangedBattery },
  ...{ difficultyTier: null, highLevel: null, outputType: null },
  followUp: {
    ...{ question: "And how many are there?", goldSql: ["SELECT count(*) FROM berth WHERE depth > 5"] },
    ...{ knowledgeIds: [], type: "aggregation", tests: [], category: "Query", conditions: null },
    ...{ difficultyTier: null, outputType: "scalar" },
  },
};

/** Tasks on the pier to begin with: a query, and one that changes the data and whose follow-up asks for what it changed. */
export const pierSubjects: TaskToCertify[] = [
  { task: query, nodes: [node], columnMeanings: [] },
  {
    task: {
      ...query,
      ...{ instanceId: "pier_M_2", category: "Management" },
      clearQuestion: "Add 1 m to the width of the berths that are deeper than 5 m.",
      ambiguousQuestion: "Add 1 m to the width of the deep berths.",
      goldSql: ["UPDATE berth SET width = width + 1 WHERE depth > 5"],
      ambiguities: [ambiguity("deep", "depth > 5")],
      tests: [
        [
          "def test_case(pred_sqls, sol_sqls, db_name, conn):",
          "    rows, _, _ = execute_queries(['SELECT sum(width) FROM berth'], db_name, conn)",
          "    assert rows[0][0] == 59, 'other widths'",
        ].join("\n"),
      ],
      followUp: query.followUp && {
        ...query.followUp,
        ...{ question: "And the sum of the widths?", goldSql: ["SELECT sum(width) FROM berth"] },
        type: "state_dependent",
      },
    },
    ...{ nodes: [node], columnMeanings: [] },
  },
];
