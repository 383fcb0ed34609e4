import type { RunSummary } from "#shared/domain/result.ts";
import { countText } from "../../../ui/time-text.ts";

/** "1 row", "1,000,000 rows"; a result that was cut off has at least that many. */
export const rowCountText = ({ rowCount, truncated }: Pick<RunSummary, "rowCount" | "truncated">): string =>
  `${truncated ? "at least " : ""}${countText(rowCount, "row")}`;
