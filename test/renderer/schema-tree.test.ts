import { describe, expect, test } from "vitest";
import type { DatabaseSchema } from "#shared/domain/schema.ts";
import { nameInSql, sampleSql, valuesSql } from "../../renderer/features/tasks/task/schema/schema-sql.ts";
import { foundAt, schemaPathId, schemaPathOf } from "../../renderer/ui/schema-tree/schema-path.ts";
import { filteredTables, schemaTables } from "../../renderer/ui/schema-tree/schema-tables.ts";

const meaning = (
  table: string,
  column: string,
  text: string,
  fields: { path: string[]; text: string }[] = [],
) => ({ key: `db|${table}|${column}`, database: "db", table, column, text, fields });
const column = (name: string, declaredType: string, description = "") => ({
  ...{ name, declaredType, primaryKey: false, notNull: false, references: null, description },
});
const schema: DatabaseSchema = {
  dbId: "db",
  tables: [
    {
      ...{ name: "Ship", kind: "table", description: "All that floats." },
      columns: [column("name", "text"), column("log", "jsonb"), column("crew", "integer", "Heads on board.")],
    },
  ],
};
const meanings = [
  meaning("ship", "name", "What is painted on its bow."),
  meaning("SHIP", "Log", "Its journeys.", [{ path: ["port", "الاسم"], text: "Where it lay." }]),
  meaning("port", "constructor", "Who built it."),
];
const tables = schemaTables(schema, meanings);

describe("the tables of a task's database", () => {
  test("put the meaning of a column beside its type, whatever its case, and keep what only one of them names", () => {
    expect(tables.map(({ name, kind, columns }) => [kind, name, columns.map((one) => one.name)])).toEqual([
      ["meant", "port", ["constructor"]],
      ["table", "Ship", ["name", "log", "crew"]],
    ]);
    const [, ship] = tables;
    expect(ship?.columns[1]).toMatchObject({
      ...{ name: "log", declaredType: "jsonb", meaning: "Its journeys." },
      fields: [{ path: ["port", "الاسم"], meaning: "Where it lay." }],
    });
    // What the database itself says of a column is where nobody wrote a meaning.
    expect(ship?.columns[2]?.meaning).toBe("Heads on board.");
    // As long as no schema is known, nothing is said to be missing from it.
    const untold = schemaTables(null, meanings).map(({ name, kind, columns }) => [
      name,
      kind,
      columns[0]?.isMeant,
    ]);
    expect(untold).toEqual([
      ["port", "table", false],
      ["ship", "table", false],
    ]);
  });

  test("are searched by name, type, meaning and field; every word counts, and a table that is named stays whole", () => {
    const found = (text: string) =>
      filteredTables(tables, text).map(({ name, columns }) => `${name}: ${columns.map((one) => one.name)}`);
    expect(found("ship")).toEqual(["Ship: name,log,crew"]);
    expect(found("BOW painted")).toEqual(["Ship: name"]);
    expect(found("ship integer")).toEqual(["Ship: crew"]);
    expect(found("الاسم")).toEqual(["Ship: log"]);
    expect(found("nothing of it")).toEqual([]);
    expect(found(" ")).toHaveLength(2);
  });

  test("are none without a schema and meanings", () => {
    expect(schemaTables(null, [])).toEqual([]);
  });

  test("are searched by reading each column once for a word, however many tables there are", () => {
    const names = (length: number): number => {
      let read = 0;
      const all = schemaTables({ dbId: "db", tables: tablesOf(length) }, []);
      for (const { columns } of all)
        for (const one of columns) {
          const { name } = one;
          Object.defineProperty(one, "name", {
            get: () => {
              read += 1;
              return name;
            },
          });
        }
      filteredTables(all, "column_2 table_19");
      return read;
    };
    expect(names(2000)).toBe(10 * names(200));
  });

  function tablesOf(length: number) {
    return Array.from({ length }, (_, at) => ({
      ...{ name: `table_${at}`, kind: "table" as const, description: "" },
      columns: Array.from({ length: 30 }, (_, number) =>
        column(`column_${number}`, "integer", "What it is."),
      ),
    }));
  }
});

describe("a place in the tables", () => {
  test("is found again by its id, whatever its name holds", () => {
    const place = { table: 'a"b', column: "c.d", field: ["e", "]"] };
    expect(schemaPathOf(schemaPathId(place))).toEqual(place);
    expect(foundAt(tables, { table: "Ship", column: "log", field: null })?.column?.name).toBe("log");
    expect(foundAt(tables, { table: "Ship", column: "gone", field: null })).toBeNull();
  });

  test("is written as SQL of the database names it", () => {
    const log = { table: "Ship", column: "log", field: ["port", "it's"] };
    expect(nameInSql(log, "postgresql")).toBe("log -> 'port' ->> 'it''s'");
    expect(nameInSql({ ...log, field: null, column: "Crew" }, "postgresql")).toBe('"Crew"');
    expect(nameInSql({ ...log, field: null, column: "Crew" }, "sqlite")).toBe("Crew");
    expect(nameInSql({ ...log, field: null, column: null }, "postgresql")).toBe('"Ship"');
  });

  test("is sampled: rows of a table, the values of a column or field by how often they occur", () => {
    expect(sampleSql({ table: "audit.log", column: null, field: null }, "postgresql")).toBe(
      "SELECT *\nFROM audit.log\nLIMIT 20;",
    );
    const [counts, values] = valuesSql({ table: "Ship", column: "log", field: null }, "postgresql");
    expect(counts).toBe('SELECT COUNT(*), COUNT(*) - COUNT(log) FROM "Ship"');
    expect(values).toContain("SELECT log::text AS value, COUNT(*) AS times");
  });
});
