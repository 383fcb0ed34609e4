import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { onOneLine, type Patch, patchJsonText } from "#shared/formats/json/json-patch.ts";
import { memberOf, readJsonTree } from "#shared/formats/json/json-tree.ts";
import { jsonObject, jsonText } from "../generated-json.ts";

const set = (json: string): Patch => ({ kind: "set", json });
const members = (...entries: [string, Patch][]): Patch => ({ kind: "members", members: new Map(entries) });

describe("a JSON tree", () => {
  test("spans exactly the text of each value", () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        const root = readJsonTree(`\n ${text} `);
        expect(`\n ${text} `.slice(root.from, root.to)).toBe(text);
        if (root.kind === "object")
          for (const { name, value, from } of root.members)
            expect(JSON.parse(`{${`\n ${text} `.slice(from, value.to)}}`)).toHaveProperty([name]);
      }),
    );
  });

  test("T4: keeps the digits of numbers", () => {
    expect(readJsonTree("[1.0, 12345678901234567890, 1E+400]")).toMatchObject({
      items: [{ text: "1.0" }, { text: "12345678901234567890" }, { text: "1E+400" }],
    });
  });

  test("T19: gives the last of a repeated member", () => {
    expect(memberOf(readJsonTree('{"a": 1, "a": 2}'), "a")?.value).toMatchObject({ text: "2" });
  });

  test.each(["", "{", "[1,]", '{"a" 1}', '"\n"', "01", "nul", "{} {}", '"\\x"', "[".repeat(5_000)])(
    "refuses %j with the place",
    (text) => {
      expect(() => readJsonTree(text)).toThrow(expect.objectContaining({ offset: expect.any(Number) }));
    },
  );
});

describe("T2: a patch", () => {
  test("of nothing leaves every text as it is", () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        expect(patchJsonText(text, null)).toBe(text);
        expect(patchJsonText(`{"a": ${text}}`, members())).toBe(`{"a": ${text}}`);
      }),
    );
  });

  test("of one member changes the text of its value only", () => {
    fc.assert(
      fc.property(jsonText, jsonText, jsonText, jsonText, (before, old, after, fresh) => {
        const around = (json: string) =>
          jsonObject(
            [
              ["b", before],
              ["x", json],
              ["a", after],
            ],
            "\n ",
          );
        expect(patchJsonText(around(old), members(["x", set(fresh)]))).toBe(around(fresh));
      }),
    );
  });

  test("appends what is absent in the style of its neighbours", () => {
    expect(patchJsonText("{}", members(["a", set("1")]))).toBe('{"a": 1}');
    expect(patchJsonText('{"b":2}', members(["a", set("1")]))).toBe('{"b":2, "a":1}');
    expect(patchJsonText('{"b":2,"c":3}', members(["a", set("1")]))).toBe('{"b":2,"c":3,"a":1}');
    expect(patchJsonText('{\n  "b": 2\n}', members(["a", set("1")]))).toBe('{\n  "b": 2,\n  "a": 1\n}');
  });

  test("drops a member with its comma, and every older one of its name", () => {
    const remove: Patch = { kind: "remove" };
    expect(patchJsonText('{"a": 1, "b": 2}', members(["a", remove]))).toBe('{"b": 2}');
    expect(patchJsonText('{"a": 1, "b": 2}', members(["b", remove]))).toBe('{"a": 1}');
    expect(patchJsonText('{ "a": 1 }', members(["a", remove]))).toBe("{}");
    expect(patchJsonText('{"a": 1, "b": 2, "a": 3}', members(["a", remove]))).toBe('{"b": 2}');
    expect(patchJsonText('{"b": 2}', members(["a", remove]))).toBe('{"b": 2}');
  });

  test("rebuilds a list from old items and new ones", () => {
    const patch: Patch = {
      kind: "items",
      items: [
        { origin: 2, patch: null },
        { origin: null, patch: set('"new"') },
        { origin: 0, patch: set("0") },
      ],
    };
    expect(patchJsonText("[ 1.0, 2.0, 3.0 ]", patch)).toBe('[ 3.0, "new", 0 ]');
    expect(patchJsonText("[1.0]", { kind: "items", items: [] })).toBe("[]");
  });
});

test("on one line a value is the same JSON, and untouched if it is on one line", () => {
  fc.assert(
    fc.property(jsonText, (text) => {
      const line = onOneLine(text);
      expect(line).not.toMatch(/[\r\n]/);
      if (!/[\r\n]/.test(text)) expect(line).toBe(text);
      const digits = (json: string) =>
        JSON.stringify(readJsonTree(json), (key, value) =>
          key === "from" || key === "to" ? undefined : value,
        );
      expect(digits(line)).toBe(digits(text));
    }),
  );
});
