import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { patchJsonText } from "#shared/formats/json/json-patch.ts";
import { readJsonTree } from "#shared/formats/json/json-tree.ts";
import { type Lens, mapped, quietTrail, same, type Trail } from "#shared/formats/json/lens.ts";
import { optional, record, records } from "#shared/formats/json/record-lens.ts";
import {
  flag,
  integers,
  optionalFlag,
  optionalInteger,
  optionalText,
  text,
  texts,
} from "#shared/formats/json/value-lens.ts";
import { jsonText } from "../generated-json.ts";

const anyText = fc.string({ unit: "binary" });
const anyInteger = fc.maxSafeInteger().map((value) => value + 0);

const inner = record(
  { name: { name: "n", lens: text }, size: { name: "s", lens: optionalInteger } },
  '{"n": "", "s": 0}',
);
const anyInner = fc.record({ name: anyText, size: fc.option(anyInteger) });

/** Every lens with values that it can hold. */
const lenses: [string, Lens<unknown>, fc.Arbitrary<unknown>][] = [
  ["text", text as Lens<unknown>, anyText],
  ["optional text", optionalText as Lens<unknown>, fc.option(anyText)],
  ["flag", flag as Lens<unknown>, fc.boolean()],
  ["optional flag", optionalFlag as Lens<unknown>, fc.option(fc.boolean())],
  ["optional integer", optionalInteger as Lens<unknown>, fc.option(anyInteger)],
  ["texts", texts as Lens<unknown>, fc.array(anyText, { maxLength: 4 })],
  ["integers", integers as Lens<unknown>, fc.array(anyInteger, { maxLength: 4 })],
  ["record", inner as Lens<unknown>, anyInner],
];

/** A field of that lens between two others, whatever its old text, also absent. */
function field(lens: Lens<unknown>): Lens<{ x: unknown }> {
  return record({ x: { name: "x", lens } });
}

function row(json: string | null, before: string, after: string): string {
  return `{"a": ${before}, ${json === null ? "" : `"x":${json} , `}"z":${after}}`;
}

describe.each(lenses)("the lens of %s", (_, lens, values) => {
  const anyOld = fc.option(
    fc.oneof(
      jsonText,
      values.map((value) => JSON.stringify(value)),
    ),
  );

  test("T2: writes nothing when nothing was edited", () => {
    fc.assert(
      fc.property(anyOld, jsonText, jsonText, (old, before, after) => {
        const node = readJsonTree(row(old, before, after));
        expect(field(lens).write(node, field(lens).read(node, quietTrail()))).toBeNull();
      }),
    );
  });

  test("T2: reads back what it wrote and leaves the fields beside it letter by letter", () => {
    fc.assert(
      fc.property(anyOld, jsonText, jsonText, values, (old, before, after, value) => {
        const source = row(old, before, after);
        const written = patchJsonText(source, field(lens).write(readJsonTree(source), { x: value }));
        const tree = readJsonTree(written);
        expect(field(lens).read(tree, quietTrail())).toEqual({ x: value });
        expect(written.startsWith(`{"a": ${before}, `) && written.includes(`"z":${after}`)).toBe(true);
      }),
    );
  });

  test("T10: reads anything without failing and notes what has another shape", () => {
    fc.assert(
      fc.property(jsonText, (json) => {
        const trail: Trail = { path: ["x"], notes: [] };
        lens.read(readJsonTree(json), trail);
        for (const { path, reason } of trail.notes) {
          expect(path[0]).toBe("x");
          expect(reason).toMatch(/is expected, not /);
        }
      }),
    );
  });
});

describe("a list of single values", () => {
  const edited = (source: string, value: string[]) =>
    patchJsonText(source, texts.write(readJsonTree(source), value));

  test("T6: a bare string stays bare while one value is enough", () => {
    expect(edited('"SELECT 1"', ["SELECT 2"])).toBe('"SELECT 2"');
    expect(edited('"SELECT 1"', ["SELECT 1", "SELECT 2"])).toBe('["SELECT 1", "SELECT 2"]');
    expect(edited('"SELECT 1"', [])).toBe("[]");
    expect(edited('""', [])).toBe('""');
  });

  test("T2: items that stay keep their spelling", () => {
    expect(edited('["\\u0061", "b\\/c" ]', ["b/c", "a", "new"])).toBe('["b\\/c", "\\u0061", "new" ]');
  });

  test("T4: a number that JavaScript cannot hold exactly is not read", () => {
    const trail: Trail = { path: [], notes: [] };
    expect(
      integers.read(readJsonTree("[1, 2.0, 9007199254740993, 9007199254740990.5, 1.5, -0]"), trail),
    ).toEqual([1, 2, 0]);
    expect(trail.notes.map(({ path }) => path)).toEqual([[2], [3], [4]]);
  });
});

describe("a list of records", () => {
  const lens = records(inner);

  test("A7: leaves unknown fields with the record they came with, wherever it moves", () => {
    const source = '[{"n": "a", "s": 1.0, "u": 1e2}, {"n": "b", "v": null}, {"w": [ ]}]';
    const [a, b, c] = lens.read(readJsonTree(source), quietTrail());
    if (!a || !b || !c) throw new Error("three records stand there");
    const value = [{ ...c, name: "c" }, { name: "new", size: null, origin: null }, a];
    expect(patchJsonText(source, lens.write(readJsonTree(source), value))).toBe(
      '[{"w": [ ], "n": "c"}, {"n": "new", "s": null}, {"n": "a", "s": 1.0, "u": 1e2}]',
    );
  });

  test("T2: reads back what it wrote for any mixture of old and new records", () => {
    fc.assert(
      fc.property(
        fc.array(jsonText, { maxLength: 4 }),
        fc.array(fc.tuple(anyInner, fc.option(fc.nat(5))), { maxLength: 5 }),
        (old, fresh) => {
          const source = `[${old.join(",")}]`;
          const value = fresh.map(([item, origin]) => ({ ...item, origin }));
          const written = patchJsonText(source, lens.write(readJsonTree(source), value));
          const bare = lens
            .read(readJsonTree(written), quietTrail())
            .map(({ name, size }) => ({ name, size }));
          expect(bare).toEqual(fresh.map(([item]) => item));
        },
      ),
    );
  });
});

describe("an optional record", () => {
  const lens = record({ x: { name: "x", lens: optional(inner) } });
  const edited = (source: string, x: { name: string; size: number | null } | null) =>
    patchJsonText(source, lens.write(readJsonTree(source), { x }));

  test("U1: written as nothing drops its field", () => {
    expect(edited('{"a": 1, "x": {"n": "a"}}', null)).toBe('{"a": 1}');
    expect(edited('{"a": 1, "x": null}', null)).toBe('{"a": 1, "x": null}');
  });

  test("T5: starts from its skeleton, also when nothing is said in it", () => {
    expect(edited('{"a": 1}', { name: "", size: null })).toBe('{"a": 1, "x": {"n": "", "s": null}}');
    expect(edited('{"a": 1, "x": null}', { name: "b", size: 2 })).toBe('{"a": 1, "x": {"n": "b", "s": 2}}');
  });
});

test("T7: an edit moves a value from its older name to its own", () => {
  const lens = record({ after: { name: "clean_up_sqls", olderName: "clean_up_sql", lens: texts } });
  const edited = (source: string, after: string[]) =>
    patchJsonText(source, lens.write(readJsonTree(source), { after }));
  const source = '{"clean_up_sql": ["a"], "b": 1}';
  expect(edited(source, ["a"])).toBe(source);
  expect(edited(source, ["c"])).toBe('{"b": 1, "clean_up_sqls": ["c"]}');
  expect(edited(source, [])).toBe('{"b": 1, "clean_up_sqls": []}');
});

test("T5: a mapped lens does not touch one of several texts that read alike", () => {
  const lens = mapped(
    optionalInteger,
    (value) => (value === -1 ? null : value),
    (value) => value ?? -1,
  );
  expect(lens.write(undefined, null)).toBeNull();
  expect(lens.write(readJsonTree("-1"), null)).toBeNull();
  expect(lens.write(readJsonTree("-1"), 2)).toEqual({ kind: "set", json: "2" });
});

test("same compares plain values by structure", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
      expect(same(a, structuredClone(a))).toBe(true);
      if (JSON.stringify(a) === JSON.stringify(b)) return;
      expect(same([a], { 0: a })).toBe(false);
      expect(same({ x: a }, { x: a, y: b })).toBe(false);
    }),
  );
});
