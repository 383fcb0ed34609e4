import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { aimedBatches } from "#shared/certificate/aimed-rows/aimed-batches.ts";
import type { CopiedTable } from "#shared/certificate/aimed-rows/aimed-row.ts";
import type { AimedSetting } from "#shared/certificate/aimed-rows/aimed-setting.ts";
import { changedBatches } from "#shared/certificate/aimed-rows/changed-rows.ts";
import { literalsOf } from "#shared/certificate/aimed-rows/other-values.ts";
import { rowSql } from "#shared/certificate/aimed-rows/row-sql.ts";
import { smallestSet } from "#shared/certificate/aimed-rows/smallest-set.ts";
import type { SchemaColumn, SchemaTable } from "#shared/domain/schema.ts";
import { parseTree } from "#shared/sql/tree/parse-tree.ts";

const column = (name: string, more: Partial<SchemaColumn> = {}): SchemaColumn => ({
  ...{ name, declaredType: "INTEGER", primaryKey: false, notNull: false, references: null, description: "" },
  ...more,
});
const key = { primaryKey: true, notNull: true };
const port: SchemaTable = {
  ...{ name: "port", kind: "table", description: "" },
  columns: [column("id", key), column("depth")],
};
const ship: SchemaTable = {
  ...{ name: "ship", kind: "table", description: "" },
  columns: [
    column("id", key),
    column("home", { notNull: true, references: { table: "port", column: "id" } }),
    column("flag", { declaredType: "TEXT", notNull: true }),
  ],
};
const gold = parseTree(
  "SELECT p.depth FROM port p JOIN ship s ON s.home = p.id WHERE p.depth > 7 AND s.flag LIKE 'N%'",
  "sqlite",
);
const samples = new Map<string, CopiedTable>([
  ["port", { rows: [{ id: "1", depth: "9" }], families: {}, values: { depth: ["9"] }, largestKey: "1" }],
  [
    "ship",
    { rows: [{ id: "1", home: "1", flag: "NO" }], families: {}, values: { flag: ["NO"] }, largestKey: "1" },
  ],
]);
const setting: AimedSetting = {
  tables: [
    { table: port, columns: new Set(["depth"]) },
    { table: ship, columns: new Set(["flag"]) },
  ],
  samples,
  literals: literalsOf([gold]),
  referred: new Set(["port"]),
  ...{ dialect: "sqlite", mostRows: 5 },
};
const batches = aimedBatches(setting);
const rowsOf = (table: string) =>
  batches.flatMap(({ units }) => units.flatMap(({ rows }) => rows)).filter((row) => row.table === table);

describe("aimed rows", () => {
  it("copy a row as it is, without a value, and at, below and above each constant", () => {
    const depths = new Set(rowsOf("port").map(({ values }) => values.depth));
    for (const depth of ["9", null, "6", "7", "8", "0"]) expect(depths).toContain(depth);
    const flags = new Set(rowsOf("ship").map(({ values }) => values.flag));
    for (const flag of ["NO", "no", "N", "NOx"]) expect(flags).toContain(flag);
    expect(flags).not.toContain(null);
  });

  it("keep every constraint: a batch is inserted as it is", () => {
    const db = new DatabaseSync(":memory:", { enableForeignKeyConstraints: true });
    db.exec(`CREATE TABLE port (id INTEGER PRIMARY KEY, depth INTEGER);
      CREATE TABLE ship (id INTEGER PRIMARY KEY, home INTEGER NOT NULL REFERENCES port(id), flag TEXT NOT NULL);
      INSERT INTO port VALUES (1, 9); INSERT INTO ship VALUES (1, 1, 'NO');`);
    for (const { units } of batches) {
      db.exec("BEGIN");
      for (const sql of rowSql(units, ["port", "ship"])) db.exec(sql);
      db.exec("ROLLBACK");
    }
    db.close();
    expect(batches.some(({ units }) => units.some(({ rows }) => rows.length > 1))).toBe(true);
  });
});

describe("rows of another kind", () => {
  it("try the constants of a formula in a new group besides its usual values, not in their place", () => {
    const numbers = ["11", "22", "33", "44", "55", "66"];
    const sql = gold.sql.replace("p.depth", `p.depth + ${numbers.join(" + ")}`);
    const groups = aimedBatches({ ...setting, literals: literalsOf([parseTree(sql, "sqlite")]) })
      .filter((batch) => batch.column === "depth")
      .flatMap(({ units }) => units.filter(({ rows }) => rows.some(({ table }) => table === "ship")));
    const ports = groups.flatMap(({ rows }) => rows.filter(({ table }) => table === "port"));
    const depths = new Set(ports.map(({ values }) => values.depth));
    for (const depth of [...numbers, "9", null, "8", "10", "90", "100000"]) expect(depths).toContain(depth);
  });

  it("have a number ten times as large, too", () => {
    const reading: SchemaTable = {
      ...{ name: "reading", kind: "table", description: "" },
      columns: [
        column("id", key),
        column("kind", { declaredType: "TEXT" }),
        column("value", { declaredType: "NUMERIC" }),
      ],
    };
    const sums = parseTree(
      "SELECT SUM(CASE WHEN kind = 'wind' THEN value ELSE 0 END), MAX(value) FILTER (WHERE kind = 'tide') FROM reading",
      "sqlite",
    );
    const row = { id: "1", kind: "wind", value: "12" };
    const made = aimedBatches({
      ...setting,
      tables: [{ table: reading, columns: new Set(["kind", "value"]) }],
      samples: new Map([["reading", { rows: [row], families: {}, values: {}, largestKey: "1" }]]),
      literals: literalsOf([sums]),
    });
    const aims = made.flatMap(({ units }) => units.map(({ aim }) => aim));
    expect(aims).toContain("a row of reading with kind = tide and value = 120");
  });
});

describe("changed rows", () => {
  const changed = changedBatches(setting);

  it("give each row that is there one other value, under the same key", () => {
    const db = new DatabaseSync(":memory:", { enableForeignKeyConstraints: true });
    db.exec(`CREATE TABLE port (id INTEGER PRIMARY KEY, depth INTEGER);
      CREATE TABLE ship (id INTEGER PRIMARY KEY, home INTEGER NOT NULL REFERENCES port(id), flag TEXT NOT NULL);
      INSERT INTO port VALUES (1, 9); INSERT INTO ship VALUES (1, 1, 'NO');`);
    const seen = new Set<string>();
    for (const { units } of changed) {
      db.exec("BEGIN");
      for (const sql of rowSql(units, ["port", "ship"])) db.exec(sql);
      const rows = db.prepare("SELECT p.id, p.depth, s.id AS ship, s.flag FROM port p JOIN ship s").all();
      expect(rows).toMatchObject([{ id: 1, ship: 1 }]);
      seen.add(JSON.stringify(rows));
      db.exec("ROLLBACK");
    }
    db.close();
    expect(seen.size).toBe(changed.length);
    expect(seen).toContain('[{"id":1,"depth":7,"ship":1,"flag":"NO"}]');
  });
});

describe("the smallest set", () => {
  it("keeps what is needed together, and nothing else", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.nat(59), { minLength: 1, maxLength: 3 }), async (needed) => {
        const all = Array.from({ length: 60 }, (_, at) => at);
        const found = await smallestSet(
          all,
          async (parts) => parts.findIndex((part) => needed.every((one) => part.includes(one))),
          { parts: 2_000, members: 100 },
        );
        expect(found.toSorted()).toEqual(needed.toSorted());
      }),
      { numRuns: 200, seed: 3 },
    );
  });

  it("ends with what it has after as many questions as it may ask", async () => {
    let asked = 0;
    const all = Array.from({ length: 100 }, (_, at) => at);
    const first = async (parts: readonly (readonly number[])[]) => {
      asked += parts.length;
      return parts.findIndex(({ length }) => length > 90);
    };
    const most = { parts: 10, members: 100 };
    expect((await smallestSet(all, first, most)).length).toBeGreaterThan(90);
    expect(asked).toBeLessThanOrEqual(10);
  });

  it("ends where more members are needed than are asked for, once each of them was tried alone", async () => {
    const all = Array.from({ length: 64 }, (_, at) => at);
    const smallest = async (needed: number[]) => {
      let asked = 0;
      const first = async (parts: readonly (readonly number[])[]) => {
        asked += parts.length;
        return parts.findIndex((part) => needed.every((one) => part.includes(one)));
      };
      return { found: await smallestSet(all, first, { parts: 1_000, members: 5 }), asked: () => asked };
    };
    // One in each eighth: none of eight parts can be left out.
    const apart = await smallest([1, 9, 17, 25, 33, 41, 49, 57]);
    expect(apart.found).toHaveLength(64);
    expect(apart.asked()).toBeLessThan(30 + all.length);
    expect((await smallest([1, 20, 33, 50, 60])).found).toEqual([1, 20, 33, 50, 60]);
  });

  it("finds the one that shows alone what others hide, as in an average", async () => {
    const all = Array.from({ length: 64 }, (_, at) => at);
    const shows = (part: readonly number[]) =>
      part.length === all.length || (part.length === 1 && part[0] === 37);
    const first = async (parts: readonly (readonly number[])[]) => parts.findIndex(shows);
    expect(await smallestSet(all, first, { parts: 1_000, members: 5 })).toEqual([37]);
  });
});
