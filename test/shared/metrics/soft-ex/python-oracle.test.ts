import fc from "fast-check";
import { loadPyodide, type PyodideInterface } from "pyodide";
import { beforeAll, describe, expect, it } from "vitest";
import { cellKeyAsShipped } from "#shared/metrics/soft-ex/cell-key-as-shipped.ts";
import { floatText, roundFloat } from "#shared/metrics/soft-ex/python-number.ts";
import { removeComments, removeDistinct } from "#shared/metrics/soft-ex/rewrite-as-shipped.ts";

/** CPython's own answers, many at a time. */
let python: PyodideInterface;
beforeAll(async () => {
  python = await loadPyodide();
});

function ask<Answer>(expression: string, values: readonly unknown[]): Answer[] {
  python.globals.set("given", JSON.stringify(values));
  return JSON.parse(
    python.runPython(
      `import json, re\nfrom decimal import *\njson.dumps([${expression} for x in json.loads(given)])`,
    ),
  ) as Answer[];
}

/** JavaScript writes minus zero as 0. */
const exactText = (value: number) => (Object.is(value, -0) ? "-0.0" : String(value));

const floats = fc.sample(
  fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.double({ noNaN: true, min: -1000, max: 1000 }),
    fc.integer({ min: -80_000, max: 80_000 }).map((eighths) => eighths / 8),
    fc.integer({ min: -100_000, max: 100_000 }).map((thousandths) => thousandths / 1000),
    fc.bigInt({ min: -(2n ** 56n), max: 2n ** 56n }).map((value) => Number(value) / 8),
  ),
  { numRuns: 4_000, seed: 7 },
);

describe("E3: against CPython", () => {
  it("rounds floats as round(x, 2) does", () => {
    const expected = ask<string>("repr(round(float(x), 2))", floats.map(exactText));
    const differing = floats.filter((value, at) => floatText(roundFloat(value)) !== expected[at]);
    expect(differing).toEqual([]);
  });

  it("writes floats as repr does", () => {
    expect(floats.map(floatText)).toEqual(ask<string>("repr(float(x))", floats.map(exactText)));
  });

  it("quantizes decimals as Decimal does, and raises where it raises", () => {
    const digits = fc.stringMatching(/^-?(?:[0-9]{1,9}|[1-9][0-9]{24,28})(\.[0-9]{1,6})?$/);
    const texts = fc.sample(digits, { numRuns: 2_000, seed: 11 });
    python.runPython(`
def quantized(text):
    from decimal import Decimal, ROUND_HALF_UP, InvalidOperation
    try: return str(Decimal(text).quantize(Decimal("0.01"), rounding=ROUND_HALF_UP))
    except InvalidOperation: return None`);
    const expected = ask<string | null>("quantized(x)", texts);
    const key = cellKeyAsShipped("numeric");
    const ours = texts.map((text) => {
      try {
        return key(`d${text}`);
      } catch {
        return null;
      }
    });
    expect(ours).toEqual(expected.map((text) => (text === null ? null : key(`d${text}`))));
    expect(expected.filter((text) => text === null).length).toBeGreaterThan(100);
  });

  it("writes JSON as json.dumps with sorted keys does", () => {
    const values = fc.sample(fc.jsonValue({ maxDepth: 3 }), { numRuns: 600, seed: 13 });
    const texts = values.map((value) => JSON.stringify(value)).filter((text) => /^[[{]/.test(text));
    python.runPython(`
def rounded(x):
    if isinstance(x, float): return round(x, 2)
    if isinstance(x, list): return [rounded(y) for y in x]
    if isinstance(x, dict): return {k: rounded(v) for k, v in x.items()}
    return x`);
    const expected = ask<string>("json.dumps(rounded(json.loads(x)), sort_keys=True)", texts);
    expect(texts.map((text) => cellKeyAsShipped("jsonb")(`t${text}`))).toEqual(
      expected.map((text) => `t${text}`),
    );
  });

  it("removes comments and DISTINCT as regular expressions of Python do (E2)", () => {
    const part = fc.constantFrom(
      "/*",
      "*/",
      "--",
      "\n",
      "\r\n",
      "\r",
      " ",
      "DISTINCT",
      "a",
      "'",
      "\u00a0",
      "\ufeff",
      "\x1c",
    );
    const texts = fc.sample(
      fc.array(part, { maxLength: 14 }).map((parts) => parts.join("")),
      { numRuns: 3_000, seed: 17 },
    );
    const lines = String.raw`re.sub(r"\n\s*\n+", "\n", re.sub(r"--.*?(\r\n|\r|\n)", r"\1", re.sub(r"/\*.*?\*/", "", x, flags=re.S))).strip()`;
    expect(removeComments(texts)).toEqual(ask<string>(lines, texts));
    const words = `" ".join(w for w in x.split(" ") if w.lower() != "distinct")`;
    expect(removeDistinct(texts)).toEqual(ask<string>(words, texts));
  });
});
