import type { ColumnProfile } from "../../domain/column-profile.ts";

/** Noise in a column: the environmental type that it is, and what shows it. */
export interface Noise {
  /** From the environmental types of `ambiguityTypes`. */
  type: "null_value_ambiguity" | "mixed_unit_ambiguity" | "inconsistent_name_ambiguity";
  /** One sentence with the values that show it. */
  evidence: string;
}

/** Values are taken for numbers with units where at least this share of them is. */
const leastNumbers = 0.6;

/** A column has no more units than this; values such as house numbers have no unit. */
const mostUnits = 8;

const numberWithUnit = /^\s*[-+]?\d[\d.,]*\s*(?<unit>[\p{L}%°µ€$£]\S{0,11}(?:\s?\/\s?\S{1,8})?)\s*$/u;
const plainNumber = /^\s*[-+]?\d[\d.,]*\s*$/;

/** What is noisy in a column (BIRD-INTERACT appendix H.2); empty where nothing is. */
export function noiseIn(profile: ColumnProfile): Noise[] {
  return [missingValues(profile), mixedUnits(profile), spellings(profile)].filter((noise) => noise !== null);
}

function missingValues({ rows, nulls }: ColumnProfile): Noise | null {
  if (nulls === 0 || rows === 0) return null;
  const share = ((100 * nulls) / rows).toFixed(1);
  return { type: "null_value_ambiguity", evidence: `${nulls} of ${rows} rows are NULL (${share} %).` };
}

/** Numbers that are kept as text with a unit behind them, in one unit or several. */
function mixedUnits({ values }: ColumnProfile): Noise | null {
  const units = new Map<string, string>();
  let numbers = 0;
  for (const { text } of values) {
    const unit = numberWithUnit.exec(text)?.groups?.unit;
    if (unit !== undefined) units.set(unit, units.get(unit) ?? text);
    if (unit !== undefined || plainNumber.test(text)) numbers += 1;
  }
  if (units.size === 0 || units.size > mostUnits || numbers < leastNumbers * values.length) return null;
  const shown = [...units.values()].slice(0, 3).map(quoted).join(", ");
  const how = units.size === 1 ? "with their unit" : `in ${units.size} units`;
  return { type: "mixed_unit_ambiguity", evidence: `Numbers are stored as text ${how}: ${shown}.` };
}

/** Values that are the same but for case, spaces and punctuation. */
function spellings({ values }: ColumnProfile): Noise | null {
  const groups = new Map<string, string[]>();
  for (const { text } of values) {
    const key = text
      .normalize("NFKC")
      .toLowerCase()
      .replaceAll(/[\s\p{P}]+/gu, "");
    if (/\p{L}/u.test(key)) groups.set(key, [...(groups.get(key) ?? []), text]);
  }
  const several = [...groups.values()].filter(({ length }) => length > 1);
  const [first] = several;
  if (first === undefined) return null;
  const shown = first.slice(0, 4).map(quoted).join(", ");
  const others = several.length === 1 ? "" : ` and ${several.length - 1} more values`;
  return {
    type: "inconsistent_name_ambiguity",
    evidence: `One value is spelled in several ways: ${shown}${others}.`,
  };
}

function quoted(text: string): string {
  return `'${text}'`;
}
