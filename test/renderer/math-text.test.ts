import fc from "fast-check";
import katex from "katex";
import { expect, test } from "vitest";
import { formulaOptions, isFormulaSafe } from "../../renderer/ui/math-text/formula.ts";
import { mathParts } from "../../renderer/ui/math-text/math-parts.ts";

const shown = (text: string) =>
  mathParts(text).map((part) =>
    part.kind === "text" ? part.text : { [part.display ? "block" : "line"]: part.source },
  );

/** The MathML of a formula, or null where its source is shown instead. */
function markup(source: string): string | null {
  if (!isFormulaSafe(source)) return null;
  try {
    // The source is in the annotation, as text.
    return katex.renderToString(source, formulaOptions(false)).replace(/<annotation.*<\/annotation>/s, "");
  } catch {
    return null;
  }
}

test("a definition is split into its words and its formulas", () => {
  expect(shown("$\\frac{a}{b}$, where $b > 0$.")).toEqual([
    { line: "\\frac{a}{b}" },
    ", where ",
    { line: "b > 0" },
    ".",
  ]);
  expect(shown("so $$a^2$$ it is")).toEqual(["so ", { block: "a^2" }, " it is"]);
});

test("money is no formula, and an escaped dollar is a dollar", () => {
  expect(shown("from $5 to $6 a month")).toEqual(["from $5 to $6 a month"]);
  expect(shown("costs \\$5")).toEqual(["costs $5"]);
  expect(shown("$x \\text{ in \\$}$")).toEqual([{ line: "x \\text{ in \\$}" }]);
  expect(shown("one $ alone, C:\\new")).toEqual(["one $ alone, C:\\new"]);
});

test("no character of a text is lost when it is split", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom("$", "a", " ", "\\", "5", "é", "ש") }), (text) => {
      const again = mathParts(text)
        .map((part) => (part.kind === "text" ? part.text : part.raw))
        .join("");
      // The backslash that escapes a dollar is the one character that goes.
      const unescaped = (one: string) => one.replace(/\\+\$/g, "$");
      expect(unescaped(again)).toBe(unescaped(text));
    }),
  );
});

test("a formula becomes MathML without inline styles", () => {
  expect(markup("\\text{OSR} = 100 \\times \\frac{\\text{DO}}{\\text{OSC}}")).toContain("<mfrac>");
  for (const source of ["\\fcolorbox{red}{blue}{x}", "\\pmb{x}", "\\colorbox{red}{x}", "\\color{red} x"])
    expect(markup(source) ?? "").not.toMatch(/ style=/);
});

test("hostile LaTeX links nothing, loads nothing and ends soon", () => {
  const bombs = [
    "\\def\\a{\\a\\a}\\a",
    "\\newcommand{\\x}{\\x}\\x",
    "{".repeat(3000),
    "\\frac{".repeat(600),
    `${"{".repeat(1900)}x${"}".repeat(1900)}`,
    "x".repeat(1_000_000),
    "\\undefinedcommand",
  ];
  const started = performance.now();
  for (const source of bombs) markup(source);
  expect(performance.now() - started).toBeLessThan(5000);
  expect(markup("\\def\\a{\\a\\a}\\a")).toBeNull();
  for (const source of [
    "\\href{javascript:alert(1)}{x}",
    "\\includegraphics{https://example.org/x.png}",
    "\\htmlStyle{color:red}{x}",
    "<img src=x onerror=alert(1)>",
  ])
    expect(markup(source) ?? "").not.toMatch(/href=|src=|<img|style=/);
});
