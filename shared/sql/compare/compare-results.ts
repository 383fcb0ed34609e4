import type { Cell } from "../../domain/cell.ts";
import type { Difference, DifferenceDetail } from "../../domain/difference.ts";
import type { Ex } from "../../domain/ex.ts";
import { exEqual, exOf } from "../../metrics/ex.ts";
import { exactKey, NAN_KEY } from "./cell-key.ts";
import { columnSignatures } from "./column-profile.ts";
import { type LimitTie, limitTie, type Probe } from "./limit-tie.ts";
import { type LooseMatch, looseMatch } from "./loose-match.ts";
import { keyUnder } from "./reading.ts";
import { classifyRows, exactView } from "./row-classes.ts";
import { type RowRelation, rowRelation } from "./row-relation.ts";
import type { RowSource } from "./row-source.ts";

/** What is known of the two statements besides their results. */
export interface ComparisonContext {
  /** Whether the gold orders its rows: `hasOutermostOrderBy(goldSql)`. */
  goldOrdered: boolean;
  predictedSql: string;
  goldSql: string;
  /** Runs a query on the same database under the same limits; without it no tie at a LIMIT is claimed. */
  probe?: Probe;
}

export interface Comparison {
  ex: Ex;
  difference: Difference;
}

/** Compares two results whole: the EX family by exact values, and the closest reading of what differs (SPEC X1…X4, C1…C14). */
export function compareResults(
  predicted: RowSource,
  gold: RowSource,
  context: ComparisonContext,
): Comparison {
  const { goldOrdered } = context;
  if (predicted.columns.length !== gold.columns.length) return compareUnequalWidths(predicted, gold, context);
  if (sameRowsInOrder(predicted, gold))
    return { ex: exEqual(goldOrdered), difference: { kind: "identical", detail: emptyDetail(gold) } };
  const relation = rowRelation(classifyRows(exactView(predicted), exactView(gold)));
  const ex = exOf(relation, predicted, gold, goldOrdered);
  if (relation.sameMultiset) return { ex, difference: { kind: "order", detail: { goldOrdered } } };
  if (relation.sameSet) return { ex, difference: { kind: "duplicates", detail: countsOf(relation) } };
  return { ex, difference: differenceOf(predicted, gold, relation, context) };
}

/** Rows of unequal width are never equal; two empty results are equal as sets whatever their columns (SPEC X4). */
function compareUnequalWidths(predicted: RowSource, gold: RowSource, context: ComparisonContext): Comparison {
  if (predicted.rowCount === 0 && gold.rowCount === 0)
    return { ex: exEqual(context.goldOrdered), difference: emptyWithOtherColumns(predicted, gold) };
  const ex: Ex = {
    set: false,
    multiset: false,
    ordered: context.goldOrdered ? false : null,
    first200: false,
  };
  return { ex, difference: differenceOf(predicted, gold, null, context) };
}

function emptyDetail(gold: RowSource): DifferenceDetail {
  return gold.rowCount === 0 ? { side: "both" } : {};
}

function emptyWithOtherColumns(predicted: RowSource, gold: RowSource): Difference {
  const wider = predicted.columns.length > gold.columns.length;
  const [wide, narrow] = wider ? [predicted, gold] : [gold, predicted];
  const names = new Set(narrow.columns.map((column) => column.name.toLowerCase()));
  const columnNames = wide.columns
    .map((column) => column.name)
    .filter((name) => !names.has(name.toLowerCase()));
  return { kind: wider ? "extra-columns" : "missing-columns", detail: { side: "both", columnNames } };
}

/** The usual case, decided without any table: row by row, until a cell differs. */
function sameRowsInOrder(predicted: RowSource, gold: RowSource): boolean {
  if (predicted.rowCount !== gold.rowCount) return false;
  const page = 4096;
  for (let from = 0; from < gold.rowCount; from += page) {
    const to = Math.min(from + page, gold.rowCount);
    const goldRows = gold.rows(from, to);
    if (!predicted.rows(from, to).every((row, at) => sameCells(row, goldRows[at] as Cell[]))) return false;
  }
  return true;
}

function sameCells(predicted: readonly Cell[], gold: readonly Cell[]): boolean {
  for (let column = 0; column < gold.length; column += 1) {
    const a = predicted[column] as Cell;
    const b = gold[column] as Cell;
    if (a === b && a !== NAN_KEY && a !== "dNaN") continue;
    const key = exactKey(a);
    if (key === NAN_KEY || key !== exactKey(b)) return false;
  }
  return true;
}

function countsOf({ onlyPredicted, onlyGold, common }: RowRelation): DifferenceDetail {
  return { onlyPredicted, onlyGold, common };
}

/** What two results that are not equal as sets have in common; `relation` is null where their widths differ. */
function differenceOf(
  predicted: RowSource,
  gold: RowSource,
  relation: RowRelation | null,
  context: ComparisonContext,
): Difference {
  if (predicted.rowCount === 0 || gold.rowCount === 0) {
    const side = predicted.rowCount === 0 ? "predicted" : "gold";
    return {
      kind: "one-empty",
      detail: { side, onlyPredicted: predicted.rowCount, onlyGold: gold.rowCount, common: 0 },
    };
  }
  const match = looseMatch(predicted, gold);
  if (match !== null) return matchedDifference(predicted, gold, match, context);
  if (relation === null)
    return {
      kind: "different",
      detail: { onlyPredicted: predicted.rowCount, onlyGold: gold.rowCount, common: 0 },
    };
  const tie = limitTie(predicted, gold, context);
  if (tie !== null) return { kind: "limit-tie", detail: { ...countsOf(relation), ...tieDetail(tie) } };
  const kind = relation.predictedWithinGold
    ? "subset"
    : relation.goldWithinPredicted
      ? "superset"
      : "different";
  return { kind, detail: { ...countsOf(relation), columns: differingColumns(predicted, gold) } };
}

function tieDetail({ side, limit, tiedRows, tiedWithin }: LimitTie): DifferenceDetail {
  return { side, limit, tiedRows, tiedWithin };
}

/** The gold columns whose values, taken by themselves, are not those of the predicted column in the same place. */
function differingColumns(predicted: RowSource, gold: RowSource): number[] {
  const keys = gold.columns.map(() => exactKey);
  const theirs = columnSignatures(predicted, keys);
  return columnSignatures(gold, keys).flatMap((signature, column) =>
    signature.sum === theirs[column]?.sum && signature.least === theirs[column]?.least ? [] : [column],
  );
}

function matchedDifference(
  predicted: RowSource,
  gold: RowSource,
  match: LooseMatch,
  { goldOrdered }: ComparisonContext,
): Difference {
  const { reading, relation, columnMap } = match;
  const detail: DifferenceDetail = {};
  const wider = predicted.columns.length - gold.columns.length;
  if (wider !== 0 || columnMap.some((column, at) => column !== at)) detail.columnMap = columnMap;
  if (wider !== 0) detail.columnNames = leftOut(wider > 0 ? predicted : gold, columnMap);
  if (reading.decimals !== null) detail.decimals = reading.decimals;
  if (reading.forms.size > 0) detail.forms = [...reading.forms];
  if (reading.decimals !== null || reading.forms.size > 0)
    detail.columns = columnsRead(predicted, gold, match);
  if (!relation.sameMultiset) detail.alsoDuplicates = true;
  else if (!relation.sameOrder) {
    detail.alsoOrder = true;
    detail.goldOrdered = goldOrdered;
  }
  return { kind: kindOf(wider, match, detail), detail };
}

function kindOf(wider: number, { reading }: LooseMatch, detail: DifferenceDetail): Difference["kind"] {
  if (wider > 0) return "extra-columns";
  if (wider < 0) return "missing-columns";
  if (detail.columnMap !== undefined) return "columns-permuted";
  return reading.forms.size > 0 ? "form" : "rounding";
}

function leftOut(wide: RowSource, columnMap: readonly number[]): string[] {
  const used = new Set(columnMap);
  return wide.columns.flatMap((column, at) => (used.has(at) ? [] : [column.name]));
}

/** The gold columns whose exact values differ from those of the column paired with them: there the looser reading was needed. */
function columnsRead(predicted: RowSource, gold: RowSource, { columnMap, reading }: LooseMatch): number[] {
  const exact = (source: RowSource) =>
    columnSignatures(
      source,
      source.columns.map(() => exactKey),
    );
  const predictedSignatures = exact(predicted);
  const goldSignatures = exact(gold);
  const goldIsNarrow = gold.columns.length <= predicted.columns.length;
  const needed = columnMap.flatMap((other, column) => {
    const [inGold, inPredicted] = goldIsNarrow ? [column, other] : [other, column];
    const a = goldSignatures[inGold];
    const b = predictedSignatures[inPredicted];
    return a?.least === b?.least && a?.most === b?.most ? [] : [inGold];
  });
  return needed.length > 0 || keyUnder(reading) === exactKey
    ? needed.sort((a, b) => a - b)
    : columnMap.map((_, at) => at);
}
