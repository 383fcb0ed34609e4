import type { Difference } from "#shared/domain/difference.ts";
import { type AlignedResults, alignRows } from "#shared/sql/compare/align-rows.ts";
import type { ComparableRows } from "#shared/sql/compare/comparable-rows.ts";
import type { AlignedLine, StoredComparison } from "./query-protocol.ts";
import { createSpool, type StoredRows } from "./spool.ts";

/** Lines taken from the alignment at once. */
const pageLines = 1024;

/** About the characters of a line: a kind and two row numbers. */
const lineLength = 32;

/** Lays two results side by side and puts the lines at rest, without their cells, which are at rest in the results. */
export function storeComparison(
  predicted: ComparableRows,
  gold: ComparableRows,
  difference: Difference,
  newFile: () => string,
): StoredComparison {
  const aligned = alignRows(predicted, gold, difference);
  const { alignment } = aligned;
  return {
    alignment,
    lines: storeLines(aligned, alignment.rows, false, newFile()),
    differing: storeLines(aligned, alignment.differing, true, newFile()),
  };
}

function storeLines(
  aligned: AlignedResults,
  count: number,
  onlyDifferences: boolean,
  file: string,
): StoredRows<AlignedLine> {
  const spool = createSpool<AlignedLine>(file);
  try {
    for (let from = 0; from < count; from += pageLines)
      for (const row of aligned.rows(from, pageLines, onlyDifferences))
        spool.append(
          [row.kind, row.predicted?.index ?? null, row.gold?.index ?? null, row.changed],
          lineLength + 4 * row.changed.length,
        );
    return spool.finish();
  } catch (error) {
    spool.remove();
    throw error;
  }
}
