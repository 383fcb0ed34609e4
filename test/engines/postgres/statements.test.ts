import fc from "fast-check";
import { loadModule } from "libpg-query";
import { beforeAll, describe, expect, test } from "vitest";
import { postgresCell } from "../../../electron/engines/postgres/cells.ts";
import { parseStatements } from "../../../electron/engines/postgres-dialect/statements.ts";

describe("statements as PostgreSQL's grammar cuts them", () => {
  beforeAll(() => loadModule());

  test.each([
    "SELECT 1",
    "WITH a AS (SELECT 1) SELECT * FROM a UNION SELECT 2",
    "VALUES (1)",
    "TABLE ship",
    "SHOW timezone",
    "EXPLAIN SELECT 1",
    "SELECT 'INSERT INTO a VALUES (1)'",
    "SELECT nextval('s')",
  ])("looks like one that only reads: %s", (sql) => {
    expect(parseStatements(sql)).toMatchObject([{ readOnly: true }]);
  });

  test.each([
    "INSERT INTO a VALUES (1)",
    "WITH d AS (DELETE FROM a RETURNING *) SELECT * FROM d",
    "SELECT * INTO b FROM a",
    "SELECT * FROM a FOR UPDATE",
    "SELECT * FROM (SELECT * FROM a FOR SHARE) x",
    "EXPLAIN ANALYZE DELETE FROM a",
    "CREATE TABLE b AS SELECT 1",
    "DO $$ BEGIN END $$",
    "CALL p()",
    "BEGIN",
    "SET work_mem = '1MB'",
    "DECLARE c CURSOR FOR SELECT 1",
    "PREPARE p AS SELECT 1",
    "LISTEN x",
    "COPY a TO STDOUT",
  ])("may write or leave something in the session: %s", (sql) => {
    expect(parseStatements(sql)).toMatchObject([{ readOnly: false }]);
  });

  test("a text that the grammar rejects is not cut, one of comments only has no statement", () => {
    expect(parseStatements("SELEC 1")).toBeNull();
    expect(parseStatements(" -- nothing\n/* at all */ ; ;")).toEqual([]);
  });

  test("every statement stands in its text where it says, whatever characters are around it", () => {
    const piece = fc
      .tuple(fc.string({ unit: "binary" }), fc.string({ unit: "grapheme" }))
      .map(([comment, value]) => {
        const kept = comment.replace(/[\n\r\0]|\p{Surrogate}/gu, "");
        const literal = value.replace(/\0|\p{Surrogate}/gu, "").replaceAll("'", "''");
        return `--${kept}\nSELECT '${literal}'`;
      });
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 5 }), (pieces) => {
        const text = pieces.join(";");
        const statements = parseStatements(text) ?? [];
        expect(statements).toHaveLength(pieces.length);
        for (const statement of statements)
          expect(text.startsWith(statement.text, statement.from)).toBe(true);
      }),
    );
  });
});

describe("cells", () => {
  test("bytea in the escape form is the same cell as in the hexadecimal form", () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const hex = Buffer.from(bytes).toString("hex");
        const escaped = [...bytes]
          .map((byte) =>
            byte === 92
              ? "\\\\"
              : byte < 32 || byte > 126
                ? `\\${byte.toString(8).padStart(3, "0")}`
                : String.fromCharCode(byte),
          )
          .join("");
        fc.pre(!escaped.startsWith("\\x"));
        expect(postgresCell(17, escaped)).toBe(`b${hex}`);
        expect(postgresCell(17, `\\x${hex}`)).toBe(`b${hex}`);
      }),
    );
  });

  test.each([
    [20, "9223372036854775807", "i9223372036854775807"],
    [1700, "NaN", "dNaN"],
    [1700, "Infinity", "dInfinity"],
    [701, "-Infinity", "r-Infinity"],
    [16, "t", "tt"],
    [25, "", "t"],
    [25, null, null],
  ])("a value of type %i written as %s is the cell %s", (oid, text, cell) => {
    expect(postgresCell(oid, text)).toBe(cell);
  });
});
