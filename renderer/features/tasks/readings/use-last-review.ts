import { useState } from "react";
import { errorText } from "../../../data/faults.ts";
import { type ReadingsChange, useSetReadings } from "../../../data/readings-of-tasks.ts";
import { countText } from "../../../ui/time-text.ts";
import { notify } from "../../../ui/toasts.tsx";

/** A review of readings that was stored, and what takes it back. */
export interface StoredReview {
  /** "12 readings kept". */
  words: string;
  tasks: number;
  outdated: number;
  back: ReadingsChange[];
}

/** The last review of readings of a project, which can be taken back for as long as the window shows its tasks. */
export interface LastReview {
  last: StoredReview | null;
  setLast(review: StoredReview | null): void;
  /** Takes it back and says so. */
  undo(): void;
}

export function useLastReview(projectId: number): LastReview {
  const [last, setLast] = useState<StoredReview | null>(null);
  const set = useSetReadings(projectId);
  const undo = (): void => {
    if (last === null || set.isPending) return;
    set.mutate(last.back, {
      onSuccess: ({ saved, outdated }) => {
        setLast(null);
        const changed =
          outdated.length === 0
            ? ""
            : ` ${countText(outdated.length, "task")} changed in the meantime and stayed as saved.`;
        const description = `${last.words} in ${countText(saved.length, "task")}.${changed}`;
        notify({ id: "undo", kind: "done", title: "Undone", description });
      },
      onError: (error) =>
        notify({
          ...{ id: "undo", kind: "error", title: "The undo could not be saved. Try again." },
          description: errorText(error),
        }),
    });
  };
  return { last, setLast, undo };
}
