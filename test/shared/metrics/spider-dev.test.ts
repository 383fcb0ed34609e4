import { readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import type { Cell } from "#shared/domain/cell.ts";
import { differenceSentence } from "#shared/domain/difference-sentence.ts";
import { evaluationOf, type RunOutcome } from "#shared/metrics/evaluation.ts";
import { alignRows } from "#shared/sql/compare/align-rows.ts";
import { type ComparableRows, memoryRows } from "#shared/sql/compare/comparable-rows.ts";
import { sharedData } from "../../support/shared-data.ts";

const folder = sharedData("spider-dev");

interface Prediction {
  db_id: string;
  predicted_sql: string;
  gold_sql: string;
}

type Value = string | number | bigint | null;

/** The databases, opened once each, and every statement's values as node:sqlite gives them. */
function runner(databases: string) {
  const opened = new Map<string, DatabaseSync>();
  return (dbId: string, sql: string): { names: string[]; values: Value[][] } => {
    const options = { readOnly: true, enableDoubleQuotedStringLiterals: true };
    const database = opened.get(dbId) ?? new DatabaseSync(`${databases}/${dbId}.sqlite`, options);
    opened.set(dbId, database);
    const statement = database.prepare(sql);
    statement.setReadBigInts(true);
    statement.setReturnArrays(true);
    const values = statement.all() as unknown as Value[][];
    return { names: statement.columns().map(({ name }) => name), values };
  };
}

function cellOf(value: Value): Cell {
  if (value === null) return null;
  if (typeof value === "bigint") return `i${value}`;
  return typeof value === "number" ? `r${value}` : `t${value}`;
}

function rowsOf({ names, values }: { names: string[]; values: Value[][] }): ComparableRows {
  const columns = names.map((name) => ({ name, declaredType: "" }));
  return memoryRows(
    columns,
    values.map((row) => row.map(cellOf)),
  );
}

function outcome(rows: ComparableRows | null): RunOutcome {
  const [columns, rowCount] = [[...(rows?.columns ?? [])], rows?.rowCount ?? 0];
  const status = rows === null ? "error" : "ok";
  return { summary: { status, columns, rowCount, truncated: false, elapsedMs: 0, error: null }, rows };
}

/** Python's `set(predicted) == set(gold)`, written another way: numbers as JS numbers, which these data bear. */
function sameSets(a: Value[][], b: Value[][]): boolean {
  const keys = (rows: Value[][]) =>
    new Set(
      rows.map((row) =>
        JSON.stringify(row.map((value) => (typeof value === "bigint" ? Number(value) : value))),
      ),
    );
  const [left, right] = [keys(a), keys(b)];
  return left.size === right.size && [...left].every((key) => right.has(key));
}

describe.skipIf(folder === null)(
  `the predictions of spider-dev${folder === null ? " (skipped: ../shared/data/spider-dev is absent)" : ""}`,
  () => {
    it.each([
      ["predictions-gpt-4.json", 1034],
      ["predictions-gpt-3.5-react.json", 994],
    ])(
      "X1, R2, C14: every pair of %s agrees with sets of rows, has a kind, a sentence and an alignment",
      (file, count) => {
        const run = runner(`${folder}/databases`);
        const tried = (dbId: string, sql: string) => {
          try {
            return run(dbId, sql);
          } catch {
            return null;
          }
        };
        const predictions = JSON.parse(readFileSync(`${folder}/${file}`, "utf8")) as Prediction[];
        expect(predictions).toHaveLength(count);
        let compared = 0;
        for (const { db_id, predicted_sql: predictedSql, gold_sql: goldSql } of predictions) {
          const [predicted, gold] = [tried(db_id, predictedSql), tried(db_id, goldSql)];
          const sides = [outcome(predicted && rowsOf(predicted)), outcome(gold && rowsOf(gold))] as const;
          const probe = (sql: string) => rowsOf(run(db_id, sql));
          const { difference, ex } = evaluationOf(...sides, { predictedSql, goldSql, probe });
          const sentence = differenceSentence(difference, sides[0].summary, sides[1].summary);
          expect(sentence).toMatch(/^[A-Z\d].*\.$/s);
          expect(sentence).not.toMatch(/undefined|NaN|\(\)|\b1 rows/);
          if (predicted === null || gold === null || sides[0].rows === null || sides[1].rows === null)
            continue;
          compared += 1;
          const widths = predicted.names.length === gold.names.length;
          const bothEmpty = predicted.values.length + gold.values.length === 0;
          expect(ex.set, predictedSql).toBe(bothEmpty || (widths && sameSets(predicted.values, gold.values)));
          const { alignment } = alignRows(sides[0].rows, sides[1].rows, difference);
          expect(alignment.rows).toBeGreaterThanOrEqual(
            Math.max(predicted.values.length, gold.values.length),
          );
        }
        expect(compared).toBeGreaterThan(count * 0.85);
      },
    );
  },
);
