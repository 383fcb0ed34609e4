import { type AmbientValue, ambientValues } from "../probe/ambient-values.ts";
import type { SqlTree } from "../tree/sql-node.ts";
import type { Splice } from "./splice.ts";

const dayMs = 86_400_000;
const dayOffsets: Record<string, number> = { "'yesterday'": -1, "'today'": 0, "'tomorrow'": 1 };

/** The type of each value of PostgreSQL's clock that is no timestamp with time zone. */
const types: Record<string, string> = {
  current_date: "date",
  localtimestamp: "timestamp",
  current_time: "timetz",
  localtime: "time",
  timeofday: "text",
};

/**
 * What makes a text read `moment` (ISO 8601, with a zone) wherever it reads the clock. The values have the types that the
 * server's own have, so that the text means the same but for the time. Defaults and triggers of the database are not in the
 * text and read on.
 */
export function clockSplices(tree: SqlTree, moment: string): Splice[] {
  const pin = tree.dialect === "sqlite" ? sqlitePin : postgresqlPin;
  return ambientValues(tree)
    .filter(({ kind }) => kind === "clock")
    .map((value) => pin(tree, value, new Date(moment)));
}

function postgresqlPin(tree: SqlTree, { from, to, name }: AmbientValue, moment: Date): Splice {
  if (name.startsWith("'")) return { from, to, text: `'${specialDate(name, moment)}'` };
  const value = `(TIMESTAMPTZ '${moment.toISOString()}')`;
  // age(x) is age(current_date, x).
  if (name === "age") return { from, to: openEnd(tree, to), text: `age(${value}::date, ` };
  const type = types[name];
  return { from, to: callEnd(tree, to), text: type === undefined ? value : `${value}::${type}` };
}

/** The special dates of PostgreSQL in words of ISO; those but 'now' are days. */
function specialDate(name: string, moment: Date): string {
  const offset = dayOffsets[name];
  if (offset === undefined) return moment.toISOString();
  return new Date(moment.getTime() + offset * dayMs).toISOString().slice(0, 10);
}

function sqlitePin(tree: SqlTree, { from, to, name }: AmbientValue, moment: Date): Splice {
  const text = moment.toISOString().slice(0, 19).replace("T", " ");
  if (name === "current_date") return { from, to, text: `'${text.slice(0, 10)}'` };
  if (name === "current_time") return { from, to, text: `'${text.slice(11)}'` };
  if (name === "current_timestamp" || name === "'now'") return { from, to, text: `'${text}'` };
  // date() and strftime(form): the moment becomes the last argument.
  const open = openEnd(tree, to);
  const end = callEnd(tree, to) - 1;
  const given = tree.sql.slice(open, end).trim();
  return { from: open, to: end, text: given === "" ? `'${text}'` : `${given}, '${text}'` };
}

/** Behind the opening parenthesis of the call whose name ends at an offset. */
function openEnd({ tokens }: SqlTree, nameEnd: number): number {
  return tokens.find(({ from, text }) => from >= nameEnd && text === "(")?.to ?? nameEnd;
}

/** Behind the call, or behind the name where it stands without parentheses. */
function callEnd({ tokens }: SqlTree, nameEnd: number): number {
  const open = tokens.findIndex(({ from }) => from >= nameEnd);
  if (tokens[open]?.text !== "(") return nameEnd;
  return tokens.slice(open).find(({ text }) => text === ")")?.to ?? nameEnd;
}
