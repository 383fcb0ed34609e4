import type { Cell } from "../../domain/cell.ts";
import { type CellKey, exactKey } from "./cell-key.ts";
import { byLikelihood, type ColumnMatch, type Goal, pairOf, searchPairing } from "./column-match.ts";
import { type ComparableRows, forEachRow } from "./comparable-rows.ts";

/** A pairing of columns under which one side holds every row of the other. */
export interface ContainedMatch extends ColumnMatch {
  kind: "subset" | "superset";
}

/** Beyond so many cells in both results together no containment under another pairing is searched for (SPEC C10). */
const SEARCHED_CELLS = 200_000;

/**
 * Whether one side holds every row of the other once columns are left out or put in another order (SPEC C13). So as not to
 * mistake a 3 among counts for a 3 among ids, two columns are paired only if they share a name or hold text.
 */
export function containedMatch(predicted: ComparableRows, gold: ComparableRows): ContainedMatch | null {
  const pair = pairOf(predicted, gold);
  const cells = predicted.rowCount * predicted.columns.length + gold.rowCount * gold.columns.length;
  if (cells > SEARCHED_CELLS) return null;
  const narrow = columnValues(pair.narrow);
  const wide = columnValues(pair.wide);
  for (const kind of ["superset", "subset"] as const) {
    const goal: Goal = kind === "superset" ? "goldWithinPredicted" : "predictedWithinGold";
    const narrowWithin = pair.goldIsNarrow === (kind === "superset");
    const within = (a: ColumnValues, b: ColumnValues) =>
      mayStandFor(a, b) && (narrowWithin ? isWithin(a, b) : isWithin(b, a));
    const candidates = narrow.map((values, column) => {
      const others = wide.flatMap((other, at) => (within(values, other) ? [at] : []));
      return byLikelihood(pair, column, others);
    });
    const match = searchPairing(pair, { candidates, keys: pair.narrow.columns.map(() => exactKey) }, goal);
    if (match !== null) return { ...match, kind };
  }
  return null;
}

/** The distinct values of a column. */
interface ColumnValues {
  name: string;
  keys: Set<CellKey>;
  hasText: boolean;
}

function mayStandFor(a: ColumnValues, b: ColumnValues): boolean {
  return a.name === b.name || (a.hasText && b.hasText);
}

function isWithin(a: ColumnValues, b: ColumnValues): boolean {
  return a.keys.size <= b.keys.size && [...a.keys].every((key) => b.keys.has(key));
}

function columnValues(source: ComparableRows): ColumnValues[] {
  const columns = source.columns.map(({ name }) => ({
    keys: new Set<CellKey>(),
    name: name.toLowerCase(),
    hasText: false,
  }));
  forEachRow(source, (row) => {
    for (const [column, values] of columns.entries()) {
      const key = exactKey(row[column] as Cell);
      values.keys.add(key);
      if (key[0] === "t") values.hasText = true;
    }
  });
  return columns;
}
