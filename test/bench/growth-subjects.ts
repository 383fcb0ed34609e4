import { rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { threadId } from "node:worker_threads";
import { askingLearns } from "#shared/certificate/asking-learns.ts";
import { recoverable } from "#shared/certificate/recoverable/recoverable.ts";
import { editedBattery } from "#shared/dialogue/answered-battery.ts";
import { builtInAnswer } from "#shared/dialogue/simulator/built-in-answer.ts";
import type { Task } from "#shared/domain/task.ts";
import { roseForm } from "#shared/domain/verdict-form.ts";
import { lintTask } from "#shared/findings/lint-task.ts";
import { readColumnMeanings } from "#shared/formats/column-meanings.ts";
import { readCsv } from "#shared/formats/csv-text.ts";
import { readDialogues } from "#shared/formats/dialogue-file.ts";
import { readKnowledgeBase } from "#shared/formats/knowledge-base.ts";
import { diagnosesIn } from "#shared/formats/note-markers.ts";
import { readPredictions } from "#shared/formats/predictions.ts";
import { readSchemaText } from "#shared/formats/schema-text.ts";
import { readStatedExceptions } from "#shared/formats/stated-exceptions.ts";
import { readTaskFile } from "#shared/formats/task-file.ts";
import { readTaskPredictions } from "#shared/formats/task-predictions.ts";
import { readTestForm } from "#shared/formats/test-form/read-test-form.ts";
import { cellKeyAsFixed } from "#shared/metrics/soft-ex/cell-key-as-fixed.ts";
import { cellKeyAsShipped } from "#shared/metrics/soft-ex/cell-key-as-shipped.ts";
import { rewriteAsShipped } from "#shared/metrics/soft-ex/rewrite-as-shipped.ts";
import { withoutOuterRound } from "#shared/metrics/soft-ex/without-outer-round.ts";
import { measuresOf } from "#shared/metrics/task-measures.ts";
import { snippetSearch } from "#shared/sql/anchor/snippet-search.ts";
import { exactKey } from "#shared/sql/compare/cell-key.ts";
import { memoryRows } from "#shared/sql/compare/comparable-rows.ts";
import { compareResults } from "#shared/sql/compare/compare-results.ts";
import { featuresOf } from "#shared/sql/features.ts";
import { indexKnowledge } from "#shared/sql/knowledge-index.ts";
import { type SqlDialect, significantTokens } from "#shared/sql/lex.ts";
import { mayWrite } from "#shared/sql/may-write.ts";
import { clockSplices } from "#shared/sql/mutate/pin-clock.ts";
import { parseTask } from "#shared/sql/parsed-task.ts";
import { proposals } from "#shared/sql/propose/proposals.ts";
import { sqlReferences } from "#shared/sql/references.ts";
import { hasOutermostOrderBy, outermostLimit, splitStatements } from "#shared/sql/statement.ts";
import { diffTokens } from "#shared/sql/token-diff.ts";
import { parseTree } from "#shared/sql/tree/parse-tree.ts";
import { treeTokens } from "#shared/sql/tree/tree-tokens.ts";
import { lineDiff } from "#shared/text/line-diff.ts";
import { pythonLayoutProblem } from "#shared/text/python-layout.ts";
import { wordDiff } from "#shared/text/word-diff.ts";
import { readSource } from "../../electron/engines/dump/read-source.ts";
import { loadSqlParsers } from "../../electron/sql-analysis/sql-parsers.ts";
import { harbourTask } from "../tasks/harbour-loads-task.ts";
import {
  cellShapes,
  dumpShapes,
  fileShapes,
  proseShapes,
  type RowsInput,
  rowShapes,
  type Shapes,
  schemaShapes,
  scriptShapes,
  sqlShapes,
  taskShapes,
} from "./growth-shapes.ts";

/** Something that reads what others wrote, and the shapes in which it gets it. */
export interface Subject {
  shapes: readonly string[];
  /** What is measured on a shape of about `n` characters; it is made beforehand. */
  on(shape: string, n: number): () => unknown;
}

function subject<Input>(shapes: Shapes<Input>, run: (input: Input) => unknown): Subject {
  return {
    shapes: Object.keys(shapes),
    on(shape, n) {
      const input = (shapes[shape] as (n: number) => Input)(n);
      // What a reader refuses it has read.
      return () => orRaised(() => run(input));
    },
  };
}

function orRaised(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

const dialects: SqlDialect[] = ["sqlite", "postgresql"];

/** Every reader, rewriter, lexer, lint and comparer. */
export async function growthSubjects(): Promise<Record<string, Subject>> {
  const parser = await loadSqlParsers(dialects);
  return { ...ofSql(), ...ofValues(), ...ofFiles(), ...ofTasks(parser) };
}

function ofSql(): Record<string, Subject> {
  const inSql = (run: (sql: string, dialect: SqlDialect) => unknown) =>
    subject(sqlShapes, (sql) => dialects.map((dialect) => run(sql, dialect)));
  return {
    lexer: inSql((sql, dialect) => significantTokens(sql, dialect)),
    statements: inSql((sql, dialect) => [
      splitStatements(sql),
      hasOutermostOrderBy(sql, dialect),
      outermostLimit(sql, dialect),
      mayWrite([sql], dialect),
    ]),
    tree: inSql((sql, dialect) => featuresOf(parseTree(sql, dialect))),
    references: inSql((sql, dialect) => sqlReferences(sql, { dbId: "d", tables: [] }, dialect)),
    "token diff": inSql((sql, dialect) => diffTokens(sql, sql.replace("1", "2"), dialect)),
    anchors: inSql((sql, dialect) => {
      const search = snippetSearch([parseTree(sql, dialect)]);
      return [search("a = 1"), search("a = 1 AND b")];
    }),
    "soft-EX as shipped": inSql((sql) => rewriteAsShipped([sql])),
    "soft-EX fixed": inSql((sql, dialect) => withoutOuterRound(sql, dialect)),
    "pinned clock": inSql((sql, dialect) =>
      clockSplices({ sql, dialect, tokens: treeTokens(sql, dialect) }, "2024-05-01T00:00:00Z"),
    ),
    "words diff": inSql((sql) => wordDiff(sql, `${sql} more`)),
    "line diff": inSql((sql) => [lineDiff(sql, `${sql}\nmore`), lineDiff(sql, sql.replaceAll("a", "b"))]),
  };
}

function ofValues(): Record<string, Subject> {
  const columnsOf = ([row = []]: RowsInput["gold"]) =>
    row.map((_, at) => ({ name: `c${at}`, declaredType: "" }));
  return {
    "exact keys": subject(cellShapes, (text) => exactKey(`d${text}`)),
    "keys as shipped": subject(cellShapes, (text) => [
      orRaised(() => cellKeyAsShipped("numeric")(`d${text}`)),
      ...["json", "integer[]", "interval"].map((type) => orRaised(() => cellKeyAsShipped(type)(`t${text}`))),
    ]),
    "keys as fixed": subject(cellShapes, (text) => [
      cellKeyAsFixed("numeric", 2)(`d${text}`),
      ...["json", "integer[]", "interval", "character"].map((type) => cellKeyAsFixed(type, 2)(`t${text}`)),
    ]),
    comparison: subject(rowShapes, ({ predicted, gold }) =>
      compareResults(memoryRows(columnsOf(predicted), predicted), memoryRows(columnsOf(gold), gold), {
        goldOrdered: false,
        predictedSql: "SELECT a FROM t",
        goldSql: "SELECT b FROM t",
      }),
    ),
  };
}

function ofFiles(): Record<string, Subject> {
  const file = path.join(tmpdir(), `querent-growth-${process.pid}-${threadId}.sql`);
  const loading = (kind: "sql-file" | "schema-text") => async (text: string) => {
    writeFileSync(file, text);
    try {
      for await (const _ of readSource({ kind, path: file }));
    } catch (error) {
      return error;
    } finally {
      rmSync(file);
    }
    return null;
  };
  const inFiles = (run: (text: string) => unknown) => subject(fileShapes, run);
  return {
    predictions: inFiles((text) => readPredictions(text, "file")),
    tasks: inFiles((text) =>
      readTaskFile(text, "file").tasks.map(({ task }) => measuresOf(task, "postgresql")),
    ),
    knowledge: inFiles((text) => indexKnowledge(readKnowledgeBase(text, "file").nodes)),
    "answers to tasks": inFiles((text) => readTaskPredictions(text, "file")),
    "stated exceptions": inFiles((text) => readStatedExceptions(text, "file")),
    "column meanings": inFiles((text) => readColumnMeanings(text, "file")),
    dialogues: inFiles((text) => readDialogues(text, "file")),
    CSV: inFiles((text) => readCsv(text)),
    "schema texts": subject(schemaShapes, (text) => readSchemaText(text, "file")),
    "schema texts that are loaded": subject(schemaShapes, loading("schema-text")),
    dumps: subject(dumpShapes, loading("sql-file")),
  };
}

function ofTasks(parser: Awaited<ReturnType<typeof loadSqlParsers>>): Record<string, Subject> {
  const asked = (question: string): Task => ({
    ...harbourTask,
    ...{ clearQuestion: question, ambiguousQuestion: question },
    followUp: harbourTask.followUp && { ...harbourTask.followUp, question },
  });
  const lint = (task: Task, dialect: SqlDialect, nodes = indexKnowledge([])) =>
    lintTask(task, { dialect, knowledge: nodes, parser });
  const proposed = (task: Task) => proposals(task, parseTask(task, "postgresql").gold[1]);
  const [first] = harbourTask.ambiguities;
  const known = (task: Task) => ({
    ...parseTask(task, "postgresql"),
    ...{ knowledge: null, schema: null, meanings: [] },
  });
  const heard = (task: Task, question: string) => builtInAnswer(known(task), 1, question, []);
  const settled = (task: Task) => {
    const context = known(task);
    const { findings } = recoverable(context, []);
    return askingLearns(context, findings);
  };
  return {
    lint: subject(sqlShapes, (sql) =>
      dialects.map((dialect) => lint({ ...harbourTask, goldSql: [sql] }, dialect)),
    ),
    "lint of long lists": subject(taskShapes, ({ task, knowledge }) =>
      lint(task, "postgresql", indexKnowledge(knowledge)),
    ),
    "lint of questions": subject(proseShapes, (text) => lint(asked(text), "postgresql")),
    "lint of terms and snippets": subject(proseShapes, (text) =>
      lint(
        { ...harbourTask, ambiguities: first ? [{ ...first, term: text, sqlSnippet: text }] : [] },
        "postgresql",
      ),
    ),
    "lint of knowledge": subject(proseShapes, (text) =>
      lint(
        harbourTask,
        "postgresql",
        indexKnowledge(
          [1, 2].map((id) => ({
            id,
            name: text,
            description: text,
            definition: text,
            type: "t",
            children: [],
          })),
        ),
      ),
    ),
    "lint of test scripts": subject(scriptShapes, (text) =>
      lint({ ...harbourTask, tests: [text] }, "postgresql"),
    ),
    "Python layout": subject(scriptShapes, (text) => pythonLayoutProblem(text)),
    "test forms": subject(scriptShapes, (text) => readTestForm(text, "postgresql")),
    proposals: subject(sqlShapes, (sql) => dialects.map(() => proposed({ ...harbourTask, goldSql: [sql] }))),
    "proposals for questions": subject(proseShapes, (text) => proposed(asked(text))),
    "user simulator": subject(proseShapes, (text) => heard(harbourTask, text)),
    "user simulator on a long task": subject(proseShapes, (text) =>
      heard(asked(text), "What does busy mean?"),
    ),
    "user simulator on a long gold": subject(sqlShapes, (sql) =>
      heard({ ...harbourTask, goldSql: [sql] }, "What does busy mean?"),
    ),
    "what words settle in a long gold": subject(sqlShapes, (sql) =>
      settled({ ...harbourTask, goldSql: [sql] }),
    ),
    "what words settle in a long question": subject(proseShapes, (text) => settled(asked(text))),
    "questions of a battery": subject(sqlShapes, (sql) =>
      editedBattery(known({ ...harbourTask, goldSql: [sql] })),
    ),
    "notes of verdicts": subject(proseShapes, (text) => diagnosesIn(text, roseForm)),
  };
}
