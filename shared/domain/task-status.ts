import { z } from "zod";

/** How far a task is on its way: being written, submitted to a colleague ("in-check" in files), taken into the benchmark, or sent back. */
export const TaskStatus = z.enum(["draft", "in-check", "accepted", "rejected"]);
export type TaskStatus = z.infer<typeof TaskStatus>;

/** The status of a task and who works on it; `assignee` null: nobody. */
export const StatusAndAssignee = z.object({ status: TaskStatus, assignee: z.string().nullable() });
export type StatusAndAssignee = z.infer<typeof StatusAndAssignee>;
