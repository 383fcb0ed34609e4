import { calledName, type NodeInContext } from "../propose/detail.ts";
import { textOf } from "../tree/sql-node.ts";
import { superlative } from "./cues.ts";
import { isAbout, type Nearby } from "./nearby.ts";
import type { Trace } from "./origin.ts";
import { type ReadText, type Sources, tracesIn } from "./sources.ts";
import {
  impliesNumber,
  numberPattern,
  saysDate,
  saysNumber,
  saysValue,
  saysWords,
  type WordIndex,
} from "./word-index.ts";

/** Functions whose numbers and strings say how a value is taken apart or written, not what is asked. */
const formal =
  /^(?:split_part|substr|substring|left|right|regexp_\w+|replace|translate|overlay|strpos|instr|position|lpad|rpad|to_char|to_date|to_timestamp|strftime|date_trunc|date_part|extract|date|datetime|julianday|time|trim|btrim|ltrim|rtrim|jsonb?_\w+|format|printf|string_agg|group_concat|nullif|concat|concat_ws|array_to_string|generate_series|lag|lead|make_interval|to_number|repeat|chr|unnest|cast|percentile_cont|percentile_disc)$/;

/** Where a literal can be known from; empty where from nowhere. */
export function literalTraces(context: NodeInContext, sources: Sources, words: Nearby): Trace[] {
  const { tree, node } = context;
  const text = textOf(tree, node);
  const value = node.kind === "number" ? text : text.replace(/^[^']*'|'$/g, "").replaceAll("''", "'");
  const rule = ruleFor(context, value);
  if (rule !== null) return [{ origin: "rules", evidence: rule }];
  if (node.kind === "number") return numberTraces(context, value, sources, words);
  if (node.kind === "typed-literal" && /^interval/i.test(text)) return intervalTraces(value, sources, words);
  return stringTraces(context, value, sources);
}

/** Why SQL asks for a literal whatever the question is; null where it does not. */
function ruleFor({ tree, node, above }: NodeInContext, value: string): string | null {
  const parent = above.at(-1);
  if (node.kind === "number" && /^[01](?:\.0*)?$/.test(value)) return "0 and 1 need no source.";
  if (parent?.kind === "group-by" || (parent?.kind === "order-item" && node.kind === "number"))
    return "It is the number of a column of the result.";
  if (/^[%_\s.,;:/()-]*$/.test(value)) return "It contains no words.";
  if (parent?.kind === "at-time-zone" && /^utc$/i.test(value)) return "UTC is the usual time zone.";
  const call = above.findLast(({ kind }) => kind === "call" || kind === "select" || kind === "case");
  const name = call?.kind === "call" ? calledName(tree, call) : "";
  if (formal.test(name)) return `It tells ${name} how to split or format a value.`;
  const isPath = parent?.kind === "operation" && node.kind === "number" && /->|#>/.test(textOf(tree, parent));
  return isPath ? "It is the number of an element in a JSON value." : null;
}

function numberTraces(
  context: NodeInContext,
  text: string,
  { question, knowledge, meanings }: Sources,
  words: Nearby,
): Trace[] {
  const { tree, above } = context;
  const parent = above.at(-1);
  const asked = tracesIn([question], (index) => saysNumber(index, text), `says ${text}`);
  const isPlaces = parent?.kind === "call" && /^(?:round|trunc)$/.test(calledName(tree, parent));
  if (isPlaces && parent.children.at(-1) === context.node) return asked;
  // Small numbers occur in many texts: they count where the text speaks of the condition itself.
  const about = Number(text) < 10 && /^\d$/.test(text) ? words.close : words.query;
  const said = [
    ...knowledge.filter((read) => isAbout(read, about)),
    ...meanings.filter((read) => isAbout(read, words.close)),
  ];
  const found = [...asked, ...tracesIn(said, (index) => saysNumber(index, text), `says ${text}`)];
  if (found.length > 0) return found;
  const bound = boundSaid(context, text, question.index);
  if (bound !== null)
    return [{ origin: "question", evidence: `The question says "${bound}", which is the same limit.` }];
  const isLimit = above.some(({ kind }) => kind === "limit" || kind === "fetch");
  if (isLimit && text === "1" && superlative.test(question.index.text))
    return [{ origin: "question", evidence: "The question asks for a single first or last row." }];
  const inUnits = (index: WordIndex) => impliesNumber(index, text);
  const units = [question, ...knowledge.filter((read) => isAbout(read, words.query))];
  return tracesIn(units, inUnits, `mentions a unit that ${text} converts to`).slice(0, 2);
}

/** How a question says the bound of a whole number in other words: "at least 3" for > 2; null where it does not. */
function boundSaid(
  { tree, above }: NodeInContext,
  text: string,
  { text: question }: WordIndex,
): string | null {
  const comparison = above.at(-1);
  const operator = comparison?.kind === "comparison" ? comparison.children[1] : undefined;
  if (operator === undefined || !/^\d+$/.test(text)) return null;
  const said: Record<string, [offset: number, words: string]> = {
    ">": [1, "at least|no (?:less|fewer) than|minimum of"],
    ">=": [-1, "more than|over|above|greater than"],
    "<": [-1, "at most|no more than|up to"],
    "<=": [1, "(?:less|fewer) than|under|below"],
  };
  const [offset, words] = said[textOf(tree, operator)] ?? [0, "$^"];
  const bound = Number(text) + offset;
  return (
    new RegExp(
      `\\b(?:${words})\\s+(${numberPattern(bound)})\\b|\\b(${numberPattern(bound)}) or (?:more|fewer|less)\\b`,
      "i",
    ).exec(question)?.[0] ?? null
  );
}

function stringTraces({ tree, above }: NodeInContext, value: string, sources: Sources): Trace[] {
  const parent = above.at(-1);
  const isReplacement = parent?.kind === "call" && /^(?:coalesce|ifnull)$/.test(calledName(tree, parent));
  const texts = isReplacement ? [sources.question, ...sources.knowledge] : sources.texts;
  return [
    ...dateTraces(value, texts),
    ...tracesIn(texts, (index) => saysValue(index, value), `says "${value}"`),
  ];
}

function dateTraces(value: string, texts: readonly ReadText[]): Trace[] {
  const date = /^(?:(?<year>\d{4})-?)?(?<month>0[1-9]|1[0-2])-?(?<day>[0-3]\d)(?:[ T].*)?$/.exec(
    value,
  )?.groups;
  if (date === undefined) return [];
  const { year = "", month = "", day = "" } = date;
  return tracesIn(texts, (index) => saysDate(index, { year, month, day }), `names the date ${value}`);
}

/** '90 minutes': the number and the unit in one text. */
function intervalTraces(value: string, { question, knowledge }: Sources, words: Nearby): Trace[] {
  const [, count = "", unit = ""] = /^\s*(\d+(?:\.\d+)?)\s*([a-z]+)/i.exec(value) ?? [];
  const texts = [question, ...knowledge.filter((read) => isAbout(read, words.query))];
  const says = (index: WordIndex) => saysNumber(index, count) && saysWords(index, unit);
  return count === "" ? [] : tracesIn(texts, says, `says ${count} ${unit}`);
}
