import type { Cell } from "../../domain/cell.ts";
import { type JsonNode, readJsonTree } from "../../formats/json/json-tree.ts";
import { type CellKey, exactKey, NAN_KEY } from "../../sql/compare/cell-key.ts";
import { readDecimal, writeDecimal } from "../../sql/compare/decimal.ts";
import { type PostgresArray, readPostgresArray } from "./postgres-array.ts";
import { intervalLength, readPostgresInterval } from "./postgres-interval.ts";
import { floatText, quantizeDecimal, roundFloat } from "./python-number.ts";
import { readJson } from "./read-json.ts";

/** The reference test would raise here, which fails it; the message says over what. */
export class PythonRaises extends Error {}

/**
 * The key of a cell as the reference evaluators see it: what psycopg2 makes of the value, normalised by their
 * `preprocess_results`, equal where Python's `==` is. Throws `PythonRaises` where either of them raises.
 */
export function cellKeyAsShipped(declaredType: string): (cell: Cell) => CellKey {
  const ofText = textReader(declaredType.toLowerCase());
  return (cell) => {
    if (cell === null) return "n";
    const text = cell.slice(1);
    if (cell[0] === "d") return decimalKey(text);
    if (cell[0] === "r") return floatKey(Number(text));
    return cell[0] === "t" ? ofText(text) : exactKey(cell);
  };
}

function textReader(type: string): (text: string) => CellKey {
  if (type === "date" || type.startsWith("timestamp")) return dayKey;
  if (type === "boolean") return (text) => (text === "t" ? "i1" : text === "f" ? "i0" : `t${text}`);
  if (type === "interval") return intervalKey;
  if (type === "json" || type === "jsonb") return jsonKey;
  // A time is no text to Python, nor equal to one.
  if (type.startsWith("time")) return (text) => `time ${text}`;
  if (type.endsWith("[]")) return arrayReader(type.slice(0, -2));
  return (text) => `t${text}`;
}

function decimalKey(text: string): CellKey {
  if (text === "NaN") return NAN_KEY;
  const decimal = readDecimal(text);
  const quantized = decimal && quantizeDecimal(decimal);
  if (quantized === null)
    throw new PythonRaises(`a decimal cannot be cut to two places: ${text.slice(0, 40)}`);
  return exactKey(`d${writeDecimal(quantized)}`);
}

function floatKey(value: number): CellKey {
  return exactKey(`r${roundFloat(value)}`);
}

/** A day as text: the time of day is cut off. Years that Python does not have cannot even be fetched. */
function dayKey(text: string): CellKey {
  if (text === "infinity") return "t9999-12-31";
  if (text === "-infinity") return "t0001-01-01";
  if (/ BC$/.test(text) || /^\d{5,}-/.test(text))
    throw new PythonRaises(`Python has no such year: ${text.slice(0, 40)}`);
  return `t${/^\d{4}-\d\d-\d\d(?=$|[ T])/.exec(text)?.[0] ?? text}`;
}

/** A timedelta of psycopg2: a year is 365 days, a month 30. */
function intervalKey(text: string): CellKey {
  const interval = readPostgresInterval(text);
  return interval === null ? `t${text}` : `delta ${intervalLength(interval, 365n)}`;
}

function jsonKey(text: string): CellKey {
  const node = readJson(text);
  if (node === null) return `t${text}`;
  if (node.kind === "object" || node.kind === "list") return `t${jsonText(node)}`;
  if (node.kind === "string") return `t${node.value}`;
  if (node.kind === "literal") return node.value === null ? "n" : node.value ? "i1" : "i0";
  return /^-?\d+$/.test(node.text) ? exactKey(`i${integerText(node.text)}`) : floatKey(Number(node.text));
}

/** An integer as Python writes it again. Not by way of a BigInt: making one of a million digits takes a third of a second. */
function integerText(text: string): string {
  const plain = text.replace(/^(-?)0+(?=\d)/, "$1");
  return plain === "-0" ? "0" : plain;
}

/** `json.dumps(value, sort_keys=True)` once floats were rounded. */
function jsonText(node: JsonNode): string {
  switch (node.kind) {
    case "object": {
      const members = new Map(node.members.map(({ name, value }) => [name, value]));
      const sorted = [...members].sort(([one], [other]) => (one < other ? -1 : 1));
      return `{${sorted.map(([name, value]) => `${stringText(name)}: ${jsonText(value)}`).join(", ")}}`;
    }
    case "list":
      return `[${node.items.map(jsonText).join(", ")}]`;
    case "string":
      return stringText(node.value);
    case "literal":
      return String(node.value);
    case "number":
      return /^-?\d+$/.test(node.text) ? integerText(node.text) : floatText(roundFloat(Number(node.text)));
  }
}

/** Python writes what is not ASCII as \uXXXX. */
function stringText(text: string): string {
  return JSON.stringify(text).replace(
    /[\u0080-\uffff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** The arrays that psycopg2 makes lists of, by how their elements go into JSON; all other arrays reach Python as text. */
function arrayReader(type: string): (text: string) => CellKey {
  const element = elementWriter(type);
  return (text) => {
    const list = element === null ? null : readPostgresArray(text);
    return list === null || element === null ? `t${text}` : `t${listText(list, element)}`;
  };
}

function listText(list: PostgresArray, element: (text: string) => string): string {
  const items = list.map((item) => {
    if (item === null) return "null";
    return typeof item === "string" ? element(item) : listText(item, element);
  });
  return `[${items.join(", ")}]`;
}

const textTypes = ["text", "character varying", "character", '"char"', "name", "inet", "cidr", "macaddr"];

function elementWriter(type: string): ((text: string) => string) | null {
  if (textTypes.includes(type)) return stringText;
  if (["integer", "bigint", "smallint", "oid"].includes(type)) return (text) => text;
  if (type === "boolean") return (text) => (text === "t" ? "true" : "false");
  if (type === "real" || type === "double precision") return (text) => floatText(roundFloat(Number(text)));
  if (type === "json" || type === "jsonb") return (text) => jsonText(readJsonTree(text));
  if (/^(?:numeric|date|time|interval|bytea)/.test(type))
    return () => {
      throw new PythonRaises(`a list of ${type} cannot be written as JSON`);
    };
  return null;
}
