import { type SqlNode, type SqlTree, textOf } from "../../sql/tree/sql-node.ts";
import { ordinalPattern } from "./number-words.ts";

const months = "January February March April May June July August September October November December".split(
  " ",
);

/** The number of a month by its name or the first three letters of it, in two digits; null for other words. */
export function monthNumber(word: string): string | null {
  const small = word.toLowerCase();
  const at = months.findIndex((month) => small.length >= 3 && month.toLowerCase().startsWith(small));
  return at < 0 ? null : String(at + 1).padStart(2, "0");
}

const seasons = ["winter", "spring", "summer", "autumn fall"];

/** How people speak of a limit in time: by its month, and where it is the first of one by the month before, which ends there. */
export function monthsAround({ month, day }: { month: string; day: string }): string[] {
  const at = Number(month) - 1;
  const isFirst = day === "01" || day === "";
  const names = [at, ...(isFirst ? [(at + 11) % 12] : [])].flatMap((one) => months[one]?.toLowerCase() ?? []);
  const season = seasons[Math.floor(((at + 1) % 12) / 3)]?.split(" ") ?? [];
  return [...names, ...season, ...(isFirst && at % 3 === 0 ? ["quarter"] : [])];
}

/** What a literal means to a person. */
export type LiteralMeaning =
  | { kind: "number"; value: number }
  | { kind: "date"; year: string; month: string; day: string; time: string }
  | { kind: "interval"; text: string }
  | { kind: "text"; text: string };

/** Reads a literal: a number, a date or moment, an interval, or a text. `format` is that of TO_CHAR, where it is compared with one. */
export function literalMeaning(tree: SqlTree, node: SqlNode, format: string | null = null): LiteralMeaning {
  const text = textOf(tree, node);
  if (node.kind === "number") return { kind: "number", value: Number(text.replaceAll("_", "")) };
  const value = text.replace(/^[^']*'|'[^']*$/g, "").replaceAll("''", "'");
  if (/^interval/i.test(text)) return { kind: "interval", text: value };
  if (format === "MMDD" && /^\d{4}$/.test(value))
    return { kind: "date", year: "", month: value.slice(0, 2), day: value.slice(2), time: "" };
  const date = /^(\d{4})-(\d\d)(?:-(\d\d))?(?:[T ](\d\d:\d\d)(?::\d\d)?)?/.exec(value);
  if (date === null) return { kind: "text", text: value };
  const [, year = "", month = "", day = "", time = ""] = date;
  return { kind: "date", year, month, day, time: time === "00:00" ? "" : time };
}

/** How a sentence says a literal: 2.5, 1 January 2024, 90 minutes, “active”. */
export function literalPhrase(meaning: LiteralMeaning): string {
  if (meaning.kind === "number") return String(meaning.value);
  if (meaning.kind === "interval") return meaning.text;
  if (meaning.kind === "text") return meaning.text === "" ? "an empty text" : `“${meaning.text}”`;
  const { year, month, day, time } = meaning;
  const parts = [day === "" ? "" : String(Number(day)), months[Number(month) - 1] ?? month, year];
  return `${parts.filter((part) => part !== "").join(" ")}${time === "" ? "" : ` ${time}`}`;
}

/** The patterns of a date in a text: any one of them says it. */
export function datePatterns({ year, month, day }: LiteralMeaning & { kind: "date" }): RegExp[] {
  const name = months[Number(month) - 1] ?? month;
  const short = `${name.slice(0, 3)}(?:${name.slice(3)})?\\.?`;
  const behind = year === "" ? "" : `,?\\s+(?:of\\s+)?${year}`;
  const number = `(?:0?${Number(day)}(?:st|nd|rd|th)?${day === "" ? "" : `|${ordinalPattern(Number(day))}`})`;
  const patterns = [`\\b${short}\\s+\\(?(?:the\\s+)?${number}${behind}\\b`];
  patterns.push(`\\b${number}\\s+(?:of\\s+)?${short}${behind}\\b`);
  if (year === "" && day !== "")
    patterns.push(
      `(?<![-\\d])${month}-${day}(?![-\\d])`,
      `(?<![.\\d])0?${Number(day)}[./]0?${Number(month)}(?!\\d)`,
    );
  if (year !== "")
    patterns.push(
      `\\b${year}-${month}(?:-${day}\\b|\\b(?!-\\d))`,
      `\\b0?${Number(day)}[./]0?${Number(month)}[./]${year}\\b`,
    );
  // "10 October 2024" is not the first of it.
  if (day === "01" || day === "")
    patterns.push(`(?<!\\d(?:st|nd|rd|th)?\\s(?:of\\s)?)\\b${short}${behind}\\b`);
  const isFirst = month === "01" && (day === "01" || day === "");
  if (day === "01") patterns.push(`\\b(?:start|beginning|outset|first day|turn) of ${short}${behind}\\b`);
  if (isFirst)
    patterns.push(
      `\\bnew year(?:['’]?s(?: day)?)?(?: (?:of|in))?,? ${year}\\b`,
      `\\b(?:start|beginning|outset|first day|turn) of (?:the year )?${year}\\b`,
      `(?<![-\\d])(?<!(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\\w* )${year}(?![-\\d])`,
    );
  if (month === "12" && day === "31") patterns.push(`\\bend of ${year}\\b`);
  return patterns.map((pattern) => new RegExp(pattern, "i"));
}
