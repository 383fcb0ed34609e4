import type { Cell } from "../../domain/cell.ts";
import type { JsonNode } from "../../formats/json/json-tree.ts";
import type { CellKey } from "../../sql/compare/cell-key.ts";
import { readDecimal, roundDecimal, writeDecimal } from "../../sql/compare/decimal.ts";
import { withoutEnd } from "../../text/without-end.ts";
import { type PostgresArray, readPostgresArray } from "./postgres-array.ts";
import { intervalLength, readPostgresInterval } from "./postgres-interval.ts";
import { readJson } from "./read-json.ts";

/** Places that count where a sub-task asks for none: those of the evaluators. */
const defaultPlaces = 2;

/**
 * The key of a cell by what the value means: numbers of any type by their decimal form rounded half away from zero to the
 * places asked for, moments by instant, a day as its midnight, JSON and arrays by their structure. NaN equals NaN.
 */
export function cellKeyAsFixed(declaredType: string, decimals: number | null): (cell: Cell) => CellKey {
  const places = decimals ?? defaultPlaces;
  const ofText = textReader(declaredType.toLowerCase(), places);
  return (cell) => {
    if (cell === null) return "n";
    const tag = cell[0];
    const text = cell.slice(1);
    if (tag === "i" || tag === "d" || tag === "r") return numberKey(text, places);
    return tag === "t" ? ofText(text) : cell;
  };
}

function numberKey(text: string, places: number): CellKey {
  const decimal = readDecimal(text);
  return `d${decimal === null ? text : writeDecimal(roundDecimal(decimal, places))}`;
}

function textReader(type: string, places: number): (text: string) => CellKey {
  if (type === "date") return (text) => `t${text}`;
  if (type === "timestamp with time zone") return (text) => `t${momentText(text)}`;
  if (type.startsWith("timestamp")) return (text) => `t${withoutMidnight(text)}`;
  if (type === "boolean") return (text) => (text === "t" ? "d1" : text === "f" ? "d0" : `t${text}`);
  if (type === "interval") return intervalKey;
  if (type === "character") return (text) => `t${withoutEnd(text, " ")}`;
  if (type === "json" || type === "jsonb") return jsonReader(places);
  if (type.endsWith("[]")) return arrayReader(type.slice(0, -2), places);
  return (text) => `t${text}`;
}

function withoutMidnight(text: string): string {
  return text.replace(/ 00:00:00$/, "");
}

const zoned = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(\.\d+)?([+-])(\d\d)(?::?(\d\d))?(?::?(\d\d))?$/;

/** The instant in UTC, in the form of a timestamp without a zone; what is no such moment (infinity, BC) stays. */
function momentText(text: string): string {
  const match = zoned.exec(text);
  if (match === null) return text;
  const [, day, time, fraction = "", sign, hours, minutes = "0", seconds = "0"] = match;
  const offset = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
  const utc = Date.parse(`${day}T${time}Z`) - (sign === "-" ? -offset : offset);
  return withoutMidnight(new Date(utc).toISOString().slice(0, 19).replace("T", " ") + fraction);
}

/** Its length as PostgreSQL compares it: a year is 12 months, a month 30 days, a day 24 hours. */
function intervalKey(text: string): CellKey {
  const interval = readPostgresInterval(text);
  return interval === null ? `t${text}` : `span ${intervalLength(interval, 360n)}`;
}

function jsonReader(places: number): (text: string) => CellKey {
  return (text) => {
    const node = readJson(text);
    return node === null ? `t${text}` : jsonKey(node, places);
  };
}

function jsonKey(node: JsonNode, places: number): CellKey {
  switch (node.kind) {
    case "object": {
      const members = [...new Map(node.members.map(({ name, value }) => [name, value]))];
      const sorted = members.sort(([one], [other]) => (one < other ? -1 : 1));
      return `{${sorted.map(([name, value]) => `${JSON.stringify(name)}:${quoted(jsonKey(value, places))}`).join()}}`;
    }
    case "list":
      return `[${node.items.map((item) => quoted(jsonKey(item, places))).join()}]`;
    case "string":
      return `t${node.value}`;
    case "literal":
      return node.value === null ? "n" : node.value ? "d1" : "d0";
    case "number":
      return numberKey(node.text, places);
  }
}

/** Keys of scalars contain any text; inside another key quotes separate them. */
function quoted(key: CellKey): string {
  return key.startsWith("{") || key.startsWith("[") ? key : JSON.stringify(key);
}

const numeric = ["integer", "bigint", "smallint", "numeric", "real", "double precision", "oid"];

function arrayReader(type: string, places: number): (text: string) => CellKey {
  const element = numeric.includes(type)
    ? (text: string) => numberKey(text, places)
    : textReader(type, places);
  const list = (items: PostgresArray): CellKey =>
    `[${items.map((item) => (item === null ? '"n"' : typeof item === "string" ? quoted(element(item)) : list(item)))}]`;
  return (text) => {
    const items = readPostgresArray(text);
    return items === null ? `t${text}` : list(items);
  };
}
