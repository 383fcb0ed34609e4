import { comparisonAt, turnedSign } from "../../dialogue/simulator/comparison-said.ts";
import { type SaidNumber, saidText } from "../../dialogue/simulator/said-text.ts";
import { keysOfLiteral } from "../../dialogue/simulator/said-values.ts";
import type { Phase } from "../../domain/task.ts";
import { argumentsOf, calledName } from "../../sql/propose/detail.ts";
import type { ProvenanceContext } from "../../sql/provenance/sources.ts";
import { nodesOf, type SqlNode, type SqlTree, textOf } from "../../sql/tree/sql-node.ts";
import { quoted } from "../../text/quoted.ts";

const literals = new Set(["number", "string", "typed-literal"]);
const orders = ["<", "<=", ">", ">="];

/** What a question says otherwise than the gold of its phase has it, each in a sentence: numbers, limits, places behind the point. */
export function contradictionsOf(context: ProvenanceContext, phase: Phase, text: string): string[] {
  const trees = context.gold[phase];
  return [...otherNumbers(trees, text), ...otherLimits(trees, text), ...otherPlaces(trees, text)];
}

/** Numbers that no literal of the gold has, in any unit. */
function otherNumbers(trees: readonly SqlTree[], text: string): string[] {
  const keys = new Set(
    trees.flatMap((tree) => literalsOf(tree).flatMap((node) => keysOfLiteral(tree, node))),
  );
  // In names, too: line_2 is asked for as "line 2"; but not in aliases such as t2.
  const written = trees.flatMap(({ sql }) => sql.match(/(?<![a-z0-9.])\d+(?:\.\d+)?/gi)?.map(Number) ?? []);
  const values = new Set([...written, ...[...keys].map(Number).filter(Number.isFinite)]);
  const { numbers } = saidText(text);
  const isThere = (number: SaidNumber) =>
    waysToWrite(number, comparisonAt(text, number) !== null).some((value) => values.has(value));
  const years = numbers.filter((number) => isYear(number) && isThere(number));
  return (
    numbers
      .filter((number) => isValue(text, number) && !isThere(number))
      .filter((number) => !(number.seconds !== null && keys.has(`${number.seconds} s`)))
      // "of 2023 and 2024" is what is there since 2023.
      .filter((number) => !isInYears(text, number, years))
      .map(
        ({ from, to }) => `it says ${quoted(wordsAround(text, from, to))}, and the gold has no such number`,
      )
  );
}

/** Whether a year is the other end of those that begin or end with one of the gold. */
function isInYears(text: string, number: SaidNumber, years: readonly SaidNumber[]): boolean {
  if (!isYear(number)) return false;
  return years.some((one) => {
    const [from, to] = [Math.min(one.to, number.to), Math.max(one.from, number.from)];
    return (
      Math.abs(one.value - number.value) === 1 ||
      /^\s*(?:to|until|till|through|[-–])\s*$/.test(text.slice(from, to))
    );
  });
}

/** All numbers that say the same: shares, other units of time, the next whole number of a limit, the year after. */
function waysToWrite({ value, seconds }: SaidNumber, isLimit: boolean): number[] {
  const times = seconds === null ? [] : [seconds, seconds / 60, seconds / 3600, seconds / 86_400];
  const near = isLimit && Number.isInteger(value) ? [value - 1, value + 1] : [];
  return [value, value / 100, value * 1000, value / 1000, ...times, ...near];
}

const countedThings =
  /^[\s-]*(?:columns?|rows?|numbers?|values?|figures?|lines?|things?|parts?|steps?|times?)\b/i;

/** Whether a number is one that SQL has to write: no ordinal, no count of what is shown, none within a word or a formula. */
function isValue(text: string, { from, to, value }: SaidNumber): boolean {
  const said = text.slice(from, to);
  const isWord = /^\p{L}/u.test(said);
  return (
    value >= 2 &&
    !/^(?:second|twice|double|half|pair|couple|quarter|dozen)|(?:third|th)s?$/i.test(said) &&
    !(isWord && value < 3) &&
    !/[\p{L}\p{N}_.-]$/u.test(text.slice(Math.max(0, from - 2), from)) &&
    !/^(?:\p{L}|_|(?:st|nd|rd|th)\b)/u.test(text.slice(to)) &&
    !countedThings.test(text.slice(to))
  );
}

function isYear({ value }: SaidNumber): boolean {
  return Number.isInteger(value) && value >= 1900 && value <= 2100;
}

/** Limits that the question sets the other way round, or with their end where the gold has them without. */
function otherLimits(trees: readonly SqlTree[], text: string): string[] {
  const { numbers } = saidText(text);
  const compared = signsOf(trees);
  return numbers.flatMap((number) => {
    const { value, seconds, from, to } = number;
    if (!isValue(text, number) || isYear(number)) return [];
    const own = new Set([String(value), `${seconds} s`].flatMap((key) => [...(compared.get(key) ?? [])]));
    const [only = null] = own;
    const said = comparisonAt(text, number);
    if (own.size !== 1 || only === null || said === null || !orders.includes(said.sign)) return [];
    if (only === said.sign || isDenied(text, from)) return [];
    return [
      `it says ${quoted(text.slice(Math.min(said.from, from), Math.max(said.to, to)))}, and the gold compares with ${only}`,
    ];
  });
}

/** By the keys of literals the comparisons of order that they stand in, as seen from what is compared with them; null where one stands in none. */
function signsOf(trees: readonly SqlTree[]): Map<string, Set<string | null>> {
  const found = new Map<string, Set<string | null>>();
  for (const tree of trees) {
    const signs = new Map<SqlNode | undefined, string>();
    for (const { kind, children } of nodesOf(tree.root)) {
      const [left, operator, right] = children;
      const sign = kind === "comparison" && operator !== undefined ? textOf(tree, operator) : "";
      if (!orders.includes(sign)) continue;
      signs.set(right, sign);
      signs.set(left, turnedSign(sign));
    }
    for (const literal of literalsOf(tree))
      for (const key of keysOfLiteral(tree, literal))
        found.set(key, (found.get(key) ?? new Set()).add(signs.get(literal) ?? null));
  }
  return found;
}

/** "Leave out those with less than 5" keeps the others. */
function isDenied(text: string, at: number): boolean {
  const sentence =
    text
      .slice(0, at)
      .split(/[.;:!?]\s/)
      .at(-1) ?? "";
  return /\b(?:not|no|never|without|leav\w+|exclud\w+|except|ignor\w+|drop\w*|skip\w*|remov\w+|delet\w+|unless|other than)\b/i.test(
    sentence,
  );
}

const roundings = /^(?:round|trunc)$/;
const otherFormats = /\b(?:to_char|printf|format|numeric\s*\(|decimal\s*\(|::\s*int|floor|ceil\w*)/i;

/** Decimals that a question asks for and no rounding of the gold gives; unknown where the gold shortens in other ways, too. */
function otherPlaces(trees: readonly SqlTree[], text: string): string[] {
  const given = new Set(trees.flatMap(placesGiven));
  if (given.size === 0 || trees.some(({ sql }) => otherFormats.test(sql))) return [];
  return text.split(/(?<=[.;!?])\s/).flatMap((sentence) => {
    if (!/\bdecimals?\b|\bround/i.test(sentence)) return [];
    return saidText(sentence).numbers.flatMap(({ from, to, value }) => {
      const isPlaces =
        /^[\s-]*decimals?\b/i.test(sentence.slice(to)) ||
        (/\bto\s+$/i.test(sentence.slice(0, from)) && /^\s*(?:[.,;!?]|and\b|$)/.test(sentence.slice(to)));
      return !isPlaces || given.has(value) || !Number.isInteger(value)
        ? []
        : [
            `it says ${quoted(wordsAround(sentence, from, to))}, and nothing in the gold is rounded to ${value}`,
          ];
    });
  });
}

/** The decimals that a statement rounds to; 0 where none are said. */
function placesGiven(tree: SqlTree): number[] {
  return [...nodesOf(tree.root)].flatMap((call) => {
    if (!roundings.test(calledName(tree, call))) return [];
    const [, places] = argumentsOf(call);
    return [places === undefined ? 0 : Number(textOf(tree, places))];
  });
}

function literalsOf(tree: SqlTree): SqlNode[] {
  return [...nodesOf(tree.root)].filter(({ kind }) => literals.has(kind));
}

function wordsAround(text: string, from: number, to: number): string {
  const before = /(?:\S+\s+){0,2}$/.exec(text.slice(0, from))?.[0] ?? "";
  const behind = /^\S*(?:\s+\S+)?/.exec(text.slice(to))?.[0] ?? "";
  return `${before}${text.slice(from, to)}${behind}`.replace(/[.,;:]$/, "");
}
