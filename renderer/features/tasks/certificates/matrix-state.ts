import { useCallback, useState } from "react";
import type { MatrixColumn, MatrixFilter, MatrixSort } from "./matrix-filter.ts";

/** How the matrix is looked at; it outlives a visit to one of its tasks. */
export interface MatrixState {
  filter: MatrixFilter;
  sort: MatrixSort;
  /** The cell that is chosen; null before any was. */
  cell: { taskId: number; column: MatrixColumn } | null;
  /** Whether the trend is shown below. */
  trend: boolean;
}

export type OnMatrix = (change: Partial<MatrixState>) => void;

/** How the matrix of a project is looked at in this window. */
export function useMatrixState(): [state: MatrixState, onState: OnMatrix] {
  const [state, setState] = useState<MatrixState>({
    ...{ filter: {}, sort: { by: "task", descending: false }, cell: null, trend: false },
  });
  const onState = useCallback<OnMatrix>((change) => setState((before) => ({ ...before, ...change })), []);
  return [state, onState];
}
