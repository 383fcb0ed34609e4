import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { meaningsByKey, readColumnMeanings } from "#shared/formats/column-meanings.ts";
import { sharedData } from "../../support/shared-data.ts";
import { jsonText } from "./generated-json.ts";

const text = `{
    "Harbour|Berths|Id": "The berth.",
    "harbour|berths|gear": {"column_meaning": "What stands there.", "fields_meaning": {"crane": "Its type.", "hours": {"max": "Upper \\u2264 24", "min": 0.10}}},
    "harbour|berths|log": {"kind": "Entry kind."}
}`;

describe("K12: column meanings", () => {
  test("name database, table and column; a JSONB column's fields have meanings of their own", () => {
    const { meanings, problems } = readColumnMeanings(text, "meanings.json");
    expect(problems).toEqual([]);
    expect(meanings).toMatchObject([
      { database: "Harbour", table: "Berths", column: "Id", text: "The berth.", fields: [] },
      {
        text: "What stands there.",
        fields: [
          { path: ["crane"], text: "Its type." },
          { path: ["hours", "max"], text: "Upper ≤ 24" },
          { path: ["hours", "min"], text: "0.10" },
        ],
      },
      { text: "", fields: [{ path: ["kind"], text: "Entry kind." }] },
    ]);
  });

  test("are looked up without regard to case", () => {
    expect(meaningsByKey(readColumnMeanings(text, "m").meanings).get("harbour|berths|id")?.text).toBe(
      "The berth.",
    );
  });

  test("with a key of another shape, or one twice, are read save for those", () => {
    const { meanings, problems } = readColumnMeanings('{"a|b": "x", "a|b|c": "1", "A|B|C": "2"}', "m.json");
    expect(meanings.map((each) => each.text)).toEqual(["1"]);
    expect(problems.map(({ field }) => field)).toEqual(["a|b", "A|B|C"]);
  });

  test.each(["", "[1]", '{"a|b|c": }', "\u0000"])("that are none (%j) are refused with the reason", (bad) => {
    const { meanings, problems } = readColumnMeanings(bad, "bad.json");
    expect(meanings).toEqual([]);
    expect(problems).toMatchObject([{ file: "bad.json", reason: expect.stringMatching(/^The file /) }]);
  });

  test("never crash on any JSON", () => {
    fc.assert(
      fc.property(jsonText, (value) => {
        const { meanings } = readColumnMeanings(`{"a|b|c": ${value}}`, "any");
        expect(meanings).toHaveLength(1);
        for (const each of meanings)
          expect(each.fields.every(({ text: leaf }) => typeof leaf === "string")).toBe(true);
      }),
    );
  });
});

for (const [db, count] of [
  ["alien", 136],
  ["archeology", 151],
] as const) {
  const file = sharedData(`livesqlbench/${db}/${db}_column_meaning_base.json`);
  test.skipIf(file === null)(
    `the ${count} published meanings of ${db} are read${file === null ? " (skipped: ../shared/data is absent)" : ""}`,
    () => {
      const source = readFileSync(file ?? "", "utf8");
      const { meanings, problems } = readColumnMeanings(source, db);
      expect([meanings.length, problems]).toEqual([count, []]);
    },
  );
}
