import { argumentsOf, calledName } from "../../sql/propose/detail.ts";
import { type SqlNode, textOf } from "../../sql/tree/sql-node.ts";
import { orderingWay } from "./comparison-ways.ts";
import { saidDuration, saidFunction, saidOperation, sharedPlace } from "./function-cues.ts";
import { columnOf, columnWay, isLiteral, keyWay, placesWay } from "./literal-ways.ts";
import { isDuration, unitOfSeconds } from "./noun-phrase.ts";
import { addPart, collectAll, type PartCollector } from "./part-collector.ts";
import type { Speech } from "./speech.ts";
import { pattern, type Way } from "./way.ts";

/** Functions that only take values apart or write them differently: their arguments behind the first are no parts. */
const formal =
  /^(?:split_part|substr|substring|left|right|regexp_\w+|replace|translate|overlay|strpos|instr|position|lpad|rpad|to_char|to_date|to_timestamp|to_number|strftime|trim|btrim|ltrim|rtrim|jsonb?_\w+|format|printf|repeat|cast|concat_ws|array_to_string|julianday)$/;

export function collectCall(collector: PartCollector, node: SqlNode): void {
  const { speech } = collector;
  const name = calledName(speech.tree, node);
  const [called] = node.children;
  const args = argumentsOf(node);
  const filter = node.children.find(({ kind }) => kind === "filter");
  const over = node.children.find(({ kind }) => kind === "over");
  const isPivot = /^(?:max|min|sum)$/.test(name) && filter !== undefined;
  const cue = isPivot ? null : saidFunction(name);
  const isEpoch = name === "extract" && /epoch/i.test(textOf(speech.tree, node));
  if (called !== undefined && cue !== null) addPart(collector, "function", called, pattern(cue));
  if (called !== undefined && /^(?:rank|dense_rank)$/.test(name))
    addPart(collector, "ties", called, pattern(sharedPlace));
  if (
    (name === "extract" || name === "date_part" || name === "date_trunc") &&
    !isEpoch &&
    called !== undefined
  )
    addPart(collector, "unit", called, pattern(unitPattern(textOf(speech.tree, node))));
  const isFirstOnly = formal.test(name);
  const isUnitFirst = name === "date_trunc" || name === "date_part" || name === "strftime";
  const shown = isFirstOnly ? args.slice(0, 1) : isUnitFirst ? args.slice(1) : args;
  for (const [at, arg] of shown.entries()) {
    const isPlaces = (name === "round" || name === "trunc") && at === 1;
    if (isPlaces) addPart(collector, "number", arg, placesWay(Number(textOf(speech.tree, arg))));
    else if (name === "num_nonnulls" || arg.kind === "star") continue;
    else if (name === "avg" && isZeroOrOne(speech, arg))
      collector.collect(collector, arg.children[0]?.children[0] as SqlNode);
    else collector.collect(collector, arg);
  }
  collectAll(
    collector,
    node.children.filter(({ kind }) => kind === "distinct" || kind === "order-by" || kind === "within-group"),
  );
  collectAll(collector, [filter, over]);
}

/** CASE WHEN c THEN 1 ELSE 0 END: its values say nothing but whether. */
function isZeroOrOne({ tree }: Speech, node: SqlNode): boolean {
  const [when, otherwise] = node.children;
  if (node.kind !== "case" || node.children.length !== 2 || when === undefined || otherwise === undefined)
    return false;
  const values = [when.children[1], otherwise.children[0]].map((value) =>
    value === undefined ? "" : textOf(tree, value),
  );
  return values.join() === "1,0";
}

function unitPattern(call: string): RegExp {
  const unit = /\(\s*'?(\w+)/.exec(call)?.[1]?.toLowerCase() ?? "";
  return new RegExp(`\\b(?:${unit}(?:s|ly)?|${unit === "year" ? "annual\\w*|in \\d{4}" : unit})\\b`, "i");
}

export function collectOperation(collector: PartCollector, node: SqlNode): void {
  const { speech } = collector;
  const operators = node.children.filter(({ kind }) => kind === "operator");
  const operands = node.children.filter(({ kind }) => kind !== "operator");
  const signs = operators.map((operator) => textOf(speech.tree, operator));
  if (signs.every((sign) => /^(?:->>?|#>>?)$/.test(sign))) {
    collectPath(collector, operands);
    return;
  }
  if (isDuration(speech, node)) {
    const asDuration = { ...collector, implied: [...collector.implied, pattern(saidDuration)] };
    collectAll(asDuration, operands);
    addPart(
      asDuration,
      "operator",
      operators[0] as SqlNode,
      orderingWay("-", columnWay(speech, operands[0] as SqlNode), columnWay(speech, operands[1] as SqlNode)),
    );
    return;
  }
  const unit = secondsUnit(speech, node, operands.at(-1));
  const implied = unit === null ? collector.implied : [...collector.implied, pattern(unit)];
  for (const [at, operand] of operands.entries())
    collector.collect(
      at === 0 ? collector : { ...collector, implied: isLiteral(operand) ? implied : collector.implied },
      operand,
    );
  for (const [at, operator] of operators.entries()) {
    const sign = signs[at] as string;
    const words = saidOperation[sign];
    if (words === undefined) continue;
    const [left, right] = [operands[at], operands[at + 1]].map((side) =>
      side === undefined || isLiteral(side) ? null : columnOf(speech, side),
    );
    const isOrdered = (sign === "/" || sign === "-") && left && right;
    addPart(
      { ...collector, implied },
      "operator",
      operator,
      isOrdered ? orderingWay(sign, left, right) : pattern(words),
    );
  }
}

/** The unit that makes 3600 say itself: hours, where seconds are divided. */
function secondsUnit(speech: Speech, node: SqlNode, divisor: SqlNode | undefined): RegExp | null {
  if (divisor?.kind !== "number" || !/epoch/i.test(textOf(speech.tree, node))) return null;
  const unit = unitOfSeconds(Number(textOf(speech.tree, divisor)));
  return unit === null ? null : new RegExp(`\\b${unit}?\\b`, "i");
}

/** A path into a JSON value: its last key says the column that holds it. */
function collectPath(collector: PartCollector, [base, ...keys]: SqlNode[]): void {
  const ways = keys.map((key) => keyWay(textOf(collector.speech.tree, key)));
  const last = ways.at(-1);
  const implied = last === undefined ? [] : [last];
  if (base !== undefined)
    collector.collect({ ...collector, implied: [...collector.implied, ...implied] }, base);
  for (const [at, key] of keys.entries())
    addPart({ ...collector, implied: [...collector.implied, ...implied] }, "key", key, ways[at] as Way);
}

export function collectCase(collector: PartCollector, node: SqlNode): void {
  for (const child of node.children) {
    if (child.kind !== "when" && child.kind !== "else") collector.collect(collector, child);
    else collectAll(collector, child.children);
  }
}
