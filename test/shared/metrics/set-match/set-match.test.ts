import { describe, expect, it } from "vitest";
import type { DatabaseSchema } from "#shared/domain/schema.ts";
import {
  type Component,
  componentMatch,
  componentShare,
  exactSetMatch,
} from "#shared/metrics/set-match/component-match.ts";
import { queryPartsOf } from "#shared/metrics/set-match/query-parts.ts";

const column = (name: string, references: { table: string; column: string } | null = null) => ({
  ...{ name, declaredType: "", primaryKey: false, notNull: false, description: "" },
  references,
});
const schema: DatabaseSchema = {
  dbId: "harbour",
  tables: [
    { name: "Ship", columns: ["id", "name", "tons"].map((name) => column(name)) },
    { name: "Call", columns: [column("ship_id", { table: "Ship", column: "id" }), column("port")] },
  ].map((table) => ({ ...table, kind: "table" as const, description: "" })),
};

function partsOf(one: string, other: string, known: DatabaseSchema | null = schema) {
  const space = new Map<string, string>();
  const read = (sql: string) => {
    const parts = queryPartsOf(sql, { schema: known, dialect: "sqlite", space });
    if (parts === null) throw new Error(`unread: ${sql}`);
    return parts;
  };
  return [read(one), read(other)] as const;
}
const matches = (one: string, other: string, known?: DatabaseSchema | null) =>
  exactSetMatch(...partsOf(one, other, known));
const differing = (one: string, other: string) =>
  Object.entries(componentMatch(...partsOf(one, other)))
    .filter(([, match]) => match === false)
    .map(([name]) => name as Component);

describe("exact set match, as Spider defines it", () => {
  it.each([
    ["the order of select items", "SELECT name, tons FROM Ship", "SELECT tons, name FROM Ship"],
    ["values", "SELECT name FROM Ship WHERE tons > 5", "SELECT name FROM Ship WHERE tons > 900"],
    ["DISTINCT", "SELECT DISTINCT name FROM Ship", "SELECT name FROM Ship"],
    ["DISTINCT in an aggregate", "SELECT count(DISTINCT name) FROM Ship", "SELECT count(name) FROM Ship"],
    ["aliases and case", "SELECT T1.NAME FROM ship AS T1", "SELECT name FROM Ship"],
    [
      "the order of conditions",
      "SELECT name FROM Ship WHERE tons > 1 AND name = 'a'",
      "SELECT name FROM Ship WHERE name = 'b' AND tons > 2",
    ],
    [
      "ON",
      "SELECT name FROM Ship JOIN Call ON id = ship_id",
      "SELECT name FROM Ship JOIN Call ON name = port",
    ],
    [
      "which side of a foreign key",
      "SELECT ship_id FROM Ship JOIN Call ON id = ship_id",
      "SELECT id FROM Ship JOIN Call ON id = ship_id",
    ],
    [
      "how many LIMIT asks for",
      "SELECT name FROM Ship ORDER BY tons LIMIT 1",
      "SELECT name FROM Ship ORDER BY tons LIMIT 3",
    ],
    [
      "texts in double quotes",
      'SELECT id FROM Ship WHERE name = "A"',
      "SELECT id FROM Ship WHERE name = 'B'",
    ],
    ["ASC", "SELECT name FROM Ship ORDER BY tons", "SELECT name FROM Ship ORDER BY tons ASC"],
    [
      "what a select item is called",
      "SELECT name, count(*) AS n FROM Ship GROUP BY name ORDER BY n DESC",
      "SELECT name, count(*) FROM Ship GROUP BY name ORDER BY count(*) DESC",
    ],
    [
      "values in nested queries",
      "SELECT name FROM Ship WHERE id IN (SELECT ship_id FROM Call WHERE port = 'x')",
      "SELECT name FROM Ship WHERE id IN (SELECT ship_id FROM Call WHERE port = 'y')",
    ],
  ])("overlooks %s", (_, one, other) => {
    expect(matches(one, other)).toBe(true);
    expect(matches(other, one)).toBe(true);
  });

  it.each([
    [["select"], "SELECT max(tons) FROM Ship", "SELECT min(tons) FROM Ship"],
    [["select", "selectWithoutAggregate"], "SELECT name FROM Ship", "SELECT name, tons FROM Ship"],
    [["where"], "SELECT id FROM Ship WHERE tons > 5", "SELECT id FROM Ship WHERE tons >= 5"],
    [
      ["connectors", "keywords"],
      "SELECT id FROM Ship WHERE tons > 5 AND name = 'a'",
      "SELECT id FROM Ship WHERE tons > 5 OR name = 'a'",
    ],
    [
      ["group", "keywords"],
      "SELECT port FROM Call GROUP BY port HAVING count(*) > 1",
      "SELECT port FROM Call GROUP BY port",
    ],
    [["order", "keywords"], "SELECT id FROM Ship ORDER BY tons DESC", "SELECT id FROM Ship ORDER BY tons"],
    [["order", "keywords"], "SELECT id FROM Ship ORDER BY tons LIMIT 2", "SELECT id FROM Ship ORDER BY tons"],
    [
      ["compounds", "keywords"],
      "SELECT id FROM Ship EXCEPT SELECT ship_id FROM Call",
      "SELECT id FROM Ship UNION SELECT ship_id FROM Call",
    ],
    [
      ["where"],
      "SELECT name FROM Ship WHERE id IN (SELECT ship_id FROM Call)",
      "SELECT name FROM Ship WHERE id IN (SELECT ship_id FROM Call WHERE port = 'y')",
    ],
  ] as [Component[], string, string][])("sees a difference in %j", (components, one, other) => {
    expect(differing(one, other)).toEqual(components);
    expect(matches(one, other)).toBe(false);
  });

  it("compares tables, which no component does", () => {
    const [one, other] = ["SELECT count(*) FROM Ship", "SELECT count(*) FROM Call"];
    expect(differing(one, other)).toEqual([]);
    expect(matches(one, other)).toBe(false);
  });

  it("reads a bare name by the only table where no schema is known", () => {
    expect(matches("SELECT a.x FROM t AS a", "SELECT x FROM t", null)).toBe(true);
    expect(matches("SELECT a.x FROM t AS a JOIN u", "SELECT u.x FROM t JOIN u", null)).toBe(false);
  });

  it("reads no text that is not one query", () => {
    const read = (sql: string) => queryPartsOf(sql, { schema, dialect: "sqlite", space: new Map() });
    for (const sql of ["", "SELECT 1; SELECT 2", "DELETE FROM Ship", "SELECT name FROM Ship WHERE )"])
      expect(read(sql), sql).toBeNull();
  });

  it("ends on queries that are nested thirtyfold", () => {
    const nested = (value: string) => `${"SELECT (".repeat(30)}SELECT ${value}${")".repeat(30)}`;
    expect(matches(nested("1"), nested("2"))).toBe(true);
  });
});

describe("component match", () => {
  it("is the share of the gold's components that are matched, and counts no other", () => {
    const gold = "SELECT port FROM Call WHERE ship_id = 1";
    expect(componentShare(...partsOf(gold, gold))).toBe(1);
    // Gold: select, select without aggregate, where, where without operator, keywords; the last alone differs.
    expect(componentShare(...partsOf(`${gold} ORDER BY port`, gold))).toBe(0.8);
    expect(componentShare(...partsOf("SELECT count(port) FROM Call", gold))).toBe(0.2);
  });
});
