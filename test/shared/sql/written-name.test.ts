import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nameOf, significantTokens } from "#shared/sql/lex.ts";
import { usedColumns } from "#shared/sql/used-columns.ts";
import { writtenName, writtenTable } from "#shared/sql/written-name.ts";

describe("a name written into SQL", () => {
  it.each([
    ["river", "river", "river"],
    ["River", '"River"', "River"],
    ["order", '"order"', '"order"'],
    ["2nd", '"2nd"', '"2nd"'],
    ['say "hi"', '"say ""hi"""', '"say ""hi"""'],
    ["größe", '"größe"', '"größe"'],
  ])("%s is %s in PostgreSQL and %s in SQLite", (name, postgresql, sqlite) => {
    expect(writtenName(name, "postgresql")).toBe(postgresql);
    expect(writtenName(name, "sqlite")).toBe(sqlite);
  });

  it("is read back as the same name by the lexer, whatever it holds", () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1, maxLength: 20 }).filter((name) => !name.includes("\0")),
        fc.constantFrom("postgresql" as const, "sqlite" as const),
        (name, dialect) => {
          const [token, ...rest] = significantTokens(writtenName(name, dialect), dialect);
          expect(rest).toEqual([]);
          expect(nameOf(token)).toBe(name);
        },
      ),
    );
  });

  it("keeps the schema in front of a table apart, where there are schemas", () => {
    expect(writtenTable("audit.Log", "postgresql")).toBe('audit."Log"');
    expect(writtenTable("audit.Old Log", "postgresql")).toBe('audit."Old Log"');
    expect(writtenTable("audit.log", "sqlite")).toBe('"audit.log"');
    expect(writtenTable("a.b.c", "postgresql")).toBe('"a.b.c"');
  });
});

describe("the names that statements use", () => {
  const tables = [
    { name: "Ship", columns: ["id", "Name"] },
    { name: "call", columns: ["ship", "port"] },
  ];

  it("are each listed once, a table also where only its columns are named", () => {
    const sql = [
      "SELECT s.name FROM ship s JOIN call c ON c.ship = s.id WHERE s.name <> ''",
      "SELECT nothing",
    ];
    const used = usedColumns(sql, tables, "postgresql").map(({ table, column }) => `${table}.${column}`);
    expect(new Set(used)).toEqual(new Set(["Ship.null", "Ship.Name", "Ship.id", "call.null", "call.ship"]));
    expect(used).toHaveLength(5);
    expect(usedColumns(["SELEC FROM ("], tables, "sqlite")).toEqual([]);
  });
});
