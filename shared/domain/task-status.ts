import { z } from "zod";

/** How far a task is on its way: being written, being checked by a colleague, taken into the benchmark, or sent back. */
export const TaskStatus = z.enum(["draft", "in-check", "accepted", "rejected"]);
export type TaskStatus = z.infer<typeof TaskStatus>;

/** Where a task stands and who works on it; `assignee` null: nobody. */
export const StatusAndAssignee = z.object({ status: TaskStatus, assignee: z.string().nullable() });
export type StatusAndAssignee = z.infer<typeof StatusAndAssignee>;
