// Texts of about `n` characters, of the shapes that make a reader look at the same characters again.
import type { Ambiguity } from "#shared/domain/ambiguity.ts";
import type { Cell } from "#shared/domain/cell.ts";
import type { KnowledgeNode } from "#shared/domain/knowledge-node.ts";
import type { Task } from "#shared/domain/task.ts";
import { harbourTask } from "../tasks/harbour-loads-task.ts";

/** How each shape of an input is made, of about `n` characters. */
export type Shapes<Input> = Record<string, (n: number) => Input>;

export const sqlShapes: Shapes<string> = {
  blanks: (n) => `SELECT 1${" ".repeat(n)}FROM t`,
  "blank lines": (n) => `SELECT 1${"\n ".repeat(n / 2)}FROM t`,
  "open parentheses": (n) => `SELECT ${"(".repeat(n)}`,
  "nested parentheses": (n) => `SELECT ${"(".repeat(n / 2)}1${")".repeat(n / 2)}`,
  "closed parentheses": (n) => `SELECT ${")".repeat(n)}`,
  "open quotes": (n) => `SELECT ${"'a ".repeat(n / 3)}`,
  "doubled quotes": (n) => `SELECT '${"''".repeat(n / 2)}'`,
  "quoted names": (n) => `SELECT ${'"a", '.repeat(n / 5)} 1 FROM t`,
  "dollar quotes": (n) => `SELECT ${"$a$ $b$ ".repeat(n / 8)}`,
  "comments that never end": (n) => `SELECT 1 ${"/* ".repeat(n / 3)}`,
  "line comments": (n) => `SELECT 1 ${"-- a\n".repeat(n / 5)} FROM t`,
  dashes: (n) => `SELECT 1 ${"-- ".repeat(n / 3)}`,
  statements: (n) => "SELECT 1; ".repeat(n / 10),
  columns: (n) => `SELECT ${Array.from({ length: n / 8 }, (_, at) => `t.c${at}`).join(", ")} FROM t`,
  conditions: (n) => `SELECT 1 FROM t WHERE ${"a = 1 AND ".repeat(n / 10)} b = 2`,
  "a chain of OR with NOT": (n) => `SELECT 1 FROM t WHERE ${"NOT a OR ".repeat(n / 9)} b`,
  sums: (n) => `SELECT ${"1 + ".repeat(n / 4)} 1`,
  signs: (n) => `SELECT ${"- ".repeat(n / 2)} 1`,
  unions: (n) => `SELECT 1 ${"UNION SELECT 1 ".repeat(n / 15)}`,
  joins: (n) => `SELECT 1 FROM t ${"JOIN t USING (a) ".repeat(n / 17)}`,
  subqueries: (n) => `SELECT ${"(SELECT ".repeat(n / 10)}1${")".repeat(n / 10)}`,
  "tables of expressions": (n) =>
    `WITH ${Array.from({ length: n / 20 }, (_, at) => `c${at} AS (SELECT 1)`).join(", ")} SELECT 1 FROM c0`,
  "nested CASE": (n) => `SELECT ${"CASE WHEN a THEN ".repeat(n / 21)} 1 ${"END ".repeat(n / 21)}`,
  calls: (n) => `SELECT ${"ROUND(".repeat(n / 10)}a${", 1)".repeat(n / 10)} FROM t`,
  "dates in dates": (n) => `SELECT ${"date(age(now(), ".repeat(n / 18)}a${"))".repeat(n / 18)} FROM t`,
  "calls in lists": (n) => `SELECT a${", f(b".repeat(n / 5)}`,
  casts: (n) => `SELECT a${"::int".repeat(n / 5)} FROM t`,
  digits: (n) => `SELECT ${"7".repeat(n)}`,
  words: (n) => `SELECT ${"a ".repeat(n / 2)}`,
  "one long name": (n) => `SELECT ${"a".repeat(n)} FROM t`,
  brackets: (n) => `SELECT ${"[a]".repeat(n / 3)}`,
  "rounded items": (n) => `SELECT ${"ROUND(a, 1), ".repeat(n / 13)} b FROM t`,
  "rounded items that are never closed": (n) => `SELECT ${"ROUND(a, ".repeat(n / 9)} FROM t`,
};

export const cellShapes: Shapes<string> = {
  digits: (n) => "7".repeat(n),
  nines: (n) => `0.${"9".repeat(n)}`,
  "zeros between": (n) => `1${"0".repeat(n)}1`,
  "zeros and a point": (n) => `0.${"0".repeat(n)}1`,
  "blanks between": (n) => `a${" ".repeat(n)}a`,
  "nested lists": (n) => `${"[".repeat(n / 2)}${"]".repeat(n / 2)}`,
  "open lists": (n) => "{".repeat(n),
  list: (n) => `{${"1,".repeat(n / 2)}1}`,
  object: (n) => `{${Array.from({ length: n / 10 }, (_, at) => `"k${at}":1`).join(",")}}`,
};

export const fileShapes: Shapes<string> = {
  blanks: (n) => " ".repeat(n),
  "open lists": (n) => "[".repeat(n),
  "open objects": (n) => '{"a":'.repeat(n / 5),
  "rows of nothing": (n) => "{}\n".repeat(n / 3),
  "a broken row": (n) =>
    `${'{"question":"q","db_id":"d","pred_sql":"SELECT 1","gold_sql":"SELECT 1"}\n'.repeat(n / 75)}{`,
  quotes: (n) => '"'.repeat(n),
  "escaped quotes": (n) => `{"a":"${'\\"'.repeat(n / 2)}"}`,
  commas: (n) => ",".repeat(n),
  "line ends": (n) => "\n".repeat(n),
  "the same row": (n) =>
    '{"instance_id":"a","selected_database":"d","db_id":"d","query":"q","question":"q","id":1,"knowledge":"k"}\n'.repeat(
      n / 100,
    ),
  "rows of one list": (n) => `[${'{"instance_id":"a","db_id":"d","question":"q"},'.repeat(n / 46)}{}]`,
  "a row with many parts": (n) =>
    `{"instance_id":"a","selected_database":"d","amb_user_query":"q","user_query_ambiguity":{"critical_ambiguity":[${'{"term":"t","sql_snippet":"s"},'.repeat(n / 30)}{}]}}`,
  "a wide row": (n) => `{${Array.from({ length: n / 12 }, (_, at) => `"key${at}":${at}`).join(",")}}`,
};

/** Sentences that make the patterns for words begin again and again. */
export const proseShapes: Shapes<string> = Object.fromEntries(
  [
    "a ",
    " ",
    "\n",
    "( ",
    ") ",
    "(",
    ", ",
    ". ",
    "' ",
    "1 ",
    "also, and which ",
    "even if ",
    "0 where no ",
    "from the most ",
    "$a=",
  ].map((piece) => [JSON.stringify(piece), (n: number) => `List ${piece.repeat(n / piece.length)}. And?`]),
);

export const scriptShapes: Shapes<string> = Object.fromEntries(
  ["(", '"', "'''", "x = 1\n", "def f():\n", "check_sql_function_usage(a)\n", "a.", "\\\n", "# a\n"].map(
    (piece) => [JSON.stringify(piece), (n: number) => `def test_case():\n ${piece.repeat(n / piece.length)}`],
  ),
);

export const dumpShapes: Shapes<string> = {
  "a row on each line": (n) => `INSERT INTO t VALUES\n${"(1, 'a'),\n".repeat(n / 10)}(1, 'b');`,
  "rows on one line": (n) => `INSERT INTO t VALUES ${"(1, 'a'),".repeat(n / 9)}(1, 'b');`,
  statements: (n) => "INSERT INTO t VALUES (1, 'a');\n".repeat(n / 30),
  "rows of COPY": (n) => `COPY t FROM stdin;\n${"1\ta\n".repeat(n / 4)}\\.\n`,
  "a COPY that is none": (n) => `COPY ${"a FROM ".repeat(n / 7)};`,
  "doubled quotes": (n) => `SELECT '${"''".repeat(n / 2)}';`,
  "an open quote over lines": (n) => `SELECT '${"\n".repeat(n)}`,
  dollars: (n) => `SELECT ${"$a".repeat(n / 2)}`,
  comments: (n) => `SELECT 1\n${"-- a\n".repeat(n / 5)}`,
  "line ends": (n) => "\n".repeat(n),
  semicolons: (n) => ";".repeat(n),
  "one word": (n) => "a".repeat(n),
};

export const schemaShapes: Shapes<string> = {
  tables: (n) => "CREATE TABLE a (\n  b text\n);\n".repeat(n / 29),
  "lines between tables": (n) => "x\nCREATE TABLE a (\n);\n".repeat(n / 21),
  columns: (n) => `CREATE TABLE a (\n${"  b text,\n".repeat(n / 10)});`,
  "blanks in a column": (n) => `CREATE TABLE a (\n  b x${" ".repeat(n)}x\n);`,
  defaults: (n) => `CREATE TABLE a (\n  b x${" DEFAULT ".repeat(n / 9)}\n);`,
  "blank lines": (n) => `CREATE TABLE a (\n${"\n".repeat(n)}\n);\n`,
  "open keys": (n) => `CREATE TABLE a (\n${",FOREIGN KEY(".repeat(n / 13)}\n);\n`,
  "a wide sample": (n) =>
    `CREATE TABLE a (\n  b text\n);\nFirst 3 rows:\n${"- ".repeat(n / 4)}\n${"- ".repeat(n / 4)}\n`,
  "sample rows": (n) =>
    `CREATE TABLE a (\n  b text\n);\nFirst 3 rows:\nab cd\n-- --\n${"aa bb\n".repeat(n / 6)}`,
};

/** A task and the knowledge base that it is linted with. */
export interface LintInput {
  task: Task;
  knowledge: KnowledgeNode[];
}

const ambiguity = harbourTask.ambiguities[0] as Ambiguity;
const listOf = <T>(length: number, make: (at: number) => T): T[] =>
  Array.from({ length }, (_, at) => make(at));
const nodesOf = (length: number, parts: (id: number) => Partial<KnowledgeNode>): KnowledgeNode[] =>
  listOf(length, (id) => ({
    ...{
      id,
      name: `Node ${id}`,
      description: "d",
      definition: "x",
      type: "calculation_knowledge",
      children: [],
    },
    ...parts(id),
  }));

/** Tasks of which one list is long. */
export const taskShapes: Shapes<LintInput> = {
  ambiguities: (n) => ({
    task: { ...harbourTask, ambiguities: listOf(n / 50, (at) => ({ ...ambiguity, term: `term ${at}` })) },
    knowledge: [],
  }),
  "snippets of a long gold": (n) => ({
    task: {
      ...harbourTask,
      ambiguities: listOf(n / 50, (at) => ({ ...ambiguity, term: `term ${at}`, sqlSnippet: `a${at} = 1` })),
      goldSql: [`SELECT 1 FROM t WHERE ${listOf(n / 20, (at) => `a${at} = 1`).join(" AND ")}`],
    },
    knowledge: [],
  }),
  "a snippet in many places": (n) => ({
    task: { ...harbourTask, goldSql: [`SELECT 1 FROM t WHERE ${"cli > 3 AND ".repeat(n / 12)} b`] },
    knowledge: [],
  }),
  "knowledge ids": (n) => ({
    task: { ...harbourTask, knowledgeIds: listOf(n / 10, (at) => at) },
    knowledge: nodesOf(n / 50, () => ({})),
  }),
  "a chain of knowledge": (n) => ({
    task: harbourTask,
    knowledge: nodesOf(n / 50, (id) => ({ children: [id + 1] })),
  }),
  "masked nodes among many": (n) => ({
    task: {
      ...harbourTask,
      ambiguities: listOf(n / 200, (at) => ({
        ...ambiguity,
        ...{ kind: "knowledge", term: `Node ${at}`, deletedKnowledge: at, isMask: true },
      })),
    },
    knowledge: nodesOf(n / 50, () => ({})),
  }),
  statements: (n) => ({
    task: { ...harbourTask, goldSql: listOf(n / 30, () => "SELECT a FROM t WHERE b = 1") },
    knowledge: [],
  }),
  scripts: (n) => ({
    task: { ...harbourTask, tests: listOf(n / 30, () => "def test_case():\n  pass") },
    knowledge: [],
  }),
};

/** The rows of two results. */
export interface RowsInput {
  predicted: Cell[][];
  gold: Cell[][];
}

const bothSides = (
  length: number,
  predicted: (at: number) => Cell[],
  gold: (at: number) => Cell[],
): RowsInput => ({
  predicted: listOf(length, predicted),
  gold: listOf(length, gold),
});

export const rowShapes: Shapes<RowsInput> = {
  "equal rows": (n) =>
    bothSides(
      n / 10,
      (at) => [`i${at}`, "ta"],
      (at) => [`i${at}`, "ta"],
    ),
  "another order": (n) =>
    bothSides(
      n / 10,
      (at) => [`i${at}`, "ta"],
      (at) => [`i${n / 10 - at}`, "ta"],
    ),
  "other rows": (n) =>
    bothSides(
      n / 10,
      (at) => [`i${at}`, "ta"],
      (at) => [`i${-at}`, "tb"],
    ),
  "one column alike": (n) =>
    bothSides(
      n / 10,
      (at) => [`i${at}`, "ta"],
      (at) => [`i${at}`, "tb"],
    ),
  "rows again and again": (n) =>
    bothSides(
      n / 10,
      () => ["i1", "ta"],
      (at) => ["i1", at % 7 === 0 ? "tb" : "ta"],
    ),
  "nearly equal reals": (n) =>
    bothSides(
      n / 10,
      (at) => [`r${at / 3}`],
      (at) => [`r${at / 3 + 1e-9}`],
    ),
  "columns in another order": (n) =>
    bothSides(
      n / 10,
      (at) => [`i${at}`, `t${at}`],
      (at) => [`t${at}`, `i${at}`],
    ),
  "a column more": (n) =>
    bothSides(
      n / 10,
      (at) => [`i${at}`, `t${at}`, "i1"],
      (at) => [`i${at}`, `t${at}`],
    ),
  dates: (n) =>
    bothSides(
      n / 20,
      (at) => [`t2020-01-01 ${at}`],
      (at) => [`t2020-01-01T${at}`],
    ),
  // No engine gives more columns than that.
  "wide rows": (n) =>
    bothSides(
      1,
      () => listOf(Math.min(n / 100, 2000), (at) => `i${at}`),
      () => listOf(Math.min(n / 100, 2000), (at) => `i${-at}`),
    ),
  "long cells": (n) =>
    bothSides(
      1,
      () => [`t${"a ".repeat(n / 4)}`],
      () => [`t${"b ".repeat(n / 4)}`],
    ),
};
