// How the time of what reads foreign text grows with the text: each reader, rewriter, lexer, lint and comparer on texts that are
// ten times as long. Run as a thread it measures one of them (workerData: its name) and posts each shape as it is done.
import { parentPort, Worker, workerData } from "node:worker_threads";
import type { Task } from "#shared/domain/task.ts";
import { lintTask } from "#shared/findings/lint-task.ts";
import { readCsv } from "#shared/formats/csv-text.ts";
import { readKnowledgeBase } from "#shared/formats/knowledge-base.ts";
import { readPredictions } from "#shared/formats/predictions.ts";
import { readSchemaText } from "#shared/formats/schema-text.ts";
import { readTaskFile } from "#shared/formats/task-file.ts";
import { cellKeyAsFixed } from "#shared/metrics/soft-ex/cell-key-as-fixed.ts";
import { cellKeyAsShipped } from "#shared/metrics/soft-ex/cell-key-as-shipped.ts";
import { rewriteAsShipped } from "#shared/metrics/soft-ex/rewrite-as-shipped.ts";
import { withoutOuterRound } from "#shared/metrics/soft-ex/without-outer-round.ts";
import { snippetSearch } from "#shared/sql/anchor/snippet-search.ts";
import { exactKey } from "#shared/sql/compare/cell-key.ts";
import { featuresOf } from "#shared/sql/features.ts";
import { type SqlDialect, significantTokens } from "#shared/sql/lex.ts";
import { mayWrite } from "#shared/sql/may-write.ts";
import { proposals } from "#shared/sql/propose/proposals.ts";
import { sqlReferences } from "#shared/sql/references.ts";
import { hasOutermostOrderBy, outermostLimit, splitStatements } from "#shared/sql/statement.ts";
import { diffTokens } from "#shared/sql/token-diff.ts";
import { parseTree } from "#shared/sql/tree/parse-tree.ts";
import { pythonLayoutProblem } from "#shared/text/python-layout.ts";
import { wordDiff } from "#shared/text/word-diff.ts";
import { loadSqlParsers } from "../../electron/sql-analysis/sql-parsers.ts";

/** Time on a text of ten times the length over the time on the text, for one subject and one shape of text. */
export interface TextGrowth {
  subject: string;
  shape: string;
  /** Milliseconds on the longer text. */
  milliseconds: number;
  growth: number;
}

const length = 100_000;
/** A text that is read faster (ms) tells of caches and not of the work: one ten times as long is begun with. */
const shortestMs = 20;
/** How much longer a text of ten times the length may take. */
export const most = 12;
/** A subject that is not through with a text by then is ended. */
const patienceMs = 180_000;

/** Texts of about `n` characters, of the shapes that make a reader look at the same characters again. */
const sqlShapes: Record<string, (n: number) => string> = {
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
  "calls in lists": (n) => `SELECT a${", f(b".repeat(n / 5)}`,
  casts: (n) => `SELECT a${"::int".repeat(n / 5)} FROM t`,
  digits: (n) => `SELECT ${"7".repeat(n)}`,
  words: (n) => `SELECT ${"a ".repeat(n / 2)}`,
  "one long name": (n) => `SELECT ${"a".repeat(n)} FROM t`,
  brackets: (n) => `SELECT ${"[a]".repeat(n / 3)}`,
};

const cellShapes: Record<string, (n: number) => string> = {
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

const fileShapes: Record<string, (n: number) => string> = {
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
  "a wide row": (n) => `{${Array.from({ length: n / 12 }, (_, at) => `"key${at}":${at}`).join(",")}}`,
};

type Shapes = Record<string, (n: number) => string>;
type Subject = { shapes: Shapes; run(text: string): unknown };

const dialects: SqlDialect[] = ["sqlite", "postgresql"];

async function subjects(): Promise<Record<string, Subject>> {
  const parser = await loadSqlParsers(dialects);
  const task = (sql: string): Task => ({ ...plainTask, goldSql: [sql] });
  const inSql = (run: (sql: string, dialect: SqlDialect) => unknown): Subject => ({
    shapes: sqlShapes,
    run: (sql) => dialects.map((dialect) => run(sql, dialect)),
  });
  const inCells = (run: (text: string) => unknown): Subject => ({ shapes: cellShapes, run });
  const inFiles = (run: (text: string) => unknown): Subject => ({
    shapes: fileShapes,
    run: (text) => {
      try {
        return run(text);
      } catch (error) {
        return error;
      }
    },
  });
  return {
    lexer: inSql((sql, dialect) => significantTokens(sql, dialect)),
    statements: inSql((sql, dialect) => [
      splitStatements(sql),
      hasOutermostOrderBy(sql, dialect),
      outermostLimit(sql, dialect),
      mayWrite(sql, dialect),
    ]),
    tree: inSql((sql, dialect) => featuresOf(parseTree(sql, dialect))),
    references: inSql((sql, dialect) => sqlReferences(sql, { dbId: "d", tables: [] }, dialect)),
    "token diff": inSql((sql, dialect) => diffTokens(sql, sql.replace("1", "2"), dialect)),
    anchors: inSql((sql, dialect) => snippetSearch([parseTree(sql, dialect)])("a = 1 AND b")),
    "soft-EX as shipped": inSql((sql) => rewriteAsShipped([sql])),
    "soft-EX fixed": inSql((sql, dialect) => withoutOuterRound(sql, dialect)),
    lint: inSql((sql, dialect) => lintTask(task(sql), { dialect, knowledge: null, parser })),
    proposals: inSql((sql, dialect) => proposals(task(sql), [parseTree(sql, dialect)])),
    "words diff": inSql((sql) => wordDiff(sql, `${sql} more`)),
    "Python layout": inSql((sql) => pythonLayoutProblem(sql)),
    "exact keys": inCells((text) => exactKey(`d${text}`)),
    "keys as shipped": inCells((text) => [
      raising(() => cellKeyAsShipped("numeric")(`d${text}`)),
      ...["json", "integer[]", "interval"].map((type) => raising(() => cellKeyAsShipped(type)(`t${text}`))),
    ]),
    "keys as fixed": inCells((text) => [
      cellKeyAsFixed("numeric", 2)(`d${text}`),
      ...["json", "integer[]", "interval", "character"].map((type) => cellKeyAsFixed(type, 2)(`t${text}`)),
    ]),
    predictions: inFiles((text) => readPredictions(text, "file")),
    tasks: inFiles((text) => readTaskFile(text, "file")),
    knowledge: inFiles((text) => readKnowledgeBase(text, "file")),
    "schema texts": inFiles((text) => readSchemaText(text, "file")),
    CSV: inFiles((text) => readCsv(text)),
  };
}

function raising(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

const plainTask = readTaskFile(
  JSON.stringify({
    instance_id: "growth_1",
    selected_database: "growth",
    query: "How many are there?",
    sol_sql: ["SELECT 1"],
    test_cases: [],
    category: "Query",
    external_knowledge: [],
    conditions: {},
  }),
  "growth.jsonl",
).tasks[0]?.task as Task;

/** The clock tells nothing shorter apart: a run that takes less is repeated until all take as long. */
const batchMs = 60;
const batches = 3;

/** Milliseconds of processor time of one run, so that a busy machine stretches none: the least of several batches, as garbage is collected in some. */
function timeOf(run: () => unknown): number {
  let runs = 1;
  let spent = spentOn(run, runs);
  for (; spent < batchMs; spent = spentOn(run, runs)) runs *= 2;
  // What takes a second is told well enough by one.
  const more = spent > 1000 ? 0 : batches - 1;
  return Math.min(spent, ...Array.from({ length: more }, () => spentOn(run, runs))) / runs;
}

function spentOn(run: () => unknown, times: number): number {
  const before = process.threadCpuUsage();
  for (let at = 0; at < times; at += 1) run();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

async function measureOne(name: string): Promise<void> {
  const subject = (await subjects())[name];
  if (subject === undefined) return;
  for (const [shape, make] of Object.entries(subject.shapes)) {
    parentPort?.postMessage({ shape });
    try {
      const isQuick = timeOf(() => subject.run(make(length))) < shortestMs;
      const begin = isQuick ? length * 10 : length;
      const [short, long] = [make(begin), make(begin * 10)];
      const run = { short: () => subject.run(short), long: () => subject.run(long) };
      let [before, milliseconds] = [timeOf(run.short), timeOf(run.long)];
      // What another thread of the machine has disturbed is measured again; the least of each is what the text costs.
      for (let again = 0; again < 2 && milliseconds / before > most && milliseconds < 5000; again += 1)
        [before, milliseconds] = [
          Math.min(before, timeOf(run.short)),
          Math.min(milliseconds, timeOf(run.long)),
        ];
      let growth = milliseconds / before;
      // Where the first step leaves the processor's caches, the next one tells: what grows faster than its text does so there, too.
      if (growth > most && milliseconds < 600) {
        const longer = make(begin * 100);
        growth = Math.min(growth, timeOf(() => subject.run(longer)) / milliseconds);
      }
      parentPort?.postMessage({ shape, milliseconds, growth });
    } catch (error) {
      parentPort?.postMessage({
        shape: `${shape}: ${(error as Error).message}`,
        milliseconds: 0,
        growth: Number.POSITIVE_INFINITY,
      });
    }
  }
}

/** Measures every subject in a thread of its own; one that is not through with a text in three minutes is reported as infinite. */
export async function measureTextGrowth(only: string[] = []): Promise<TextGrowth[]> {
  const names = Object.keys(await subjects()).filter((name) => only.length === 0 || only.includes(name));
  const all: TextGrowth[] = [];
  for (const subject of names) all.push(...(await inThread(subject)));
  return all;
}

function inThread(subject: string): Promise<TextGrowth[]> {
  const done: TextGrowth[] = [];
  let shape = "";
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), {
      workerData: { subject },
      // Else what grows is the share of tokens that the collector copies, and not the work on them.
      resourceLimits: { maxYoungGenerationSizeMb: 512 },
    });
    let deadline: NodeJS.Timeout | undefined;
    const stop = () => {
      done.push({ subject, shape, milliseconds: patienceMs, growth: Number.POSITIVE_INFINITY });
      void worker.terminate().then(() => resolve(done));
    };
    worker.on("message", (message: { shape: string } & Partial<TextGrowth>) => {
      clearTimeout(deadline);
      shape = message.shape;
      if (message.milliseconds === undefined) deadline = setTimeout(stop, patienceMs);
      else done.push({ ...(message as TextGrowth), subject });
    });
    worker.once("error", (error) => reject(new Error(`${subject} on ${shape}: ${error.message}`)));
    worker.once("exit", () => {
      clearTimeout(deadline);
      resolve(done);
    });
  });
}

if (workerData?.subject !== undefined) await measureOne(workerData.subject);
