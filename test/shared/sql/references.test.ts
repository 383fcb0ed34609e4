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

  it("L8: a table of another schema is called by both names, and is none of its name in the usual schema", () => {
    const schemas = {
      dbId: "harbour",
      tables: [table("log", "entry"), table("audit.log", "entry", "By"), table("audit.Old Log", "entry")],
    };
    const told = (sql: string) =>
      sqlReferences(sql, schemas, "postgresql").map(({ from, to, table: name, column: of }) =>
        `${sql.slice(from, to)} → ${name} ${of ?? ""}`.trim(),
      );
    expect(told("SELECT entry FROM audit.log")).toEqual(["entry → audit.log entry", "log → audit.log"]);
    expect(told("SELECT audit.log.entry FROM audit.log")).toEqual([
      "log → audit.log",
      "entry → audit.log entry",
      "log → audit.log",
    ]);
    expect(told('UPDATE ONLY audit."Old Log" AS o SET entry = trim(o.entry)')).toEqual([
      '"Old Log" → audit.Old Log',
      "entry → audit.Old Log entry",
      "o → audit.Old Log",
      "entry → audit.Old Log entry",
    ]);
    expect(told("SELECT entry FROM public.log")).toEqual(["entry → log entry", "log → log"]);
    expect(told("SELECT entry FROM audit.gone")).toEqual([]);
    expect(told("WITH log AS (SELECT 1) SELECT l.entry FROM audit.log l, log")).toEqual([
      "l → audit.log",
      "entry → audit.log entry",
      "log → audit.log",
    ]);
  });

  it("L8: of names that differ in case only the one in the spelling is meant, a bare one in small letters", () => {
    const both = { dbId: "b", tables: [table("Ship", "Id", "id"), table("ship", "id")] };
    const told = (sql: string) =>
      sqlReferences(sql, both, "postgresql").map(({ table: name, column: of }) => `${name}.${of}`);
    expect(told('SELECT s."Id", s.ID FROM "Ship" s')).toEqual([
      "Ship.null",
      "Ship.Id",
      "Ship.null",
      "Ship.id",
      "Ship.null",
    ]);
    expect(told("SELECT id FROM SHIP")).toEqual(["ship.id", "ship.null"]);
  });

  it("L8: USING names tables in a DELETE, columns in a join", () => {
    expect(references("delete from call using port p where portid = p.id and p.name is null")).toEqual([
      "call → Call",
      "port → Port",
      "portid → Call.PortId",
      "p → Port",
      "id → Port.Id",
      "p → Port",
      "name → Port.Name",
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
