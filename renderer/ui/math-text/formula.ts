import type { KatexOptions } from "katex";

/** Longer formulas are shown as their source. */
const longestFormula = 4000;

/** Commands that define others: with them a short source can grow without end. */
const definingCommands =
  /\\(?:[egx]?def|let|futurelet|global|long|(?:re)?newcommand|providecommand|(?:un)?expandafter|noexpand)(?![a-zA-Z])/;

/** What is drawn with a style attribute, which the content security policy forbids. */
const styledCommands = /\\(?:fcolorbox|pmb)(?![a-zA-Z])/;

/** Whether a formula can be set safely: not over-long, without definitions of its own, without inline styles. */
export function isFormulaSafe(source: string): boolean {
  return source.length <= longestFormula && !definingCommands.test(source) && !styledCommands.test(source);
}

/** How formulas are set: as MathML, which needs no fonts and no inline styles; nothing that loads or links. */
export function formulaOptions(display: boolean): KatexOptions {
  return {
    output: "mathml",
    displayMode: display,
    throwOnError: true,
    strict: "ignore",
    trust: false,
    maxExpand: 1000,
    maxSize: 20,
  };
}
