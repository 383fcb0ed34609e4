import { type AmbientValue, ambientValues, type TokenText } from "../probe/ambient-values.ts";
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
export function clockSplices(text: TokenText, moment: string): Splice[] {
  const pin = text.dialect === "sqlite" ? sqlitePin : postgresqlPin;
  const closed = { ...text, closings: closingsOf(text) };
  return ambientValues(text)
    .filter(({ kind }) => kind === "clock")
    .map((value) => pin(closed, value, new Date(moment)));
}

/** With the end of the first closing parenthesis at or behind each token. */
type ClosedText = TokenText & { closings: readonly (number | undefined)[] };

function closingsOf({ tokens }: TokenText): (number | undefined)[] {
  let next: number | undefined;
  return tokens
    .toReversed()
    .map(({ text, to }) => {
      if (text === ")") next = to;
      return next;
    })
    .reverse();
}

function postgresqlPin(text: ClosedText, value: AmbientValue, moment: Date): Splice {
  const { from, to, name } = value;
  if (name.startsWith("'")) return { from, to, text: `'${specialDate(name, moment)}'` };
  const pinned = `(TIMESTAMPTZ '${moment.toISOString()}')`;
  // age(x) is age(current_date, x).
  if (name === "age") return { from, to: openEnd(text, value), text: `age(${pinned}::date, ` };
  const type = types[name];
  return { from, to: callEnd(text, value), text: type === undefined ? pinned : `${pinned}::${type}` };
}

/** The special dates of PostgreSQL in words of ISO; those but 'now' are days. */
function specialDate(name: string, moment: Date): string {
  const offset = dayOffsets[name];
  if (offset === undefined) return moment.toISOString();
  return new Date(moment.getTime() + offset * dayMs).toISOString().slice(0, 10);
}

function sqlitePin(text: ClosedText, value: AmbientValue, moment: Date): Splice {
  const { from, to, name } = value;
  const pinned = moment.toISOString().slice(0, 19).replace("T", " ");
  if (name === "current_date") return { from, to, text: `'${pinned.slice(0, 10)}'` };
  if (name === "current_time") return { from, to, text: `'${pinned.slice(11)}'` };
  if (name === "current_timestamp" || name === "'now'") return { from, to, text: `'${pinned}'` };
  // date() and strftime(form): the moment becomes the last argument.
  const open = openEnd(text, value);
  const end = callEnd(text, value) - 1;
  const given = text.sql.slice(open, end).trim();
  return { from: open, to: end, text: given === "" ? `'${pinned}'` : `${given}, '${pinned}'` };
}

/** Behind the opening parenthesis of a call. */
function openEnd({ tokens }: TokenText, { at, to }: AmbientValue): number {
  const open = tokens[at + 1];
  return open?.text === "(" ? open.to : to;
}

/** Behind the call, or behind the name where it stands without parentheses. */
function callEnd({ tokens, closings }: ClosedText, { at, to }: AmbientValue): number {
  return tokens[at + 1]?.text === "(" ? (closings[at + 1] ?? to) : to;
}
