import { calledName } from "../../sql/propose/detail.ts";
import type { SqlNode } from "../../sql/tree/sql-node.ts";
import { nodesOf, textOf } from "../../sql/tree/sql-node.ts";
import { listed } from "../../text/listed.ts";
import { callPhrase } from "./call-phrase.ts";
import { literalMeaning, literalPhrase } from "./literal-words.ts";
import { type Speech, withThe } from "./speech.ts";
import { plainWords } from "./task-words.ts";

/** What an expression stands for, without an article: "average River Stress Index", "3 (doubtful)". */
export function nounPhrase(speech: Speech, node: SqlNode | undefined): string {
  if (node === undefined) return "nothing";
  const { tree, words } = speech;
  switch (node.kind) {
    case "column":
    case "field":
    case "table-name":
    case "alias":
      return words.called(tree, node).phrase;
    case "number":
    case "string":
    case "typed-literal":
      return literalPhrase(literalMeaning(tree, node));
    case "constant":
      return constantPhrase(textOf(tree, node));
    case "star":
      return "everything";
    case "call":
      return callPhrase(speech, node);
    case "operation":
      return operationPhrase(speech, node);
    case "unary":
      return `minus ${speech.noun(node.children[1])}`;
    case "case":
      return casePhrase(speech, node);
    case "at-time-zone":
      return `${speech.noun(node.children[0])} by ${zoneName(textOf(tree, node.children[1] ?? node))}`;
    case "parenthesised":
      return parenthesisedPhrase(speech, node);
    case "subquery":
    case "exists":
    case "quantified":
      return subqueryPhrase(speech, node);
    case "list":
    case "tuple":
    case "array":
    case "row":
      return listed(
        node.children.map((child) => speech.noun(child)),
        "and",
      );
    case "or":
    case "and":
    case "not":
    case "comparison":
    case "is":
    case "in":
    case "between":
    case "like":
      return `whether ${withThe(speech.clause(node))}`;
    default:
      return node.children.length > 0
        ? speech.noun(node.children[0])
        : plainWords(textOf(tree, node)).join(" ");
  }
}

/** An expression as part of a larger one: a calculation in brackets. */
export function operandPhrase(speech: Speech, node: SqlNode | undefined): string {
  const phrase = speech.noun(node);
  return node !== undefined && isLoose(speech, node)
    ? `(${node.kind === "call" ? withThe(phrase) : phrase})`
    : phrase;
}

/** Whether what stands behind a phrase could be read as belonging to a part of it. */
function isLoose(speech: Speech, node: SqlNode): boolean {
  if (node.kind === "operation")
    return (
      !isDuration(speech, node) && jsonPath(speech, node) === null && convertedDuration(speech, node) === null
    );
  if (node.kind === "case") return true;
  if (node.kind !== "call") return false;
  const hasCondition = node.children.some(({ kind }) => kind === "filter" || kind === "over");
  const name = calledName(speech.tree, node);
  return (
    hasCondition ||
    /^(?:coalesce|ifnull|nvl|nullif|greatest|least)$/.test(name) ||
    /\bwhere\b/.test(speech.noun(node))
  );
}

function parenthesisedPhrase(speech: Speech, node: SqlNode): string {
  const [inner] = node.children;
  return speech.operand(inner);
}

function constantPhrase(text: string): string {
  const phrases: Record<string, string> = {
    NULL: "nothing",
    TRUE: "true",
    FALSE: "false",
    DEFAULT: "the usual value",
    CURRENT_DATE: "today",
    CURRENT_TIMESTAMP: "now",
    CURRENT_TIME: "the time now",
  };
  return phrases[text.toUpperCase()] ?? text.toLowerCase().replaceAll("_", " ");
}

const operatorWords: Record<string, string> = {
  "+": "plus",
  "-": "minus",
  "*": "times",
  "/": "divided by",
  "%": "modulo",
  "^": "to the power of",
  "||": "followed by",
};

function operationPhrase(speech: Speech, node: SqlNode): string {
  const { tree } = speech;
  if (isDuration(speech, node))
    return `time from ${momentPhrase(speech, node.children[2])} to ${momentPhrase(speech, node.children[0])}`;
  const inUnit = convertedDuration(speech, node);
  if (inUnit !== null) return inUnit;
  const path = jsonPath(speech, node);
  if (path !== null) return path;
  return node.children
    .map((child, at) => {
      const isWhole = at === 0 && child.kind === "call" && isLoose(speech, child);
      if (child.kind !== "operator") return ` ${isWhole ? speech.noun(child) : speech.operand(child)}`;
      const first = node.children[0];
      const words = operatorWords[textOf(tree, child)] ?? "combined with";
      // What is divided first is said to be: "a divided by b, then times c".
      const before = node.children[at - 2];
      if (at === 1 && first?.kind === "call" && isLoose(speech, first)) return `, and all of that ${words}`;
      return before !== undefined && /^[/%]$/.test(textOf(tree, before)) ? `, then ${words}` : ` ${words}`;
    })
    .join("")
    .trim();
}

function momentPhrase(speech: Speech, node: SqlNode | undefined): string {
  const phrase = speech.noun(node).replace(/^(?:time|day) (?=\w+ed$)/, "");
  return /\bof\b/.test(phrase) ? withThe(phrase) : phrase;
}

/** Whether an expression is one moment minus another. */
export function isDuration({ tree, words }: Speech, node: SqlNode): boolean {
  const [left, operator, right] = node.children;
  if (node.kind !== "operation" || node.children.length !== 3 || operator === undefined) return false;
  if (textOf(tree, operator) !== "-") return false;
  const isMoment = (side: SqlNode | undefined) =>
    side?.kind === "column" &&
    /(?:_at|_on|_date|date|time|_ts|timestamp)$/i.test(textOf(tree, side)) &&
    words.called(tree, side).phrase !== "";
  return isMoment(left) && isMoment(right);
}

/** The unit that seconds divided by a number make: hours for 3600; null for another number. */
export function unitOfSeconds(divisor: number): string | null {
  return { 60: "minutes", 3600: "hours", 86400: "days" }[divisor] ?? null;
}

function convertedDuration(speech: Speech, node: SqlNode): string | null {
  const [left, operator, right] = node.children;
  if (node.children.length !== 3 || left === undefined || operator === undefined || right === undefined)
    return null;
  if (textOf(speech.tree, operator) !== "/" || right.kind !== "number") return null;
  const unit = unitOfSeconds(Number(textOf(speech.tree, right)));
  const isSeconds = [...nodesOf(left)].some(
    (inner) => calledName(speech.tree, inner) === "extract" && /epoch/i.test(textOf(speech.tree, inner)),
  );
  if (unit === null || !isSeconds) return null;
  return speech.noun(left).replace(/ in seconds/, ` in ${unit}`);
}

/** "max load kg day of the licence": a path into a JSON value. */
function jsonPath(speech: Speech, node: SqlNode): string | null {
  const { tree } = speech;
  const isPath = node.children.every(
    (child) => child.kind !== "operator" || /^(?:->|->>|#>|#>>)$/.test(textOf(tree, child)),
  );
  const [base, ...others] = node.children;
  if (!isPath || base === undefined) return null;
  const keys = others
    .filter(({ kind }) => kind !== "operator")
    .map((key) => plainWords(textOf(tree, key).replaceAll("'", "")).join(" "));
  return `${keys.reverse().join(" of the ")} of the ${speech.noun(base)}`;
}

function casePhrase(speech: Speech, node: SqlNode): string {
  const [first] = node.children;
  const subject = first !== undefined && first.kind !== "when" && first.kind !== "else" ? first : null;
  const branches = node.children.flatMap((child) => {
    const [condition, value] = child.children;
    if (child.kind === "else") return [`otherwise ${withThe(speech.noun(condition))}`];
    if (child.kind !== "when") return [];
    const test =
      subject === null ? speech.clause(condition) : `${speech.noun(subject)} is ${speech.noun(condition)}`;
    return [`${speech.noun(value)} where ${withThe(test)}`];
  });
  return branches.join(", ");
}

function subqueryPhrase(speech: Speech, node: SqlNode): string {
  const nodes = [...nodesOf(node)];
  const item = nodes.find(({ kind }) => kind === "select-item");
  const where = nodes.find(({ kind }) => kind === "where");
  const table = nodes.find(({ kind }) => kind === "table-name");
  const source = table === undefined ? "" : ` in ${speech.noun(table)}`;
  const limit = where === undefined ? "" : ` where ${withThe(speech.clause(where.children[0]))}`;
  return `${speech.noun(item?.children[0])}${source}${limit}`;
}

function zoneName(text: string): string {
  return text.replaceAll("'", "").replaceAll("_", " ");
}
