import { calledName } from "../../sql/propose/detail.ts";
import { nodesOf, type SqlNode, textOf } from "../../sql/tree/sql-node.ts";
import { listed } from "../../text/listed.ts";
import { literalMeaning, literalPhrase } from "./literal-words.ts";
import { isPlural, type Speech, withThe } from "./speech.ts";

const comparisonWords: Record<string, string> = {
  "=": "is",
  "==": "is",
  "<>": "is not",
  "!=": "is not",
  ">": "is above",
  ">=": "is at least",
  "<": "is below",
  "<=": "is at most",
};

const ofTime: Record<string, string> = {
  ">": "is after",
  ">=": "is on or after",
  "<": "is before",
  "<=": "is on or before",
};

/** A condition as a clause: "average River Stress Index is above 2.5". */
export function conditionPhrase(speech: Speech, node: SqlNode | undefined): string {
  if (node === undefined) return "it holds";
  const { tree } = speech;
  const parts = node.children;
  switch (node.kind) {
    case "and":
    case "or": {
      const sides = parts.filter(({ kind }) => kind !== "operator");
      const [first = "", ...others] = sides.map((side) => sidePhrase(speech, side));
      return [first, ...others.map(withThe)].join(node.kind === "and" ? " and " : " or ");
    }
    case "not":
      return `it is not so that ${withThe(speech.clause(parts[1]))}`;
    case "parenthesised": {
      return speech.clause(parts[0]);
    }
    case "comparison":
      return comparisonPhrase(speech, node);
    case "is":
      return isPhrase(speech, node);
    case "in":
      return inPhrase(speech, node);
    case "between":
      return `${speech.noun(parts[0])} is ${isNegated(speech, node) ? "not " : ""}from ${valuePhrase(speech, node, parts[2])} to ${valuePhrase(speech, node, parts[3])}, both included`;
    case "like":
      return likePhrase(speech, node);
    case "exists":
      return `there is one among ${speech.noun(node)}`;
    case "constant":
      return /^false$/i.test(textOf(tree, node)) ? "never" : "always";
    case "where":
    case "having":
    case "on":
    case "filter":
      return speech.clause(parts[0]);
    default:
      return `${speech.noun(node)} is true`;
  }
}

/** One of several conditions: a choice or several together in brackets, so that they read one way only. */
function sidePhrase(speech: Speech, side: SqlNode): string {
  const inner = side.kind === "parenthesised" ? side.children[0] : side;
  const phrase = speech.clause(side);
  return inner?.kind === "and" || inner?.kind === "or" ? `(${withThe(phrase)})` : phrase;
}

/** A value as the other side of a condition makes it: a day and month for a text that is compared with one. */
export function valuePhrase(speech: Speech, condition: SqlNode, value: SqlNode | undefined): string {
  if (value === undefined || !["number", "string", "typed-literal"].includes(value.kind))
    return speech.noun(value);
  const phrase = literalPhrase(literalMeaning(speech.tree, value, formatIn(speech, condition)));
  const subject = condition.children[0];
  if (subject === undefined) return phrase;
  const plain = textOf(speech.tree, value).replaceAll("'", "");
  const told = speech.words.valueWords(plain, columnsIn(speech, subject));
  return told === null ? phrase : `${phrase} (${told})`;
}

/** The format that TO_CHAR gives one side of a condition; null where none does. */
export function formatIn({ tree }: Speech, condition: SqlNode): string | null {
  const call = [...nodesOf(condition)].find((inner) => calledName(tree, inner) === "to_char");
  const format = call?.children.at(-1);
  return format === undefined ? null : textOf(tree, format).replaceAll("'", "");
}

/** The names of the columns in an expression, as one text. */
export function columnsIn({ tree, words }: Speech, node: SqlNode): string {
  return [...nodesOf(node)]
    .filter(({ kind }) => kind === "column")
    .flatMap((column) => words.called(tree, column).ways.map((way) => way.join(" ")))
    .join(" ");
}

function comparisonPhrase(speech: Speech, node: SqlNode): string {
  const [left, operator, right] = node.children;
  const sign = operator === undefined ? "=" : textOf(speech.tree, operator);
  if (left?.kind === "tuple" && right?.kind === "tuple") return pairsPhrase(speech, left, right, sign);
  const isMoment = right !== undefined && literalKind(speech, right) === "date";
  const verb = (isMoment ? ofTime[sign] : undefined) ?? comparisonWords[sign] ?? "is like";
  const subject = speech.noun(left);
  const value = valuePhrase(speech, node, right);
  const isOfOther = isSame(speech, left, right);
  const isColumn = right?.kind === "column";
  const other = isOfOther ? "that of the other row" : isColumn ? withThe(value) : value;
  const phrase =
    sign === "=" && isColumn
      ? `${subject} is the same ${isOfOther ? "in both rows" : `as ${other}`}`
      : `${subject} ${verb} ${other}`;
  return isPlural(subject) ? phrase.replace(`${subject} is `, `${subject} are `) : phrase;
}

function literalKind(speech: Speech, node: SqlNode): string | null {
  return ["string", "typed-literal"].includes(node.kind) ? literalMeaning(speech.tree, node).kind : null;
}

/** Whether two columns are called the same: one of another row or table. */
function isSame(speech: Speech, left: SqlNode | undefined, right: SqlNode | undefined): boolean {
  return left?.kind === "column" && right?.kind === "column" && speech.noun(left) === speech.noun(right);
}

function pairsPhrase(speech: Speech, left: SqlNode, right: SqlNode, sign: string): string {
  const verb = sign === "=" ? "the same" : "not the same";
  const names = left.children.map((child, index) => {
    const other = right.children[index];
    return isSame(speech, child, other)
      ? speech.noun(child)
      : `${speech.noun(child)} and ${speech.noun(other)}`;
  });
  return `${listed(names, "and")} are ${verb} in both rows`;
}

function isPhrase(speech: Speech, node: SqlNode): string {
  const [subject, operator, other] = node.children;
  const words = operator === undefined ? "" : textOf(speech.tree, operator).toUpperCase();
  const isNot = /\bNOT\b|^NOTNULL/.test(words);
  const name = speech.noun(subject);
  if (/DISTINCT\s+FROM/.test(words))
    return `${name} is ${isNot ? "" : "not "}the same as ${speech.noun(other)}`;
  if (/NULL|UNKNOWN/.test(words)) return `${name} is ${isNot ? "known" : "missing"}`;
  const value = /TRUE/.test(words) ? "true" : /FALSE/.test(words) ? "false" : speech.noun(other);
  return `${name} is ${isNot ? "not " : ""}${value}`;
}

function inPhrase(speech: Speech, node: SqlNode): string {
  const [subject, , values] = node.children;
  const verb = isNegated(speech, node) ? "is not" : "is";
  const name = speech.noun(subject);
  if (values?.kind !== "list") return `${name} ${verb} among ${speech.noun(values)}`;
  const choice = values.children.map((value) => valuePhrase(speech, node, value));
  return `${name} ${verb} ${listed(choice, "or")}`;
}

function likePhrase(speech: Speech, node: SqlNode): string {
  const [subject, operator, pattern] = node.children;
  const text = pattern === undefined ? "" : textOf(speech.tree, pattern).replace(/^[^']*'|'$/g, "");
  const isNot = isNegated(speech, node) ? "not " : "";
  const wide =
    operator !== undefined && /ilike/i.test(textOf(speech.tree, operator)) ? ", whatever the capitals" : "";
  const bare = text.replaceAll(/^%+|%+$/g, "");
  const name = speech.noun(subject);
  if (!/[%_]/.test(text)) return `${name} is ${isNot}“${bare}”${wide}`;
  const verb = text.startsWith("%") ? (text.endsWith("%") ? "contain" : "end with") : "begin with";
  const does = isNot === "" ? verb.replace(/^\w+/, "$&s") : `does not ${verb}`;
  return `${name} ${does} “${bare}”${wide}`;
}

function isNegated({ tree }: Speech, node: SqlNode): boolean {
  const [, operator] = node.children;
  return operator !== undefined && /^not\b/i.test(textOf(tree, operator));
}
