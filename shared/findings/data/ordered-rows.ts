import type { Cell } from "../../domain/cell.ts";
import { exactKey } from "../../sql/compare/cell-key.ts";
import { type OrderProbe, orderProbe } from "../../sql/probe/order-probe.ts";
import type { CheckedPhase, CheckedResult, GoldQuery } from "../checked-phase.ts";

/** All rows of an ordered query, whatever its LIMIT, with the keys that order them. */
export interface OrderedRows extends OrderProbe {
  columns: CheckedResult["columns"];
  rows: Cell[][];
  /** Whether there are more than were read. */
  truncated: boolean;
  /** The key of a row, by its position among the keys. */
  key(row: number, index: number): Cell;
  /** The declared type of a key. */
  keyType(index: number): string;
  /** Rows `from` … `to - 1` with the query's own columns only. */
  own(from: number, to: number): Cell[][];
}

/** Whether a LIMIT or FETCH ends the query. */
export function isLimited({ block }: GoldQuery): boolean {
  return block.tail.some(({ kind }) => kind === "limit" || kind === "fetch");
}

/** Runs an ordered query with its keys; null where it has no order, its keys cannot be seen, or it does not run by itself. */
export async function orderedRows(
  phase: Pick<CheckedPhase, "probe">,
  { tree, block }: GoldQuery,
): Promise<OrderedRows | null> {
  const probe = orderProbe(tree, block);
  const result = probe === null ? null : await phase.probe(probe.sql);
  if (probe === null || result === null) return null;
  const width = result.columns.length;
  const columnOf = (index: number) => {
    const column = probe.keys[index]?.column ?? 0;
    return column < 0 ? width + column : column;
  };
  return {
    ...probe,
    columns: result.columns.slice(0, width - probe.added),
    rows: result.rows,
    truncated: result.truncated,
    key: (row, index) => result.rows[row]?.[columnOf(index)] ?? null,
    keyType: (index) => result.columns[columnOf(index)]?.declaredType ?? "",
    own: (from, to) => result.rows.slice(from, to).map((row) => row.slice(0, width - probe.added)),
  };
}

/** Neighbouring rows, `from` … `to - 1`, that the order leaves equal although they are different. */
export interface Tie {
  from: number;
  to: number;
}

/** The ties among all rows, or among those that the LIMIT lets through. */
export function tiesOf(ordered: OrderedRows, { withinLimit = false } = {}): Tie[] {
  const { rows, keys, limit, offset } = ordered;
  const [start, end] = withinLimit && limit !== null ? [offset, offset + limit] : [0, rows.length];
  const keyOf = (row: number) => keys.map((_, index) => exactKey(ordered.key(row, index))).join("\0");
  const ties: Tie[] = [];
  for (let from = start, to = from; from < Math.min(end, rows.length); from = to) {
    const key = keyOf(from);
    to = from + 1;
    while (to < Math.min(end, rows.length) && keyOf(to) === key) to += 1;
    if (to > from + 1 && areDifferent(ordered.own(from, to))) ties.push({ from, to });
  }
  return ties;
}

function areDifferent(rows: readonly Cell[][]): boolean {
  return new Set(rows.map((row) => row.map(exactKey).join("\0"))).size > 1;
}
