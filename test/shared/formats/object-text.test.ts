import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { editObject } from "../../../shared/formats/object-text.ts";

const name = fc.constantFrom("a", "b", "c", "d e", "é");
const object = fc.dictionary(name, fc.jsonValue(), { noNullPrototype: true });

describe("editing the text of an object", () => {
  it("changes nothing when there is nothing to change", () => {
    fc.assert(
      fc.property(object, fc.constantFrom("", "  ", "\t"), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(editObject(text, {})).toBe(text);
      }),
    );
  });

  it("does to the text what setting and deleting does to the object", () => {
    fc.assert(
      fc.property(object, object, fc.uniqueArray(name), (value, changes, removed) => {
        const set = new Map(Object.entries(changes).map(([key, v]) => [key, JSON.stringify(v)]));
        const edited = editObject(JSON.stringify(value, null, 2), { set, remove: new Set(removed) });
        const expected: Record<string, unknown> = { ...value };
        for (const key of removed) delete expected[key];
        expect(JSON.parse(edited)).toEqual(JSON.parse(JSON.stringify({ ...expected, ...changes })));
      }),
    );
  });

  it("keeps the style of the object for a field that is new, and the order of the others", () => {
    const text = '{\n  "db": "x",\n  "n": 1.0\n}';
    const set = new Map([["label", "true"]]);
    expect(editObject(text, { set, rename: new Map([["db", "db_id"]]) })).toBe(
      '{\n  "db_id": "x",\n  "n": 1.0,\n  "label": true\n}',
    );
    expect(editObject(text, { remove: new Set(["n"]) })).toBe('{\n  "db": "x"\n}');
    expect(editObject("{ }", { set })).toBe('{"label": true }');
  });
});
