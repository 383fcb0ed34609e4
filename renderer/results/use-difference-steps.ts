import { useCallback, useRef, useState } from "react";
import type { AlignedRow } from "#shared/domain/comparison.ts";
import type { PagedRows } from "../data/paged-rows.ts";
import { notify } from "../ui/toasts.tsx";
import { nextDifference } from "./grid-models.ts";

/** Walks from one differing line to the next while rows are laid side by side; another pair begins anew. */
export function useDifferenceSteps(pair: number | string, lines: PagedRows<AlignedRow> | null) {
  const [reveal, setReveal] = useState<{ row: number } | null>(null);
  const last = useRef({ pair, row: -1 });
  const goToDifference = useCallback(
    (step: 1 | -1) => {
      if (lines === null) {
        notify({ title: "The rows are not aligned, so there is no difference to go to." });
        return;
      }
      const from = last.current.pair === pair ? last.current.row : -1;
      nextDifference(lines, from < 0 && step === -1 ? lines.total : from, step).then(
        (row) => {
          if (row === null) {
            notify({ title: step === 1 ? "No more differences below." : "No more differences above." });
            return;
          }
          last.current = { pair, row };
          setReveal({ row });
        },
        () => notify({ title: "The rows could not be read. Run both again.", kind: "error" }),
      );
    },
    [pair, lines],
  );
  return { reveal, goToDifference };
}
