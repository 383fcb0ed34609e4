import { eventIterator } from "@orpc/contract";
import { z } from "zod";
import { base } from "./base.ts";
import { Job } from "./jobs.ts";

/** Something changed in the workspace, by this window or another one; a hint what to ask again. */
export const Change = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("verdict"),
    projectId: z.number().int(),
    itemId: z.number().int(),
    reviewer: z.string(),
  }),
  z.object({ type: z.literal("evaluations"), projectId: z.number().int() }),
  z.object({ type: z.literal("projects") }),
  /** Items were given known answers, or somebody looked at failed ones. */
  z.object({ type: z.literal("check-items"), projectId: z.number().int() }),
  /** Items were settled or reopened, or somebody was asked about an opinion; null: more than one item. */
  z.object({
    type: z.literal("disagreements"),
    projectId: z.number().int(),
    itemId: z.number().int().nullable(),
  }),
  /** Somebody wrote a version of the guidelines. */
  z.object({ type: z.literal("guidelines"), projectId: z.number().int() }),
  /** Somebody changed a setting of their own or of a project. */
  z.object({ type: z.literal("settings") }),
  /** Tasks came, or one was edited; null: any of the project's. The same holds for the next two. */
  z.object({ type: z.literal("tasks"), projectId: z.number().int(), taskId: z.number().int().nullable() }),
  z.object({
    type: z.literal("task-findings"),
    projectId: z.number().int(),
    taskId: z.number().int().nullable(),
  }),
  z.object({ type: z.literal("task-run"), projectId: z.number().int(), taskId: z.number().int().nullable() }),
  /** A file of predictions was evaluated a bit further. */
  z.object({ type: z.literal("prediction-run"), projectId: z.number().int() }),
  /** Runs of dialogues came, went, or were played a bit further. */
  z.object({ type: z.literal("dialogues"), projectId: z.number().int() }),
  /** Certificates were made, or somebody let something pass in one; null: any of the project's. */
  z.object({
    type: z.literal("certificates"),
    projectId: z.number().int(),
    taskId: z.number().int().nullable(),
  }),
  /** Somebody judged a criterion of a task, sent a cross-check, or took one back. */
  z.object({ type: z.literal("cross-checks"), projectId: z.number().int(), taskId: z.number().int() }),
  /** Pairs and groups were worked out. */
  z.object({ type: z.literal("agreement"), projectId: z.number().int() }),
  /** Somebody wrote, changed, read or resolved comments; null: on a task. */
  z.object({
    type: z.literal("comments"),
    projectId: z.number().int(),
    itemId: z.number().int().nullable(),
  }),
  /** Slots were taken, given or given back: those of one person, or (null) of anybody. */
  z.object({ type: z.literal("slots"), projectId: z.number().int(), reviewer: z.string().nullable() }),
  /** People came, went, or may do something else. */
  z.object({ type: z.literal("members") }),
  z.object({ type: z.literal("job"), job: Job }),
  /** So many requests of somebody wait until a worker of a team host is theirs. */
  z.object({ type: z.literal("waiting"), account: z.string(), requests: z.number().int() }),
  /** Another process wrote to the workspace file: ask everything again. */
  z.object({ type: z.literal("everything") }),
]);
export type Change = z.infer<typeof Change>;

export const changes = { watch: base.output(eventIterator(Change)) };
