import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { meaningsByKey, readColumnMeanings } from "#shared/formats/column-meanings.ts";
import { readSampleText, type SampleRows } from "#shared/formats/sample-text.ts";
import { readSchemaText, schemaOf } from "#shared/formats/schema-text.ts";
import { sharedData } from "../../support/shared-data.ts";

const text = `CREATE TABLE "berths" (
id bigint NOT NULL DEFAULT nextval('berths_id_seq'::regclass),
"Pier Name" character varying NULL,
depth numeric(10,2) NULL,
since timestamp with time zone NULL DEFAULT now(),
    PRIMARY KEY (id, "Pier Name"),
    FOREIGN KEY ("Pier Name", depth) REFERENCES "piers"(name, "Low Water"),
    UNIQUE (depth)
);

First 3 rows:
  id  Pier Name      depth  since
----  -----------  -------  -------
   1  Größe 🚢       12.5
   2                -3      now
...


CREATE TABLE "piers" (
name character NOT NULL
);

First 3 rows:
No data available in this table.
`;

/** Sample rows as a schema text has them, in columns that are as wide as their dashes. */
function laidOut({ columns, rows }: SampleRows): string[] {
  const width = (column: number) =>
    Math.max(...[columns, ...rows].map((cells) => [...(cells[column] ?? "")].length));
  const line = (cells: readonly (string | null)[]) =>
    cells.map((cell, at) => (cell ?? "") + " ".repeat(width(at) - [...(cell ?? "")].length)).join("  ");
  return [line(columns), line(columns.map((_, at) => "-".repeat(width(at)))), ...rows.map(line), "..."];
}

describe("K13: a schema text", () => {
  const { tables, problems } = readSchemaText(text, "harbour_schema.txt");

  test("declares columns, keys and references", () => {
    expect(problems).toEqual([]);
    expect(tables[0]).toMatchObject({
      name: "berths",
      columns: [
        {
          name: "id",
          declaredType: "bigint",
          notNull: true,
          defaultSql: "nextval('berths_id_seq'::regclass)",
        },
        { name: "Pier Name", declaredType: "character varying", notNull: false, defaultSql: null },
        { name: "depth", declaredType: "numeric(10,2)", notNull: false, defaultSql: null },
        { name: "since", declaredType: "timestamp with time zone", notNull: false, defaultSql: "now()" },
      ],
      primaryKey: ["id", "Pier Name"],
      foreignKeys: [{ columns: ["Pier Name", "depth"], table: "piers", references: ["name", "Low Water"] }],
    });
    expect(tables[0]?.create.endsWith("\n);")).toBe(true);
  });

  test("gives its sample rows by column, cut in code points; an empty cell is null", () => {
    expect(tables.map(({ sample }) => sample)).toEqual([
      {
        columns: ["id", "Pier Name", "depth", "since"],
        rows: [
          ["1", "Größe 🚢", "12.5", null],
          ["2", null, "-3", "now"],
        ],
      },
      null,
    ]);
  });

  test("becomes the schema of a database, with descriptions", () => {
    const meanings = meaningsByKey(
      readColumnMeanings('{"harbour|BERTHS|Depth": "In metres."}', "m").meanings,
    );
    const descriptions = new Map([...meanings].map(([key, meaning]) => [key, meaning.text]));
    const [berths] = schemaOf(tables, "harbour", descriptions).tables;
    expect(berths?.columns[2]).toEqual({
      name: "depth",
      declaredType: "numeric(10,2)",
      primaryKey: false,
      notNull: false,
      references: { table: "piers", column: "Low Water" },
      description: "In metres.",
    });
    expect(berths?.columns.map(({ primaryKey }) => primaryKey)).toEqual([true, true, false, false]);
  });

  test("T8: names the line of what is no table and reads the rest", () => {
    const read = readSchemaText(`Tables:\n\n${text}\nCREATE TABLE "x" (\na int NULL`, "s.txt");
    expect(read.tables.map(({ name }) => name)).toEqual(["berths", "piers"]);
    expect(read.problems.map(({ row, reason }) => [row, reason])).toEqual([
      [1, "The line is outside any CREATE TABLE block."],
      [28, "The CREATE TABLE block is never closed."],
    ]);
  });

  test("names a sample row that does not fit its columns, and leaves it out", () => {
    const torn = text.replace(
      "   2                -3      now",
      "a cell with a line\nbreak that runs over everything",
    );
    const read = readSchemaText(torn, "s.txt");
    expect(read.problems).toMatchObject([
      { row: 15, reason: "The sample row does not have the columns of its table." },
    ]);
    expect(read.tables[0]?.sample?.rows).toHaveLength(1);
  });

  test("gives back any sample rows that a line can hold", () => {
    const cell = fc.oneof(
      fc.constant(null),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
      fc.integer().map(String),
      fc
        .string({ unit: "grapheme" })
        .map((value) => value.replace(/\s+/gu, "_"))
        .filter((value) => value !== "" && value !== "..."),
    );
    const width = fc.integer({ min: 1, max: 4 });
    const anySample = width.chain((columns) =>
      fc.record({
        columns: fc.array(fc.stringMatching(/^[a-z]{1,9}$/), { minLength: columns, maxLength: columns }),
        rows: fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), {
          minLength: 1,
          maxLength: 3,
        }),
      }),
    );
    fc.assert(
      fc.property(anySample, (sample) => {
        // A row of empty cells ends the sample, and a row that reads "..." would.
        fc.pre(sample.rows.every((row) => row.some((value) => value !== null)));
        expect(readSampleText(laidOut(sample))).toEqual({ sample, problem: null });
      }),
    );
  });
});

for (const [db, count] of [
  ["alien", 11],
  ["archeology", 14],
] as const) {
  const file = sharedData(`livesqlbench/${db}/${db}_schema.txt`);
  test.skipIf(file === null)(
    `the schema text of ${db} declares ${count} tables${file === null ? " (skipped: ../shared/data is absent)" : ""}`,
    () => {
      const source = readFileSync(file ?? "", "utf8");
      const { tables, problems } = readSchemaText(source, db);
      expect([tables.length, problems]).toEqual([count, []]);
      expect(tables.every(({ columns }) => columns.length > 0)).toBe(true);
    },
  );
}
