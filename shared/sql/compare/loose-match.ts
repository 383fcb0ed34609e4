import type { Cell } from "../../domain/cell.ts";
import { type FormKind, formKinds } from "../../domain/difference.ts";
import { type ColumnMatch, goldIsNarrow, matchColumns, relationUnder } from "./column-match.ts";
import { type ColumnProfile, columnProfiles } from "./column-profile.ts";
import { type Decimal, roundDecimal, writeDecimal } from "./decimal.ts";
import { exactReading, keyUnder, plainForm, type Reading } from "./reading.ts";
import type { RowSource } from "./row-source.ts";

/** A pairing of columns under which both results are equal, and what had to be overlooked for it. */
export interface LooseMatch extends ColumnMatch {
  reading: Reading;
}

/** Rounding is tried from here down to 0 decimal places: the smallest loss first. */
const MOST_PLACES = 10;

/** From so many places on, equal after rounding is said though neither side is rounded itself: noise of floating point (SPEC C7). */
const NOISE_PLACES = 4;

/**
 * The strictest reading under which both results hold the same rows (SPEC C6…C9): exact, rounded, with forms of text
 * and type taken off, or both; null where even the loosest leaves them different.
 */
export function looseMatch(predicted: RowSource, gold: RowSource): LooseMatch | null {
  const pair = { predicted, gold };
  const exact = matchUnder(pair, exactReading);
  if (exact !== null) return exact;
  const profiles = profilesOf(pair, (cell) => cell);
  const rounded = roundedMatch(pair, profiles, exactReading);
  if (rounded !== null) return rounded;
  if (!all(profiles).some((profile) => profile.hasText)) return null;
  const ambiguous = all(profiles).some((profile) => profile.hasAmbiguousDate);
  for (const dayOrder of ambiguous ? (["month-first", "day-first"] as const) : (["month-first"] as const)) {
    const loosest: Reading = { forms: new Set(formKinds), decimals: null, dayOrder };
    const match = matchUnder(pair, loosest) ?? roundedFormMatch(pair, loosest);
    if (match !== null) return leastForms(pair, match);
  }
  return null;
}

interface Sides {
  predicted: RowSource;
  gold: RowSource;
}

interface Profiles {
  narrow: ColumnProfile[];
  wide: ColumnProfile[];
}

function all(profiles: Profiles): ColumnProfile[] {
  return [...profiles.narrow, ...profiles.wide];
}

function matchUnder(pair: Sides, reading: Reading): LooseMatch | null {
  const match = matchColumns({ ...pair, key: keyUnder(reading) });
  return match === null ? null : { ...match, reading };
}

function profilesOf(pair: Sides, plain: (cell: Cell) => Cell): Profiles {
  const predicted = columnProfiles(pair.predicted, plain);
  const gold = columnProfiles(pair.gold, plain);
  return goldIsNarrow(pair) ? { narrow: gold, wide: predicted } : { narrow: predicted, wide: gold };
}

function roundedFormMatch(pair: Sides, loosest: Reading): LooseMatch | null {
  const plain = (cell: Cell) => plainForm(cell, loosest.forms, loosest.dayOrder);
  return roundedMatch(pair, profilesOf(pair, plain), loosest);
}

/** The most decimal places at which both sides are equal, where rounding explains the difference. */
function roundedMatch(pair: Sides, profiles: Profiles, base: Reading): LooseMatch | null {
  const most = Math.max(...all(profiles).map((profile) => profile.places));
  for (let decimals = Math.min(MOST_PLACES, most - 1); decimals >= 0; decimals -= 1) {
    if (!rangesAgree(profiles, decimals)) continue;
    const match = matchUnder(pair, { ...base, decimals });
    if (match !== null && isExplained(match.columnMap, profiles, decimals)) return match;
  }
  return null;
}

/** Rounding keeps the order of numbers, so equal columns keep equal least and greatest values: a test without reading rows. */
function rangesAgree({ narrow, wide }: Profiles, places: number): boolean {
  return narrow.every((profile) =>
    wide.some(
      (other) =>
        sameRounded(profile.least, other.least, places) &&
        sameRounded(profile.greatest, other.greatest, places),
    ),
  );
}

function sameRounded(a: Decimal | null, b: Decimal | null, places: number): boolean {
  if (a === null || b === null) return a === b;
  return writeDecimal(roundDecimal(a, places)) === writeDecimal(roundDecimal(b, places));
}

/** In each column that has to be rounded, one side is rounded already, or only noise goes and no value becomes 0. */
function isExplained(columnMap: readonly number[], { narrow, wide }: Profiles, places: number): boolean {
  return narrow.every((profile, column) => {
    const other = wide[columnMap[column] as number] as ColumnProfile;
    if (Math.min(profile.places, other.places) <= places) return true;
    const smallest = Math.min(profile.smallest, other.smallest);
    return places >= NOISE_PLACES && smallest >= 0.5 * 10 ** -places;
  });
}

/** Puts back every form that the match does not need. */
function leastForms(pair: Sides, match: LooseMatch): LooseMatch {
  const goal = match.relation.sameMultiset ? "sameMultiset" : "sameSet";
  let least = match;
  for (const form of formKinds) {
    const forms = new Set<FormKind>(least.reading.forms);
    forms.delete(form);
    const reading = { ...least.reading, forms };
    const relation = relationUnder({ ...pair, key: keyUnder(reading) }, match.columnMap);
    if (relation[goal]) least = { ...least, reading, relation };
  }
  return least;
}
