import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import type { DatabaseSchema, SchemaColumn } from "#shared/domain/schema.ts";
import type { SqlDialect } from "#shared/sql/lex.ts";
import { formulaSql } from "#shared/sql/mutate/formula-sql.ts";
import { type Mutant, mutantsWithin } from "#shared/sql/mutate/mutants.ts";
import { mutationOperators } from "#shared/sql/mutate/registry.ts";
import { parseTree } from "#shared/sql/tree/parse-tree.ts";
import { loadSqlParsers } from "../../../../electron/sql-analysis/sql-parsers.ts";
import { packTasks } from "../../../tasks/river-watch-pack.ts";
import { operatorExamples } from "./operator-examples.ts";

const column = (name: string, declaredType: string, notNull = false): SchemaColumn => ({
  ...{ name, declaredType, notNull, primaryKey: name === "id", references: null, description: "" },
});
const shared = [column("id", "integer", true), column("berth", "text", true), column("tonnes", "numeric")];
const table = (name: string, ...columns: SchemaColumn[]) => ({
  ...{ name, columns, kind: "table" as const, description: "" },
});
const [id, berth, tonnes] = shared as [SchemaColumn, SchemaColumn, SchemaColumn];
const schema: DatabaseSchema = {
  dbId: "port",
  tables: [
    table(
      "call",
      id,
      berth,
      column("flag", "text"),
      tonnes,
      column("hours", "numeric"),
      column("arrived", "date"),
    ),
    table("old_call", ...shared),
  ],
};
const flags = {
  ...{ id: 1, name: "Flags", description: "", type: "value_illustration", children: [] },
  definition: "'NO': Norway. 'DK': Denmark. 'SE': Sweden.",
};
const handling = {
  ...{ id: 2, name: "Handling Score", description: "", type: "calculation_knowledge", children: [] },
  definition:
    "$\\text{HS} = \\frac{\\text{TONNES}}{\\text{hours}} + 2 \\times \\text{tonnes}$ for each call.",
};
const dialects = ["postgresql", "sqlite"] as const;
const parsers = await loadSqlParsers(["postgresql"]);

function mutantsOf(sql: string, dialect: SqlDialect, operators = mutationOperators, part = sql): Mutant[] {
  const from = sql.indexOf(part);
  const around = { schema, knowledge: [flags, handling], meanings: [] };
  return mutantsWithin(parseTree(sql, dialect), { from, to: from + part.length }, around, { operators });
}

describe.each(operatorExamples)("$operator: $sql", ({ operator, sql, part, ...expected }) => {
  const only = mutationOperators.filter((one) => one.id === operator);
  it.each(dialects.filter((dialect) => expected[dialect] !== undefined))("in %s", (dialect) => {
    const mutants = mutantsOf(sql, dialect, only, part);
    expect(mutants.map((mutant) => mutant.sql)).toEqual(expected[dialect]);
    for (const { meaning } of mutants) expect(meaning).toMatch(/^\S.*\S$/);
  });
});

it("every operator has an example, and an id of its own", () => {
  const ids = mutationOperators.map((operator) => operator.id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((one) => !operatorExamples.some(({ operator }) => operator === one))).toEqual([]);
});

describe("Q1: every mutant differs from what it was made of and from the others, and is read by the database's own grammar", () => {
  const statements = [
    ...packTasks().flatMap(({ goldSql, followUp }) => [...goldSql, ...(followUp?.goldSql ?? [])]),
    ...operatorExamples.filter(({ postgresql }) => postgresql !== undefined).map(({ sql }) => sql),
  ];

  it("in PostgreSQL, of every gold of river-watch", () => {
    let made = 0;
    for (const sql of statements) {
      const mutants = mutantsOf(sql, "postgresql").map((mutant) => mutant.sql);
      expect(new Set([sql, ...mutants]).size).toBe(mutants.length + 1);
      for (const mutant of mutants) expect(parsers.syntaxProblem(mutant, "postgresql"), mutant).toBeNull();
      made += mutants.length;
    }
    expect(made).toBeGreaterThan(1000);
  });

  it("in SQLite, of every example", () => {
    const db = new DatabaseSync(":memory:");
    const columns = "id INTEGER PRIMARY KEY, berth TEXT NOT NULL, tonnes NUMERIC";
    db.exec(
      `CREATE TABLE call (${columns}, flag TEXT, hours NUMERIC, arrived DATE); CREATE TABLE old_call (${columns})`,
    );
    for (const { sql, sqlite } of operatorExamples) {
      if (sqlite === undefined) continue;
      for (const mutant of mutantsOf(sql, "sqlite"))
        expect(() => db.prepare(mutant.sql), `${mutant.operator}: ${mutant.sql}`).not.toThrow();
    }
    db.close();
  });
});

it("a formula of the knowledge base is SQL where every name in it is a column", () => {
  const columns = ["oxygen", "bod"];
  const sql = (definition: string) => formulaSql(definition, columns, "postgresql");
  expect(sql("$\\text{OSS} = \\frac{\\max(0,\\ 100 - \\text{Oxygen})}{10}$")).toBe(
    "(GREATEST(0, 100 - oxygen)) / 10",
  );
  expect(sql("$X = \\frac{\\frac{\\text{bod}}{2} + 1}{\\text{oxygen}}$, as measured.")).toBe(
    "(bod / 2 + 1) / oxygen",
  );
  expect(sql("$X = 2 \\times \\text{phosphorus}$")).toBeNull();
  expect(sql("$X = \\sum \\text{bod}$")).toBeNull();
  expect(sql("A reading with $\\text{bod} > 3$.")).toBeNull();
});

it("a mutant changes nothing outside the stretch that may be changed", () => {
  const sql = "SELECT berth FROM call WHERE tonnes > 5 AND hours > 2";
  const range = { from: sql.indexOf("tonnes"), to: sql.indexOf(" AND") };
  const mutants = mutantsWithin(parseTree(sql, "sqlite"), range, { schema, knowledge: [], meanings: [] });
  expect(mutants.length).toBeGreaterThan(3);
  for (const mutant of mutants)
    expect(mutant.sql).toBe(sql.slice(0, range.from) + mutant.part + sql.slice(range.to));
});
