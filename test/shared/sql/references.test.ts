import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { DatabaseSchema } from "#shared/domain/schema.ts";
import { sqlReferences } from "#shared/sql/references.ts";

const column = (name: string) => ({
  name,
  declaredType: "TEXT",
  primaryKey: false,
  notNull: false,
  references: null,
  description: "",
});
const table = (name: string, ...columns: string[]) => ({
  name,
  kind: "table" as const,
  columns: columns.map(column),
  description: "",
});
const schema: DatabaseSchema = {
  dbId: "harbour",
  tables: [
    table("Ship", "Id", "Name", "Port", "date"),
    table("Port", "Id", "Name", "Port Country"),
    table("Call", "ShipId", "PortId", "order"),
  ],
};

/** Each reference as "text → table.column". */
const references = (sql: string) =>
  sqlReferences(sql, schema).map(
    ({ from, to, table: name, column: of }) =>
      `${sql.slice(from, to)} → ${name}${of === null ? "" : `.${of}`}`,
  );

describe("sqlReferences", () => {
  it("L8: tables and columns are found whatever their case", () => {
    expect(references("select NAME from ship")).toEqual(["NAME → Ship.Name", "ship → Ship"]);
  });

  it("L8: aliases lead to their tables, with and without AS", () => {
    expect(references("SELECT T1.Name, p.name FROM Ship AS T1 JOIN Port p ON T1.Port = p.Id")).toEqual([
      "T1 → Ship",
      "Name → Ship.Name",
      "p → Port",
      "name → Port.Name",
      "Ship → Ship",
      "Port → Port",
      "T1 → Ship",
      "Port → Ship.Port",
      "p → Port",
      "Id → Port.Id",
    ]);
  });

  it("L8: names in double quotes, backticks and brackets are names", () => {
    expect(references('SELECT "Port Country", `Name`, [id] FROM [Port]')).toEqual([
      '"Port Country" → Port.Port Country',
      "`Name` → Port.Name",
      "[id] → Port.Id",
      "[Port] → Port",
    ]);
  });

  it("L8: a bare name belongs to the innermost SELECT that knows it, else to the one around it", () => {
    expect(references("select name from ship where exists (select 1 from call where shipid = id)")).toEqual([
      "name → Ship.Name",
      "ship → Ship",
      "call → Call",
      "shipid → Call.ShipId",
      "id → Ship.Id",
    ]);
  });

  it("L8: each arm of a compound has tables of its own", () => {
    expect(references("select name from ship union select name from port order by 1")).toEqual([
      "name → Ship.Name",
      "ship → Ship",
      "name → Port.Name",
      "port → Port",
    ]);
  });

  it("L8: a CTE hides the table of its name, and its body is looked through", () => {
    expect(references("with ship as (select name from port) select name from ship")).toEqual([
      "name → Port.Name",
      "port → Port",
    ]);
    expect(references("with recursive c(n) as (select id from port) select n from c")).toEqual([
      "id → Port.Id",
      "port → Port",
    ]);
  });

  it("L8: subqueries, calls, USING and comma joins keep their places", () => {
    expect(references("select count(s.id), x.name from ship s, port x join call using (id)")).toEqual([
      "s → Ship",
      "id → Ship.Id",
      "x → Port",
      "name → Port.Name",
      "ship → Ship",
      "port → Port",
      "call → Call",
      "id → Ship.Id",
    ]);
    expect(references("select q.name from (select name from ship) as q")).toEqual([
      "name → Ship.Name",
      "ship → Ship",
    ]);
  });

  it("L8: aliases, strings, keywords and unknown names are no references", () => {
    expect(references("select 'name' as name, date, nothing from ship order by name")).toEqual([
      "date → Ship.date",
      "ship → Ship",
      "name → Ship.Name",
    ]);
    expect(references('select "order" from call order by 1')).toEqual([
      '"order" → Call.order',
      "call → Call",
    ]);
  });

  it("L8: any text is borne, and every reference lies within it", () => {
    const part = fc.constantFrom(
      ..."select|from|join|on|ship|port|name|s.|as|(|)|,|with|union|where|'x|\"|[|--\n|using|.|;".split("|"),
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(part).map((parts) => parts.join(" ")),
        ),
        (sql) => {
          let last = 0;
          for (const { from, to } of sqlReferences(sql, schema)) {
            expect(from).toBeGreaterThanOrEqual(last);
            expect(to).toBeGreaterThan(from);
            last = to;
          }
          expect(last).toBeLessThanOrEqual(sql.length);
        },
      ),
    );
  });
});
