import { argumentsOf, calledName } from "../../sql/propose/detail.ts";
import { nodesOf, type SqlNode, textOf } from "../../sql/tree/sql-node.ts";
import { deniesFunction, saidDuration, saidFunction, saidOperation, sharedPlace } from "./function-cues.ts";
import { columnOf, columnWay, isLiteral, keyWay, placesWay } from "./literal-ways.ts";
import { isDuration, unitOfSeconds } from "./noun-phrase.ts";
import { besideNumberWay, calculatedWay, commutativeWay, factorWay } from "./operation-ways.ts";
import { addPart, collectAll, type PartCollector } from "./part-collector.ts";
import { numberSaid, numbersSaid, phraseSaid } from "./said-text.ts";
import type { Speech } from "./speech.ts";
import { anyOf, pattern, type Way } from "./way.ts";

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
  if (called !== undefined && cue !== null)
    addPart({ ...collector, implied: [] }, "function", called, ({ text }) =>
      deniesFunction(name, text) ? null : phraseSaid(text, cue),
    );
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
    else if (cue !== null && isPlainValue(speech, arg))
      collector.collect({ ...collector, implied: [...collector.implied, pattern(cue)] }, arg);
    else collector.collect(collector, arg);
  }
  collectAll(
    collector,
    node.children.filter(({ kind }) => kind === "distinct" || kind === "order-by" || kind === "within-group"),
  );
  collectAll(collector, [filter, over]);
}

/** A column that is called "value" says nothing of what it holds: "the mean" is that of it. */
function isPlainValue({ tree }: Speech, arg: SqlNode): boolean {
  return (
    arg.kind === "column" && /(?:^|\.)"?(?:value|amount|quantity|number|figure)"?$/i.test(textOf(tree, arg))
  );
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
  if (isDuration(speech, node)) collectDuration(collector, node, operands);
  else collectCalculation(collector, node, operands);
}

/** What lies between two rows is no length of one: "two hours between two visits". */
const betweenRows =
  /\bbetween (?:two|three|different|consecutive|successive) (?!times|moments|dates|points|stamps)\w+s\b/i;

function collectDuration(collector: PartCollector, node: SqlNode, operands: SqlNode[]): void {
  const { speech } = collector;
  const [end, start] = operands as [SqlNode, SqlNode];
  const [to, from] = [columnWay(speech, end), columnWay(speech, start)];
  // "Longer than" says both moments; where one of them is named, the other has to be, too.
  for (const [operand, other] of [
    [end, from],
    [start, to],
  ] as const)
    collectAll(
      collector,
      [operand],
      [
        (said) =>
          other(said) === null && !betweenRows.test(said.text)
            ? (phraseSaid(said.text, saidDuration) ??
              said.numbers.find(({ seconds }) => seconds !== null) ??
              null)
            : null,
      ],
    );
  const inOrder = calculatedWay("-", to, from);
  const bySpan: Way = (said) =>
    (to(said) === null || from(said) === null) && !betweenRows.test(said.text)
      ? (phraseSaid(said.text, saidDuration) ?? said.numbers.find(({ seconds }) => seconds !== null) ?? null)
      : null;
  addPart(collector, "operator", node.children[1] as SqlNode, inOrder, bySpan);
}

function collectCalculation(collector: PartCollector, node: SqlNode, operands: SqlNode[]): void {
  const { speech } = collector;
  const unit = secondsUnit(speech, node, operands.at(-1));
  const implied = unit === null ? [] : [pattern(unit)];
  for (const [at, operand] of operands.entries())
    collectAll(
      collector,
      [operand],
      at > 0 && isLiteral(operand) ? [...implied, ...reciprocal(speech, operand)] : [],
    );
  const operators = node.children.filter(({ kind }) => kind === "operator");
  for (const [at, operator] of operators.entries()) {
    const sign = textOf(speech.tree, operator);
    if (saidOperation[sign] === undefined) continue;
    const way = operatorWay(speech, { sign, left: operands[at], right: operands[at + 1] }, node);
    addPart(collector, "operator", operator, way, ...implied);
  }
}

/** A tenth is said of what is divided by 10. */
function reciprocal({ tree }: Speech, operand: SqlNode): Way[] {
  const value = operand.kind === "number" ? Number(textOf(tree, operand)) : 0;
  return value > 1
    ? [
        (said) =>
          numbersSaid(said, 1 / value).find(({ from, to }) => /\p{L}/u.test(said.text.slice(from, to))) ??
          null,
      ]
    : [];
}

function operatorWay(
  speech: Speech,
  { sign, left, right }: { sign: string; left: SqlNode | undefined; right: SqlNode | undefined },
  node: SqlNode,
): Way {
  const number = isFactor(sign) && left?.kind === "number" ? left : leadingNumber(right);
  const column = number === left && right?.kind === "column" ? right : null;
  const others = column === null ? [] : siblingColumns(speech, node);
  if (number === left && column !== null && others.length > 1 && left !== undefined)
    return factorWay(
      Number(textOf(speech.tree, left)),
      columnWay(speech, column),
      others.map((other) => columnWay(speech, other)),
    );
  if (number !== null && number !== undefined) {
    const beside = besideNumberWay(sign, Number(textOf(speech.tree, number)));
    // What was worked out before is pointed to: "the oxygen as a percentage of that".
    return sign === "/" && number !== right ? anyOf([beside, pattern(overThat)]) : beside;
  }
  const [a, b] = [left, right].map((side) =>
    side === undefined || isLiteral(side) ? null : columnOf(speech, side),
  );
  if (!a || !b) return pattern(saidOperation[sign] as RegExp);
  if (sign === "*" || sign === "+") return commutativeWay(sign, a, b);
  return sign === "/" || sign === "-" ? calculatedWay(sign, a, b) : pattern(saidOperation[sign] as RegExp);
}

const overThat =
  /\b(?:as an? (?:percentage|share|fraction|proportion|part) of|(?:divided by|over|relative to|in relation to|against|out of|per ?cent of) (?:that|this|it|the (?:former|first|result)))\b/i;

function isFactor(sign: string): boolean {
  return sign === "*";
}

/** The number that an operand begins with: 0.38 of "0.38 * temp". */
function leadingNumber(node: SqlNode | undefined): SqlNode | null {
  if (node?.kind === "number") return node;
  return node?.kind === "operation" || node?.kind === "parenthesised"
    ? leadingNumber(node.children[0])
    : null;
}

/** The columns of the sum that a product stands in. */
function siblingColumns({ tree }: Speech, product: SqlNode): SqlNode[] {
  const sum = [...nodesOf(tree.root)].find(
    (node) => node.kind === "operation" && node.children.includes(product),
  );
  return (sum?.children ?? []).flatMap((part) => part.children.filter(({ kind }) => kind === "column"));
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

/** What a branch gives is said apart from its condition, where both name one number: "0 where there are 0". */
export function collectBranch(collector: PartCollector, branch: SqlNode): void {
  const { tree } = collector.speech;
  const [condition, result] = branch.children;
  const isShared =
    branch.kind === "when" &&
    result?.kind === "number" &&
    condition !== undefined &&
    [...nodesOf(condition)].some(
      ({ kind, ...node }) => kind === "number" && textOf(tree, node) === textOf(tree, result),
    );
  if (!isShared) {
    collectAll(collector, branch.children);
    return;
  }
  collectAll(collector, [condition]);
  const value = Number(textOf(tree, result));
  addPart(collector, "number", result, (said) => {
    const mentions = numbersSaid(said, value);
    return mentions.length > 1 || saidNone.test(said.text)
      ? (mentions.at(-1) ?? numberSaid(said, value))
      : null;
  });
}

/** How texts say that a number is 0 without it. */
const saidNone =
  /\b(?:no|none|without|never|nobody|no ?one|nothing|not|nil|nought|naught|absen\w+|missing|lack\w*|un\w+ed)\b|n't\b/i;
