import type { Cell } from "../../domain/cell.ts";
import { type FormKind, formKinds } from "../../domain/difference.ts";
import { type CellKey, exactKey } from "./cell-key.ts";
import {
  byLikelihood,
  type ColumnMatch,
  type Pair,
  type PairSignatures,
  relationUnder,
  searchPairing,
} from "./column-match.ts";
import { columnSignatures, maySameMultiset, maySameSet, type SameSignature } from "./column-signature.ts";
import { type ColumnSummary, columnSummaries } from "./column-summary.ts";
import type { ComparableRows } from "./comparable-rows.ts";
import type { DayOrder } from "./date-form.ts";
import { MOST_PLACES, mayRoundTo, roundingExplains } from "./rounding.ts";
import { keyUnder, noTolerance, plainForm, type Tolerance } from "./tolerance.ts";

/** A pairing of columns under which both results are equal, what had to be overlooked for it, and in which narrow columns. */
export interface LooseMatch extends ColumnMatch {
  tolerance: Tolerance;
  looseColumns: number[];
}

/**
 * The strictest tolerance under which both results hold the same rows (SPEC C6…C10): exact, rounded, with forms of text
 * and type taken off, or both; null where even the loosest leaves them different. A looser tolerance is tried only on
 * columns that hold the exact values of no column of the other side. `signatures` are the exact ones.
 */
export function looseMatch(pair: Pair, signatures: PairSignatures): LooseMatch | null {
  const search = searchOf(pair, signatures);
  const exact = matchUnder(search, noTolerance);
  const { unmatched, free } = search.widest;
  if (exact !== null || unmatched.length === 0 || unmatched.length > free.length) return exact;
  return isLarge(pair) ? null : looserMatch(search);
}

/** Beyond so many cells of both sides together only exact readings are tried (SPEC C10): the others read every cell several times. */
const LOOSE_CELLS = 2_000_000;

/** Whether two results are too large for rounding and forms to be looked for. */
export function isLarge({ predicted, gold }: Pair): boolean {
  const cells = (source: ComparableRows) => source.rowCount * source.columns.length;
  return cells(predicted) + cells(gold) > LOOSE_CELLS;
}

function looserMatch(search: Search): LooseMatch | null {
  const summaries = summariesUnder(search, noTolerance);
  const rounded = roundedMatch(search, noTolerance, summaries);
  if (rounded !== null) return rounded;
  const open = [...summaries.narrow.values(), ...summaries.wide.values()];
  if (!open.some((summary) => summary.hasText)) return null;
  const orders: DayOrder[] = open.some((summary) => summary.hasAmbiguousDate)
    ? ["month-first", "day-first"]
    : ["month-first"];
  for (const dayOrder of orders) {
    const loosest: Tolerance = { forms: new Set(formKinds), decimals: null, dayOrder };
    const match =
      matchUnder(search, loosest) ?? roundedMatch(search, loosest, summariesUnder(search, loosest));
    if (match !== null) return leastForms(search, match);
  }
  return null;
}

/** Equality as multisets or as sets, and the columns that exact values leave open under it. */
interface Mode {
  goal: "sameMultiset" | "sameSet";
  same: SameSignature;
  /** Narrow columns whose values no wide column has, and wide columns whose values no narrow one has. */
  unmatched: number[];
  free: number[];
}

interface Search {
  pair: Pair;
  signatures: PairSignatures;
  /** Tried in this order; the first leaves the most columns open. */
  modes: Mode[];
  widest: Mode;
}

function searchOf(pair: Pair, signatures: PairSignatures): Search {
  const sets = modeOf(signatures, "sameSet", maySameSet);
  if (pair.predicted.rowCount !== pair.gold.rowCount)
    return { pair, signatures, modes: [sets], widest: sets };
  const multisets = modeOf(signatures, "sameMultiset", maySameMultiset);
  return { pair, signatures, modes: [multisets, sets], widest: multisets };
}

function modeOf({ narrow, wide }: PairSignatures, goal: Mode["goal"], same: SameSignature): Mode {
  const unmatched = narrow.flatMap((a, column) => (wide.some((b) => same(a, b)) ? [] : [column]));
  const free = wide.flatMap((b, column) => (narrow.some((a) => same(a, b)) ? [] : [column]));
  return { goal, same, unmatched, free };
}

/** Pairs columns by exact values, and those that are left open by the tolerance. */
function matchUnder(search: Search, tolerance: Tolerance): LooseMatch | null {
  const { pair, signatures, modes, widest } = search;
  const key = keyUnder(tolerance);
  const isExact = key === exactKey;
  const loose: PairSignatures = isExact
    ? signatures
    : {
        narrow: columnSignatures(pair.narrow, (column) => (widest.unmatched.includes(column) ? key : null)),
        wide: columnSignatures(pair.wide, (column) => (widest.free.includes(column) ? key : null)),
      };
  for (const { goal, same, unmatched, free } of modes) {
    if ((unmatched.length === 0) !== isExact) continue;
    const candidates = signatures.narrow.map((signature, column) => {
      const others = unmatched.includes(column)
        ? free.filter((other) => same(loose.narrow[column] ?? signature, loose.wide[other] ?? signature))
        : signatures.wide.flatMap((other, at) => (same(signature, other) ? [at] : []));
      return byLikelihood(pair, column, others);
    });
    const keys = keysFor(pair, unmatched, key);
    const match = searchPairing(pair, { candidates, keys }, goal);
    if (match !== null) return { ...match, tolerance, looseColumns: unmatched };
  }
  return null;
}

function keysFor(pair: Pair, looseColumns: readonly number[], key: (cell: Cell) => CellKey) {
  return pair.narrow.columns.map((_, column) => (looseColumns.includes(column) ? key : exactKey));
}

/** What the columns left open are like, under a tolerance's forms. */
interface Summaries {
  narrow: Map<number, ColumnSummary>;
  wide: Map<number, ColumnSummary>;
}

function summariesUnder({ pair, widest }: Search, { forms, dayOrder }: Tolerance): Summaries {
  const plain = forms.size === 0 ? (cell: Cell) => cell : (cell: Cell) => plainForm(cell, forms, dayOrder);
  return {
    narrow: columnSummaries(pair.narrow, widest.unmatched, plain),
    wide: columnSummaries(pair.wide, widest.free, plain),
  };
}

/** The most decimal places at which both sides are equal, where rounding explains the difference. */
function roundedMatch(search: Search, base: Tolerance, { narrow, wide }: Summaries): LooseMatch | null {
  const { predicted, gold } = search.pair;
  const rows = predicted.rowCount === gold.rowCount ? gold.rowCount : null;
  const most = Math.max(...[...narrow.values(), ...wide.values()].map((summary) => summary.places));
  for (let decimals = Math.min(MOST_PLACES, most - 1); decimals >= 0; decimals -= 1) {
    const mayRound = (a: ColumnSummary, b: ColumnSummary) =>
      mayRoundTo(a, b, decimals, rows) && roundingExplains(a, b, decimals);
    if (![...narrow.values()].every((a) => [...wide.values()].some((b) => mayRound(a, b)))) continue;
    const match = matchUnder(search, { ...base, decimals });
    if (match === null) continue;
    const explained = match.looseColumns.every((column) => {
      const [a, b] = [narrow.get(column), wide.get(match.columnMap[column] as number)];
      return a === undefined || b === undefined || roundingExplains(a, b, decimals);
    });
    if (explained) return match;
  }
  return null;
}

/** Puts back every form that no column needs, judged column by column and then verified once. */
function leastForms({ pair, modes }: Search, match: LooseMatch): LooseMatch {
  const { looseColumns, columnMap } = match;
  const mode = modes.find(({ goal }) => match.relation[goal]) as Mode;
  const suffices = (tolerance: Tolerance) => {
    const key = keyUnder(tolerance);
    const others = looseColumns.map((column) => columnMap[column] as number);
    const narrow = columnSignatures(pair.narrow, (column) => (looseColumns.includes(column) ? key : null));
    const wide = columnSignatures(pair.wide, (column) => (others.includes(column) ? key : null));
    return looseColumns.every((column) => {
      const [a, b] = [narrow[column], wide[columnMap[column] as number]];
      return a !== undefined && b !== undefined && mode.same(a, b);
    });
  };
  let tolerance = match.tolerance;
  for (const form of formKinds) {
    const forms = new Set<FormKind>(tolerance.forms);
    forms.delete(form);
    if (suffices({ ...tolerance, forms })) tolerance = { ...tolerance, forms };
  }
  const relation = relationUnder(pair, columnMap, keysFor(pair, looseColumns, keyUnder(tolerance)));
  return relation[mode.goal] ? { ...match, tolerance, relation } : match;
}
