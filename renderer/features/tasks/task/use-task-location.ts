import { useCallback, useState } from "react";
import type { Reveal } from "../../../ui/code-editor/index.ts";

/** What of a task is looked at. */
export interface TaskLocation {
  /** The id of the document in the editor. */
  document: string;
  /** What of it to bring into view: a range, the cursor, or an ambiguity's snippet once its place is known; a new object asks again. */
  reveal: Reveal | { snippetOf: number } | null;
  ambiguity: number | null;
  /** The key of the finding that was jumped to last. */
  finding: string | null;
}

const atFirst: TaskLocation = { document: "gold-1", reveal: null, ambiguity: null, finding: null };

/** The place in a task; another task is looked at from its beginning. */
export function useTaskLocation(taskId: number): [TaskLocation, (change: Partial<TaskLocation>) => void] {
  const [at, setAt] = useState({ taskId, place: atFirst });
  const go = useCallback(
    (change: Partial<TaskLocation>) =>
      setAt((now) => ({ taskId, place: { ...(now.taskId === taskId ? now.place : atFirst), ...change } })),
    [taskId],
  );
  return [at.taskId === taskId ? at.place : atFirst, go];
}
