import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  compactJson,
  JsonSyntaxError,
  lineAndColumn,
  membersOf,
  nestingLimit,
  skipSpace,
  skipValue,
} from "../../../shared/formats/json-text.ts";

/** Whether the scanner takes the whole text for one JSON value. */
function accepts(text: string): boolean {
  try {
    return skipSpace(text, skipValue(text, skipSpace(text, 0))) === text.length;
  } catch (error) {
    if (error instanceof JsonSyntaxError) return false;
    throw error;
  }
}

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const spaced = fc
  .tuple(fc.jsonValue({ maxDepth: 4 }), fc.constantFrom("", " ", "\n  ", "\t"))
  .map(([value, indent]) => JSON.stringify(value, null, indent));

describe("the JSON scanner", () => {
  it("accepts what JSON.parse accepts", () => {
    fc.assert(fc.property(spaced, (text) => accepts(text)));
  });

  it("agrees with JSON.parse on texts with one character removed, doubled or replaced", () => {
    const broken = fc
      .tuple(spaced, fc.nat(), fc.constantFrom("remove", "double", ...'[]{}",:\\0-1.eEtn\u0001 '))
      .map(([text, at, what]) => {
        const i = at % text.length;
        const middle = what === "remove" ? "" : what === "double" ? text.charAt(i).repeat(2) : what;
        return text.slice(0, i) + middle + text.slice(i + 1);
      });
    fc.assert(
      fc.property(broken, (text) => accepts(text) === parses(text)),
      { numRuns: 2_000 },
    );
  });

  it("leaves every token as it is when it takes white space out", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(compactJson(JSON.stringify(value, null, 3))).toBe(JSON.stringify(value));
      }),
    );
    expect(compactJson('{ "n" : 1.0 , "big": 12345678901234567890 }')).toBe(
      '{"n":1.0,"big":12345678901234567890}',
    );
  });

  it("keeps every character of an object between its members", () => {
    const text = '{ "a" : 1.0 ,\r\n\t"b":\n"x,}\\" y" }';
    const { members } = membersOf(text);
    const whole = members.map((m) => m.before + m.key + m.between + m.value + m.after).join(",");
    expect(`{${whole}}`).toBe(text);
  });

  it("refuses values nested too deeply instead of exhausting the stack", () => {
    const bomb = "[".repeat(5_000_000);
    expect(() => skipValue(bomb, 0)).toThrow(`nested more than ${nestingLimit} levels`);
    const deepest = "[".repeat(nestingLimit) + "]".repeat(nestingLimit);
    expect(skipValue(deepest, 0)).toBe(deepest.length);
  });

  it("counts lines and columns from 1, a CRLF as one line end", () => {
    expect(lineAndColumn("ab\r\ncd", 0)).toEqual({ line: 1, column: 1 });
    expect(lineAndColumn("ab\r\ncd", 5)).toEqual({ line: 2, column: 2 });
  });
});
