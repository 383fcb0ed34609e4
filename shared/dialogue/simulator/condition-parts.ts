import type { TextRange } from "../../domain/finding.ts";
import { isZero } from "../../sql/propose/detail.ts";
import { type SqlNode, textOf } from "../../sql/tree/sql-node.ts";
import { comparisonWay, equalityWay, orderingWay, rangeWay } from "./comparison-ways.ts";
import { formatIn } from "./condition-phrase.ts";
import { saidPresence } from "./function-cues.ts";
import { columnOf, isIllustrated, isLiteral, literalWay } from "./literal-ways.ts";
import { literalMeaning } from "./literal-words.ts";
import { togetherWay } from "./operation-ways.ts";
import { addPart, collectAll, type PartCollector } from "./part-collector.ts";
import { numberSaid, phraseSaid } from "./said-text.ts";
import type { Speech } from "./speech.ts";
import { pattern, type Way } from "./way.ts";

/** How texts say that a number is 0. */
const saidNone =
  /\b(?:no|none|without|never|nobody|no ?one|nothing|nought|naught|nil|absen\w+|missing|lack\w*|un(?!til|der|it|less|ion|ique)\w+ed|not (?:yet|any|a single|been|\w+ed)|yet to|empty)\b|n't\b/i;

export function collectComparison(collector: PartCollector, node: SqlNode): void {
  const { speech } = collector;
  const [left, operator, right] = node.children;
  if (left === undefined || operator === undefined || right === undefined) {
    collectAll(collector, node.children);
    return;
  }
  const sign = textOf(speech.tree, operator);
  const flipped = isLiteral(left) && !isLiteral(right);
  const [subject, value] = flipped ? [right, left] : [left, right];
  const seen = isLiteral(value)
    ? literalWay(speech, value, flipped ? { ...node, children: [right, operator, left] } : node)
    : null;
  const isText =
    seen !== null && value.kind === "string" && literalMeaning(speech.tree, value).kind === "text";
  const implied = seen !== null && (isText || isIllustrated(speech, subject, value)) ? [seen] : [];
  collector.collect({ ...collector, implied: [...collector.implied, ...implied] }, subject);
  const isMirror =
    left.kind === right.kind && seen === null && plainTail(speech, left) === plainTail(speech, right);
  const way =
    seen === null
      ? orderingWay(sign, columnOf(speech, left), isMirror ? null : columnOf(speech, right))
      : comparisonWay(sign, seen, flipped);
  // What nobody has inspected has 0 inspections, however the 0 is said.
  const isNone = isZero(speech.tree, value) && sign === "=";
  const beside = seen === null || flipped ? null : besideCount(speech, value, sign);
  const others = beside === null ? [] : [comparisonWay(beside.sign, beside.value, false)];
  addPart(collector, "comparison", operator, ...(isNone ? [pattern(saidNone)] : []), way, ...others);
  if (isMirror && left.kind === "tuple")
    addPart(
      collector,
      "connective",
      operator,
      togetherWay(left.children.flatMap((side) => columnOf(speech, side) ?? [])),
    );
  const none = isZero(speech.tree, value) ? [pattern(saidNone)] : [];
  const counted = beside === null ? [] : [beside.value];
  if (seen !== null)
    addPart(collector, value.kind === "number" ? "number" : "text", value, seen, ...none, ...counted);
  else if (!isMirror) collector.collect(collector, value);
}

/** What says a limit of a small count by the number beside it: "more than one" for at least 2; null for other limits. */
function besideCount({ tree }: Speech, value: SqlNode, sign: string): { sign: string; value: Way } | null {
  const text = textOf(tree, value);
  const limit = Number(text);
  const [step, other] = countSteps[sign] ?? [0, ""];
  if (value.kind !== "number" || !/^\d+$/.test(text) || step === 0 || limit > mostOfCount) return null;
  return { sign: other, value: (said) => numberSaid(said, limit + step) };
}

const countSteps: Record<string, [step: number, sign: string]> = {
  ...{ ">=": [-1, ">"], ">": [1, ">="], "<": [-1, "<="], "<=": [1, "<"] },
};
/** What has more is seldom counted one by one. */
const mostOfCount = 12;

/** The last name in an expression: that of a column without its table. */
function plainTail({ tree }: Speech, node: SqlNode): string {
  return textOf(tree, node).toLowerCase().replaceAll(/\w+\./g, "");
}

export function collectIn(collector: PartCollector, node: SqlNode): void {
  const { speech } = collector;
  const [subject, operator, list] = node.children;
  const values = list?.kind === "list" ? list.children : [];
  const ways = values.map((value) => (isLiteral(value) ? literalWay(speech, value, node) : null));
  const [first] = ways;
  const says = values.some(
    (value) => value.kind === "string" || (subject !== undefined && isIllustrated(speech, subject, value)),
  );
  const implied = says ? ways.filter((way) => way !== null) : [];
  if (subject !== undefined)
    collector.collect({ ...collector, implied: [...collector.implied, ...implied] }, subject);
  const isNot = operator !== undefined && /^not/i.test(textOf(speech.tree, operator));
  if (operator !== undefined && first) addPart(collector, "comparison", operator, equalityWay(first, isNot));
  for (const [at, value] of values.entries()) {
    const way = ways[at];
    if (way)
      addPart(
        collector,
        value.kind === "number" ? "number" : "text",
        value,
        isNot ? way : equalityWay(way, false),
      );
    else collector.collect(collector, value);
  }
  if (values.length === 0 && list !== undefined) collector.collect(collector, list);
}

export function collectBetween(collector: PartCollector, node: SqlNode): void {
  const [subject, operator, low, high] = node.children;
  const isDate =
    isLiteral(low) &&
    literalMeaning(collector.speech.tree, low, formatIn(collector.speech, node)).kind === "date";
  const ways = [low, high].map((value) =>
    isLiteral(value) ? literalWay(collector.speech, value, node) : null,
  );
  // "from 15 May to 15 September" speaks of a day, whatever its column is called.
  const implied =
    isDate && formatIn(collector.speech, node) !== null
      ? ways.flatMap((way) =>
          way === null || subject === undefined ? [] : unlessOther(collector.speech, subject, way),
        )
      : [];
  if (subject !== undefined)
    collector.collect({ ...collector, implied: [...collector.implied, ...implied] }, subject);
  const [from, to] = ways;
  if (operator !== undefined && from && to) addPart(collector, "comparison", operator, rangeWay(from, to));
  for (const [at, value] of [low, high].entries()) {
    const way = ways[at];
    if (value !== undefined && way)
      addPart(collector, value.kind === "number" ? "number" : "text", value, way);
    else if (value !== undefined) collector.collect(collector, value);
  }
}

export function collectIs(collector: PartCollector, node: SqlNode): void {
  const [subject, operator, other] = node.children;
  const text = operator === undefined ? "" : textOf(collector.speech.tree, operator);
  collectAll(collector, [subject, other]);
  if (operator === undefined || !/null|unknown/i.test(text)) return;
  const isKnown = /\bnot\b|notnull/i.test(text);
  const column = subject === undefined ? null : columnOf(collector.speech, subject);
  addPart(collector, "presence", operator, (said) => {
    const place = column?.(said) ?? null;
    const clause = place === null ? { from: 0, to: said.text.length } : clauseAround(said.text, place.from);
    const text = said.text.slice(clause.from, clause.to);
    // "Quality code 2" gives it a value.
    if (!isKnown && place !== null && /^\s*(?:code |is |of |= ?)*\d/i.test(said.text.slice(place.to)))
      return null;
    const found = saidPresence(text, isKnown);
    const range = found === null ? null : phraseSaid(text, found);
    return range === null ? null : { from: range.from + clause.from, to: range.to + clause.from };
  });
}

/** The clause of a text around a place, between full stops and semicolons. */
function clauseAround(text: string, at: number): TextRange {
  const before = /(?:[^.;]|\.(?=\d))*$/.exec(text.slice(0, at))?.[0].length ?? 0;
  const behind = /^(?:[^.;]|\.(?=\d))*/.exec(text.slice(at))?.[0].length ?? 0;
  return { from: at - before, to: at + behind };
}

const begins = /(?:^|_)(?:start|begin|began|open|report|creat|hir)/i;
const saysEnd = /\b(?:end(?:s|ed|ing)?|finish\w*|clos(?:e|es|ed|ing)|over by)\b/i;
const saysBegin = /\b(?:start\w*|beg[aiu]n\w*|open\w*|report\w*|onset)\b/i;

/** A way of saying a date that says nothing of when something began where only its end is spoken of. */
function unlessOther({ tree }: Speech, subject: SqlNode, way: Way): Way {
  const isBegin = begins.test(textOf(tree, subject).replace(/^.*?\./, ""));
  return (said) => (isBegin && saysEnd.test(said.text) && !saysBegin.test(said.text) ? null : way(said));
}

export function collectLike(collector: PartCollector, node: SqlNode): void {
  const [subject, operator, value] = node.children;
  const seen = isLiteral(value) ? literalWay(collector.speech, value, node) : null;
  if (subject !== undefined)
    collector.collect(
      { ...collector, implied: seen === null ? collector.implied : [...collector.implied, seen] },
      subject,
    );
  if (value === undefined || operator === undefined || seen === null) {
    collectAll(collector, [value]);
    return;
  }
  addPart(
    collector,
    "comparison",
    operator,
    equalityWay(seen, /^not/i.test(textOf(collector.speech.tree, operator))),
  );
  addPart(collector, "text", value, seen);
}

export function collectAnd(collector: PartCollector, node: SqlNode): void {
  const sides = node.children.filter(({ kind }) => kind !== "operator");
  collectAll(collector, sides);
  const ways = sides.flatMap((side) => columnOf(collector.speech, side) ?? []);
  const [operator] = node.children.filter(({ kind }) => kind === "operator");
  if (operator !== undefined) addPart(collector, "connective", operator, togetherWay(ways));
}

export function collectOr(collector: PartCollector, node: SqlNode): void {
  collectAll(
    collector,
    node.children.filter(({ kind }) => kind !== "operator"),
  );
  const [operator] = node.children.filter(({ kind }) => kind === "operator");
  if (operator !== undefined)
    addPart(collector, "connective", operator, pattern(/\b(?:or|either|any|at least one|one of)\b/i));
}
