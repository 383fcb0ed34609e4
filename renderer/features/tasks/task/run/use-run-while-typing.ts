import { useEffect, useRef } from "react";

/** How long a save rests before it runs, in milliseconds: several edits in a row are one run. */
const restMs = 400;

export interface RunWhileTyping {
  isOn: boolean;
  /** Names the task. */
  taskId: number;
  /** The revision that is saved. */
  revision: number;
  /** Nothing is typed that is not saved. */
  isSaved: boolean;
  /** Runs the gold with its tests and checks; `cancel` stops whatever runs. */
  start(): void;
  cancel(): void;
}

/** Runs a task anew after each save of it, and at once when this is switched on; the next edit stops the run. */
export function useRunWhileTyping({ isOn, taskId, revision, isSaved, start, cancel }: RunWhileTyping): void {
  /** The last revision that ran or that the task was opened at; null: whatever there is has to run. */
  const ran = useRef<{ taskId: number; revision: number | null }>({ taskId, revision });
  const latest = useRef({ start, cancel });
  useEffect(() => {
    latest.current = { start, cancel };
  });
  useEffect(() => {
    if (!isOn) ran.current = { taskId, revision: null };
    else if (ran.current.taskId !== taskId) ran.current = { taskId, revision };
    else if (!isSaved) latest.current.cancel();
    else if (ran.current.revision !== revision) {
      const timer = setTimeout(() => {
        ran.current = { taskId, revision };
        latest.current.start();
      }, restMs);
      return () => clearTimeout(timer);
    }
    return undefined;
  }, [isOn, isSaved, taskId, revision]);
}
