import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { type ListStep, stepIndex } from "./list-steps.ts";
import { useMemory } from "./remember.tsx";

/** The least time between two changes of the address, in milliseconds: browsers limit how often it may change. */
const addressPauseMs = 200;

export interface PositionInIdsOptions {
  ids: readonly number[];
  /** The ids are those of a former filter, shown until the next have come. */
  isFormer: boolean;
  /** The id that the address names, or null. */
  asked: number | null;
  /** Under which the position is remembered across starts. */
  memoryKey: string;
  /** Writes the id into the address. */
  onPosition(id: number): void;
}

/** The line of a list that is on screen, and the ways to another. The functions are the same for good. */
export interface PositionInIds {
  /** The index of the line among the ids, or -1. */
  index: number;
  id: number | null;
  /** Whether an id is in the list as filtered now. */
  has(id: number): boolean;
  show(id: number): void;
  goToIndex(index: number): void;
  /** False where the step leads nowhere. */
  step(step: ListStep): boolean;
}

/** Walks a list of ids; the position is remembered across starts and follows the address. */
export function usePositionInIds(options: PositionInIdsOptions): PositionInIds {
  const { ids, isFormer, asked, memoryKey, onPosition } = options;
  const memory = useMemory();
  const [chosen, setChosen] = useState<number | null>(() => asked ?? rememberedId(memory.get(memoryKey)));
  const positions = useMemo(() => new Map(ids.map((id, index) => [id, index])), [ids]);
  const isThere = chosen !== null && positions.has(chosen);
  useFollowedAddress(asked, isThere ? chosen : null, setChosen, onPosition);
  // While another filter is asked for, the line on screen stays, wherever it will be.
  const id = isThere || isFormer ? chosen : (ids[0] ?? null);
  const index = id === null ? -1 : (positions.get(id) ?? -1);

  const latest = useRef({ ids, index, positions });
  useLayoutEffect(() => {
    latest.current = { ids, index, positions };
  });
  const show = useCallback(
    (next: number) => {
      setChosen(next);
      memory.set(memoryKey, next);
    },
    [memory, memoryKey],
  );
  const goToIndex = useCallback(
    (to: number) => {
      const next = latest.current.ids[to];
      if (next !== undefined) show(next);
    },
    [show],
  );
  const step = useCallback(
    (kind: ListStep) => {
      const to = stepIndex(kind, latest.current.index, latest.current.ids.length);
      if (to !== null) goToIndex(to);
      return to !== null;
    },
    [goToIndex],
  );
  const has = useCallback((other: number) => latest.current.positions.has(other), []);
  return useMemo(() => ({ index, id, has, show, goToIndex, step }), [index, id, has, show, goToIndex, step]);
}

/** Follows an address that another position wrote, and writes the chosen line (null: not in the list) into it. */
function useFollowedAddress(
  asked: number | null,
  chosen: number | null,
  setChosen: (id: number) => void,
  onPosition: (id: number) => void,
): void {
  const written = useRef(asked);
  const writtenAt = useRef(-addressPauseMs);
  useEffect(() => {
    if (asked !== null && asked !== written.current) {
      written.current = asked;
      setChosen(asked);
    }
  }, [asked, setChosen]);
  useEffect(() => {
    if (chosen === null || chosen === written.current) return;
    const timer = setTimeout(
      () => {
        written.current = chosen;
        writtenAt.current = performance.now();
        onPosition(chosen);
      },
      Math.max(0, writtenAt.current + addressPauseMs - performance.now()),
    );
    return () => clearTimeout(timer);
  }, [chosen, onPosition]);
}

function rememberedId(value: unknown): number | null {
  return typeof value === "number" ? value : null;
}
