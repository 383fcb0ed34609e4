import { useEffect, useRef } from "react";
import type { TaskDetails } from "#shared/contract/tasks.ts";
import { notify } from "../../../../ui/toasts.tsx";

/** Says when an edit put an accepted task back to submitted, and when an undo made it accepted again (SPEC H12). */
export function useStatusNotice({ taskId, status, task, revision: { revision } }: TaskDetails): void {
  const { instanceId } = task;
  const before = useRef({ taskId, status, revision });
  useEffect(() => {
    const last = before.current;
    before.current = { taskId, status, revision };
    // Where a person puts a task elsewhere, its revision stays.
    if (last.taskId !== taskId || last.revision === revision) return;
    if (last.status === "accepted" && status === "in-check")
      notify({
        title: `${instanceId} has to be accepted again`,
        description: "The accepted version was edited. Undo the edit to make the task accepted again.",
      });
    if (last.status === "in-check" && status === "accepted")
      notify({
        title: `${instanceId} is accepted again`,
        description: "It equals the accepted version again.",
      });
  }, [taskId, status, revision, instanceId]);
}
