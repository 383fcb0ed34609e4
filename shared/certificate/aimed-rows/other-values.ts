import type { SchemaColumn, SchemaTable } from "../../domain/schema.ts";
import { nodesOf, type SqlTree, textOf } from "../../sql/tree/sql-node.ts";
import type { SampledRow } from "./aimed-row.ts";

/** The numbers and texts that stand in some SQL, without quotes. */
export interface Literals {
  numbers: string[];
  texts: string[];
}

/** All literals of some texts, each once. */
export function literalsOf(trees: readonly SqlTree[]): Literals {
  const numbers = new Set<string>();
  const texts = new Set<string>();
  for (const tree of trees)
    for (const node of nodesOf(tree.root)) {
      const text = textOf(tree, node);
      if (node.kind === "number" && /^\d{1,9}(?:\.\d{1,6})?$/.test(text)) numbers.add(text);
      if (node.kind === "string") texts.add(text.replace(/^[^']*'|'$/g, "").replaceAll("''", "'"));
    }
  return { numbers: [...numbers], texts: [...texts] };
}

const numeric = /int|numeric|decimal|real|double|float|serial/i;
const temporal = /date|time/i;
const textual = /text|char|clob/i;

/** Whether a declared type holds numbers. */
export function isNumeric(type: string): boolean {
  return numeric.test(type) && !temporal.test(type);
}

/** Values that a copy of a row may have in a column instead of its own: NULL; at, below and above each constant; others that the column has. */
export function otherValues(
  column: SchemaColumn,
  own: string | null,
  present: readonly string[],
  { numbers, texts }: Literals,
): (string | null)[] {
  const { declaredType: type, notNull } = column;
  const values: (string | null)[] = notNull ? [] : [null];
  const isTime = temporal.test(type);
  if (isNumeric(type)) {
    const step = /int|serial/i.test(type) ? 1 : 0.01;
    values.push("0", "1", "-1", "1000", "100000");
    if (own !== null && Number(own) !== 0)
      values.push(...[10, 0.1].map((times) => shifted(String(Number(own) * times), 0)));
    for (const text of [...(own === null ? [] : [own]), ...numbers])
      values.push(...[0, -step, step].map((by) => shifted(text, by)));
    if (/smallint|int2|smallserial/i.test(type))
      values.splice(0, values.length, ...values.filter((value) => Math.abs(Number(value)) < 2 ** 15));
    if (step === 1) values.splice(0, values.length, ...values.filter((value) => !value?.includes(".")));
  } else if (isTime) {
    const moments = [...texts, ...present, ...(own === null ? [] : [own])].filter((text) =>
      /^\d{4}-\d\d-\d\d/.test(text),
    );
    for (const year of ["2021", "2022", "2023", "2024"])
      values.push(...(own === null ? [] : [own.replace(/^\d{4}-\d\d-\d\d/, `${year}-01-01`)]));
    for (const text of moments) values.push(text, ...[-1, 1].map((days) => otherDay(text, days)));
    const days = texts.filter((text) => /^(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/.test(text));
    for (const day of days) {
      const moment = own?.replace(/^(\d{4})-\d\d-\d\d/, `$1-${day.slice(0, 2)}-${day.slice(2)}`) ?? null;
      if (moment !== null) values.unshift(moment, otherDay(moment, 1), otherDay(moment, -1));
    }
  } else if (/json/i.test(type)) {
    values.push(...jsonValues(own, numbers));
  } else if (textual.test(type)) {
    const known = [...(own === null ? [] : [own]), ...present.slice(0, 3)];
    values.push(
      ...texts.flatMap((text) => patternValues(text, own)),
      ...known.flatMap((text) => [
        text.toUpperCase(),
        text.toLowerCase(),
        ` ${text} `,
        `${text}x`,
        `${text} ${text}`,
      ]),
      ...texts.flatMap((text) => [text.toUpperCase(), ` ${text} `]),
    );
  }
  values.push(...present);
  return [...new Set(values)].filter((value) => value !== own).slice(0, mostValues);
}

/** A JSON value with another number in place of each of its own. */
function jsonValues(own: string | null, numbers: readonly string[]): string[] {
  const found = [...(own ?? "").matchAll(/(?<=[:[,]\s*)-?\d+(?:\.\d+)?(?=\s*[,}\]])/g)];
  const others = [...new Set(["0", "0.5", "1", ...numbers])].slice(0, 8);
  return found.flatMap(({ index, 0: text }) =>
    others.map((number) => (own ?? "").slice(0, index) + number + (own ?? "").slice(index + text.length)),
  );
}

/** What a text of the SQL is compared with: itself; of a pattern values that match, in other letters, and with more behind. */
function patternValues(text: string, own: string | null): string[] {
  const plain = text.replaceAll(/[%_]/g, "");
  const [first = "", ...rest] = (own ?? "").split(" ");
  if (plain === text || plain === "" || rest.length === 0) return [plain];
  return [plain, `${first} ${plain}`, `${first} ${plain.toUpperCase()}`, `${first} ${plain}x`];
}

const unitsMs: Record<string, number> = {
  s: 1_000,
  sec: 1_000,
  m: 60_000,
  min: 60_000,
  h: 3_600_000,
  hour: 3_600_000,
  d: 86_400_000,
  day: 86_400_000,
};

/** Moments of a row that lie as far behind another of its moments as a constant says, in hours, minutes or days, and a little more and less. */
export function timeSpans(
  table: SchemaTable,
  named: ReadonlySet<string>,
  row: SampledRow,
  { numbers, texts }: Literals,
): { column: SchemaColumn; value: string }[] {
  const moments = table.columns.filter(
    ({ name, declaredType }) => /timestamp|datetime/i.test(declaredType) && named.has(name.toLowerCase()),
  );
  const spans = [
    ...texts.flatMap((text) => {
      const match = /^(\d{1,4}(?:\.\d+)?) (second|sec|minute|min|hour|day)s?$/.exec(text);
      return match === null
        ? []
        : [Number(match[1]) * (unitsMs[match[2] ?? ""] ?? unitsMs[match[2]?.slice(0, 3) ?? ""] ?? 0)];
    }),
    ...numbers.flatMap((text) =>
      Number(text) <= 100 ? [3_600_000, 60_000, 86_400_000].map((ms) => Number(text) * ms) : [],
    ),
  ].filter((span) => span > 0);
  const found = moments.flatMap((from) =>
    moments.flatMap((column) => {
      const start = Date.parse((row[from.name] ?? "").replace(" ", "T").replace(/([+-]\d\d)$/, "$1:00"));
      if (from === column || Number.isNaN(start)) return [];
      return spans.flatMap((span) =>
        [0, 1_000, -1_000, span / 8].map((more) => ({
          column,
          value: new Date(start + span + more).toISOString(),
        })),
      );
    }),
  );
  return found.slice(0, 60);
}

/** More values of one column are hardly worth trying. */
const mostValues = 32;

function shifted(text: string, by: number): string {
  const digits = Math.max(text.split(".")[1]?.length ?? 0, by === 0 || Number.isInteger(by) ? 0 : 2);
  return (Number(text) + by).toFixed(digits);
}

/** The same moment on another day. */
function otherDay(text: string, days: number): string {
  const [year = 0, month = 1, day = 1] = text.slice(0, 10).split("-").map(Number);
  const date = new Date(Date.UTC(year, month - 1, day + days));
  return date.toISOString().slice(0, 10) + text.slice(10);
}
