import { Fault } from "./fault.ts";

/** The fault of a call that names a task which is not there. */
export function unknownTask(taskId: number): Fault<"NOT_FOUND"> {
  return new Fault("NOT_FOUND", "This task is not in the workspace.", { what: `task ${taskId}` });
}
