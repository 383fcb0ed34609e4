import type { Difference, DifferenceDetail } from "../../domain/difference.ts";
import { exactSignatures, type Pair, type PairSignatures, pairOf } from "./column-match.ts";
import { maySameMultiset } from "./column-signature.ts";
import type { ComparableRows } from "./comparable-rows.ts";
import { type ContainedMatch, containedMatch } from "./contained-match.ts";
import { type LimitTie, limitTie, type Probe } from "./limit-tie.ts";
import { isLarge, type LooseMatch, looseMatch } from "./loose-match.ts";
import type { RowRelation } from "./row-relation.ts";

/** How often rows occur on one side only, and on both, counted as multisets. */
export function countsOf({ onlyPredicted, onlyGold, common }: RowRelation): DifferenceDetail {
  return { onlyPredicted, onlyGold, common };
}

/** What is known of the statements behind two results. */
interface Context {
  goldOrdered: boolean;
  predictedSql: string;
  goldSql: string;
  probe?: Probe;
}

/**
 * The closest explanation of two results whose rows are not equal as sets (SPEC C6…C14); `relation` is null where their
 * widths differ, so that no row can equal another.
 */
export function differenceOf(
  predicted: ComparableRows,
  gold: ComparableRows,
  relation: RowRelation | null,
  context: Context,
): Difference {
  const unequal = { common: 0, onlyPredicted: predicted.rowCount, onlyGold: gold.rowCount };
  const detail: DifferenceDetail = relation === null ? unequal : countsOf(relation);
  if (predicted.rowCount === 0 || gold.rowCount === 0)
    return {
      kind: "one-empty",
      detail: { side: predicted.rowCount === 0 ? "predicted" : "gold", ...detail },
    };
  const pair = pairOf(predicted, gold);
  const signatures = exactSignatures(pair);
  const match = looseMatch(pair, signatures);
  if (match !== null) return matchedDifference(predicted, gold, match, context);
  if (isLarge(pair)) detail.exactOnly = true;
  if (relation !== null) {
    const tie = limitTie(predicted, gold, context);
    if (tie !== null) return { kind: "limit-tie", detail: { ...detail, ...tieDetail(tie) } };
    if (relation.predictedWithinGold) return { kind: "subset", detail };
    if (relation.goldWithinPredicted) return { kind: "superset", detail };
  }
  const contained = containedMatch(predicted, gold);
  if (contained !== null) return containedDifference(predicted, gold, contained);
  return { kind: "different", detail: { ...detail, ...differentDetail(pair, signatures) } };
}

function tieDetail({ side, limit, tiedRows, tiedWithin }: LimitTie): DifferenceDetail {
  return { side, limit, tiedRows, tiedWithin };
}

function differentDetail(pair: Pair, signatures: PairSignatures): DifferenceDetail {
  const { predicted, gold } = pair;
  const detail: DifferenceDetail = {};
  if (predicted.columns.length === gold.columns.length) detail.columns = differingColumns(signatures);
  const nulls = [onlyNulls(predicted), onlyNulls(gold)];
  if (nulls[0] !== nulls[1]) detail.onlyNulls = nulls[0] === true ? "predicted" : "gold";
  return detail;
}

/** Whether a result is one row of NULLs, as an aggregate over no rows gives it. */
function onlyNulls(source: ComparableRows): boolean {
  return source.rowCount === 1 && (source.rows(0, 1)[0] ?? []).every((cell) => cell === null);
}

/** The gold columns whose values, taken by themselves, are not those of the predicted column in the same place. */
function differingColumns({ narrow, wide }: PairSignatures): number[] {
  return narrow.flatMap((signature, column) => {
    const other = wide[column];
    return other !== undefined && maySameMultiset(signature, other) ? [] : [column];
  });
}

function matchedDifference(
  predicted: ComparableRows,
  gold: ComparableRows,
  { tolerance, relation, columnMap, looseColumns }: LooseMatch,
  { goldOrdered }: Context,
): Difference {
  const detail = pairingDetail(predicted, gold, columnMap);
  const wider = predicted.columns.length - gold.columns.length;
  if (tolerance.decimals !== null) detail.decimals = tolerance.decimals;
  if (tolerance.forms.size > 0) detail.forms = [...tolerance.forms];
  if (tolerance.forms.has("date-format") && tolerance.dayOrder === "day-first") detail.dayOrder = "day-first";
  if (looseColumns.length > 0)
    detail.columns = looseColumns
      .map((column) => (wider >= 0 ? column : (columnMap[column] as number)))
      .sort((a, b) => a - b);
  if (!relation.sameMultiset) detail.alsoDuplicates = true;
  else if (!relation.sameOrder) Object.assign(detail, { alsoOrder: true, goldOrdered });
  return { kind: kindOf(wider, detail), detail };
}

function kindOf(wider: number, { columnMap, forms }: DifferenceDetail): Difference["kind"] {
  if (wider > 0) return "extra-columns";
  if (wider < 0) return "missing-columns";
  if (columnMap !== undefined) return "columns-permuted";
  return forms === undefined ? "rounding" : "form";
}

function containedDifference(
  predicted: ComparableRows,
  gold: ComparableRows,
  match: ContainedMatch,
): Difference {
  const detail = { ...pairingDetail(predicted, gold, match.columnMap), ...countsOf(match.relation) };
  return { kind: match.kind, detail };
}

/** How columns were paired, where that is not each with the one in its place, and the names of those left out. */
function pairingDetail(
  predicted: ComparableRows,
  gold: ComparableRows,
  columnMap: number[],
): DifferenceDetail {
  const wider = predicted.columns.length - gold.columns.length;
  if (wider === 0) return columnMap.every((column, at) => column === at) ? {} : { columnMap };
  const used = new Set(columnMap);
  const wide = wider > 0 ? predicted : gold;
  const columnNames = wide.columns.flatMap((column, at) => (used.has(at) ? [] : [column.name]));
  return { columnMap, columnNames };
}
