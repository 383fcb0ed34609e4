import { describe, expect, it } from "vitest";
import { pythonLayoutProblem } from "#shared/text/python-layout.ts";

describe("pythonLayoutProblem", () => {
  it("finds nothing in sound sources", () => {
    const sources = [
      "",
      "x = 1",
      "def f(a,\n   b):\n\treturn {1: 'a',\n2: [3]}\n\n# end\n",
      "def f():\n    '''doc\nstring'''\n    if x: return 1\n    else:\n        return 2\n    \n",
      'def f():\n    q = """\n  SELECT \'a\' -- it\'s\n"""\n    assert q, (\n  f"{q} is {q["a"]!r:>10} {{not}} \'{q}\'")\n',
      'x = r\'\\\\\'\ny = b"\\""\nz = 1 + \\\n   2\n',
      "class A:\n  def f(self): pass\n  x: int = 1\n",
      "def f(x):\r\n    return x[1:]\r\n",
    ];
    for (const source of sources) expect([source, pythonLayoutProblem(source)]).toEqual([source, null]);
  });

  it("names the line of strings and brackets that are not closed", () => {
    expect(pythonLayoutProblem("x = 1\ny = 'abc\n")).toEqual({
      message: "unterminated string literal",
      line: 2,
    });
    expect(pythonLayoutProblem('x = """abc\n\n')).toEqual({
      message: "unterminated triple-quoted string literal",
      line: 1,
    });
    expect(pythonLayoutProblem("f(\n  [1, 2)\n")).toEqual({
      message: "closing ')' does not match opening '['",
      line: 2,
    });
    expect(pythonLayoutProblem("x = (1,\n")).toEqual({ message: "'(' was never closed", line: 1 });
    expect(pythonLayoutProblem("x = 1)\n")).toEqual({ message: "unmatched ')'", line: 1 });
  });

  it("names the line of an indent that fits nothing", () => {
    expect(pythonLayoutProblem(" x = 1\n")).toEqual({ message: "unexpected indent", line: 1 });
    expect(pythonLayoutProblem("def f():\nreturn 1\n")).toEqual({
      message: "expected an indented block",
      line: 2,
    });
    expect(pythonLayoutProblem("def f():\n    x = 1\n  y = 2\n")?.message).toContain(
      "unindent does not match",
    );
    expect(pythonLayoutProblem("def f():\n    # nothing\n")?.message).toBe("expected an indented block");
    expect(pythonLayoutProblem("x = 1\n    y = 2\n")).toEqual({ message: "unexpected indent", line: 2 });
  });
});
