import { argumentsOf, calledName } from "../../sql/propose/detail.ts";
import { type SqlNode, textOf } from "../../sql/tree/sql-node.ts";
import { listed } from "../../text/listed.ts";
import { orderPhrase } from "./order-phrase.ts";
import { type Speech, withA, withThe } from "./speech.ts";
import { plainWords } from "./task-words.ts";

type Say = (speech: Speech, args: SqlNode[], call: SqlNode) => string;

const first =
  (before: string, after = ""): Say =>
  (speech, [arg]) => {
    const phrase = speech.operand(arg);
    // "Average of what is rounded" is not "rounded average".
    const isRounded =
      before !== "" && arg?.kind === "call" && /^(?:round|trunc)$/.test(calledName(speech.tree, arg));
    return `${before}${isRounded ? `(${phrase})` : phrase}${after}`;
  };

const share = "share of rows where";

/** "owner name in capitals", "owner name (without spaces around it, in capitals)". */
function letters(size: string): Say {
  return (speech, [arg]) => {
    const isTrimmed = arg?.kind === "call" && /^b?trim$/.test(calledName(speech.tree, arg));
    const [inner] = isTrimmed ? argumentsOf(arg) : [];
    return inner === undefined
      ? `${speech.operand(arg)} ${size}`
      : `${speech.operand(inner)} (without spaces around it, ${size})`;
  };
}

/** How calls are said, by the function's name. */
const said: Record<string, Say> = {
  count: countPhrase,
  sum: first("total "),
  total: first("total "),
  avg: averagePhrase,
  max: extremePhrase("highest"),
  min: extremePhrase("lowest"),
  round: roundPhrase("rounded to"),
  trunc: roundPhrase("cut to"),
  ceil: first("", " rounded up"),
  ceiling: first("", " rounded up"),
  floor: first("", " rounded down"),
  abs: first("absolute value of "),
  sqrt: first("square root of "),
  power: (speech, [base, exponent]) => `${speech.operand(base)} to the power of ${speech.operand(exponent)}`,
  ln: first("natural logarithm of "),
  exp: first("exponential of "),
  upper: letters("in capitals"),
  lower: letters("in small letters"),
  trim: first("", " without spaces around it"),
  btrim: first("", " without spaces around it"),
  length: first("length of "),
  stddev: first("standard deviation of "),
  bool_or: (speech, [arg]) => `whether for any row ${withThe(speech.clause(arg))}`,
  bool_and: (speech, [arg]) => `whether for every row ${withThe(speech.clause(arg))}`,
  coalesce: (speech, [value, ...others]) =>
    `${speech.operand(value)}, or ${listed(
      others.map((other) => speech.operand(other)),
      "or",
    )} where it is missing`,
  nullif: (speech, [value, other]) =>
    `${speech.operand(value)}, treated as missing where it is ${speech.operand(other)}`,
  greatest: (speech, args) =>
    `${args.length === 2 ? "larger" : "greatest"} of ${listed(
      args.map((arg) => speech.operand(arg)),
      "and",
    )}`,
  least: (speech, args) =>
    `${args.length === 2 ? "smaller" : "least"} of ${listed(
      args.map((arg) => speech.operand(arg)),
      "and",
    )}`,
  extract: extractPhrase,
  date_part: extractPhrase,
  date_trunc: (speech, [unit, moment]) => `${unitOf(speech, unit)} of ${speech.operand(moment)}`,
  to_char: (speech, [moment, format]) => `${formatPhrase(speech, format)}${speech.operand(moment)}`,
  strftime: (speech, [format, moment]) => `${formatPhrase(speech, format)}${speech.operand(moment)}`,
  split_part: (speech, [value, , place]) => `${ordinal(speech, place)} part of ${speech.operand(value)}`,
  string_agg: listPhrase,
  group_concat: listPhrase,
  array_agg: listPhrase,
  ...{ json_agg: listPhrase, jsonb_agg: listPhrase },
  ...{ json_build_object: objectPhrase, jsonb_build_object: objectPhrase },
  ...{ json_object_agg: objectOfRows, jsonb_object_agg: objectOfRows },
  concat: (speech, args) => args.map((arg) => speech.operand(arg)).join(" followed by "),
  rank: placePhrase("where equal values share a place and leave a gap behind them"),
  dense_rank: placePhrase("where equal values share a place and no place is skipped"),
  row_number: placePhrase("numbered one by one, without shared places"),
  ntile: (speech, [groups], call) => `group out of ${speech.operand(groups)}${windowPhrase(speech, call)}`,
  lag: (speech, [value], call) => `previous ${speech.operand(value)}${windowPhrase(speech, call)}`,
  lead: (speech, [value], call) => `next ${speech.operand(value)}${windowPhrase(speech, call)}`,
  percentile_cont: percentilePhrase,
  percentile_disc: percentilePhrase,
  num_nonnulls: (speech, args) =>
    `number of known values among ${listed(
      args.map((arg) => speech.operand(arg)),
      "and",
    )}`,
};

/** What a call stands for, without an article. */
export function callPhrase(speech: Speech, call: SqlNode): string {
  const name = calledName(speech.tree, call);
  const args = argumentsOf(call);
  const say = Object.hasOwn(said, name) ? said[name] : undefined;
  const phrase =
    say?.(speech, args, call) ??
    `${plainWords(name).join(" ")} of ${listed(
      args.map((arg) => speech.operand(arg)),
      "and",
    )}`;
  const filter = call.children.find(({ kind }) => kind === "filter")?.children[0]?.children[0];
  const limited = filter === undefined ? phrase : `${phrase} where ${withThe(speech.clause(filter))}`;
  const isPlaced = /^(?:rank|dense_rank|row_number|ntile|lag|lead)$/.test(name);
  return isPlaced ? limited : `${limited}${windowPhrase(speech, call)}`;
}

function countPhrase(speech: Speech, [arg]: SqlNode[], call: SqlNode): string {
  if (arg === undefined || arg.kind === "star") return "number of rows";
  const isDistinct = call.children.some(({ kind }) => kind === "distinct");
  const phrase = speech.operand(arg);
  return isDistinct
    ? `number of different values of ${phrase}, each counted once`
    : `number of rows with ${withA(phrase)}`;
}

function averagePhrase(speech: Speech, [arg]: SqlNode[], call: SqlNode): string {
  const test = arg?.kind === "case" ? shareOf(speech, arg) : null;
  return test === null
    ? first("average ")(speech, arg === undefined ? [] : [arg], call)
    : `${share} ${withThe(test)}`;
}

/** AVG(CASE WHEN c THEN 1 ELSE 0 END) is the share of rows where c. */
function shareOf(speech: Speech, node: SqlNode): string | null {
  const [when, otherwise] = node.children;
  if (node.children.length !== 2 || when?.kind !== "when" || otherwise?.kind !== "else") return null;
  const values = [when.children[1], otherwise.children[0]].map((value) =>
    value === undefined ? "" : textOf(speech.tree, value),
  );
  return values.join() === "1,0" ? speech.clause(when.children[0]) : null;
}

function extremePhrase(word: string): Say {
  return (speech, [arg], call) => {
    const isPivot = call.children.some(({ kind }) => kind === "filter");
    return isPivot ? speech.operand(arg) : `${word} ${speech.operand(arg)}`;
  };
}

function roundPhrase(verb: string): Say {
  return (speech, [value, places]) => {
    const count = places === undefined ? 0 : Number(textOf(speech.tree, places));
    const to = count === 0 ? "a whole number" : `${count} decimal${count === 1 ? "" : "s"}`;
    return `${speech.operand(value)} ${verb} ${to}`;
  };
}

function extractPhrase(speech: Speech, args: SqlNode[], call: SqlNode): string {
  const isWordy = calledName(speech.tree, call) === "extract";
  const unit = isWordy
    ? /\(\s*'?(\w+)/.exec(textOf(speech.tree, call))?.[1]?.toLowerCase()
    : unitOf(speech, args[0]);
  const phrase = speech.operand(args.at(-1));
  return unit === "epoch" ? `${phrase} in seconds` : `${unit} of ${withThe(phrase)}`;
}

function unitOf({ tree }: Speech, node: SqlNode | undefined): string {
  return node === undefined ? "" : textOf(tree, node).replaceAll("'", "").toLowerCase();
}

function formatPhrase(speech: Speech, node: SqlNode | undefined): string {
  const known: Record<string, string> = {
    mmdd: "day and month of ",
    "yyyy-mm": "month of ",
    yyyy: "year of ",
    "%y": "year of ",
    "%y-%m": "month of ",
    "%m": "month of ",
  };
  return known[unitOf(speech, node)] ?? "";
}

function ordinal({ tree }: Speech, node: SqlNode | undefined): string {
  const number = node === undefined ? "" : textOf(tree, node);
  return { "1": "first", "2": "second", "3": "third" }[number] ?? `${number}th`;
}

function listPhrase(speech: Speech, [value, separator]: SqlNode[], call: SqlNode): string {
  const order = call.children.find(({ kind }) => kind === "order-by");
  const between =
    separator === undefined ? "" : `, separated by ${separatorName(textOf(speech.tree, separator))}`;
  const sorted = order === undefined ? "" : `, sorted by ${orderPhrase(speech, order)}`;
  return `list of all values of ${speech.operand(value)}${between}${sorted}`;
}

/** "object with mcs (the index times 2) and snr (the ratio)". */
function objectPhrase(speech: Speech, args: SqlNode[]): string {
  const pairs = args.flatMap((key, at) =>
    at % 2 === 0
      ? [`${speech.noun(key).replaceAll(/[“”]/g, "")} (${withThe(speech.noun(args[at + 1]))})`]
      : [],
  );
  return `object with ${listed(pairs, "and")}`;
}

function objectOfRows(speech: Speech, [key, value]: SqlNode[]): string {
  return `object with one entry for each ${speech.noun(key)}: ${withThe(speech.noun(value))}`;
}

function separatorName(text: string): string {
  const bare = text.slice(1, -1);
  const names: Record<string, string> = {
    ", ": "a comma and a space",
    ",": "a comma",
    "; ": "a semicolon and a space",
  };
  return names[bare] ?? `“${bare}”`;
}

function placePhrase(ties: string): Say {
  return (speech, _args, call) => `place${windowPhrase(speech, call)}, ${ties}`;
}

/** " by cost, the highest first, within each river". */
function windowPhrase(speech: Speech, call: SqlNode): string {
  const spec = call.children.find(({ kind }) => kind === "over")?.children[0];
  const order = spec?.children.find(({ kind }) => kind === "order-by");
  const partition = spec?.children.find(({ kind }) => kind === "partition-by");
  const by = order === undefined ? "" : ` by ${orderPhrase(speech, order)}`;
  const within =
    partition === undefined
      ? ""
      : ` within each ${listed(
          partition.children.map((child) => speech.noun(child)),
          "and",
        )}`;
  return `${by}${within}`;
}

function percentilePhrase(speech: Speech, [share]: SqlNode[], call: SqlNode): string {
  const at = share === undefined ? 0.5 : Number(textOf(speech.tree, share));
  const group = call.children.find(({ kind }) => kind === "within-group")?.children[0]?.children[0]
    ?.children[0];
  const name = at === 0.5 ? "median" : `percentile ${at * 100}`;
  return `${name} of ${speech.operand(group)}`;
}
