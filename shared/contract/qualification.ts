import { z } from "zod";
import { CheckScore } from "../domain/check-item.ts";
import { base } from "./base.ts";

/** A task of the set by which annotators qualify. */
export const QualificationTask = z.object({ taskId: z.number().int(), instanceId: z.string() });
export type QualificationTask = z.infer<typeof QualificationTask>;

/** How one annotator stands: `judged` are the exercises that they submitted; `passed` null: not all are. */
export const AnnotatorQualification = z.object({
  person: z.string(),
  /** Their own tasks, in the order of the set. */
  exercises: z.number().int(),
  score: CheckScore,
  needed: z.number().int(),
  passed: z.boolean().nullable(),
});
export type AnnotatorQualification = z.infer<typeof AnnotatorQualification>;

const ProjectId = z.object({ projectId: z.number().int() });

/** The qualification of annotators: tasks that each makes interactive in a copy of their own, certified and cross-checked like any other. */
export const qualification = {
  /** The set, in project order. */
  tasks: base.input(ProjectId).output(z.array(QualificationTask)),
  /** Puts tasks into the set, or takes them out; exercises that were begun stay tasks of the project. */
  choose: base
    .input(ProjectId.extend({ taskIds: z.array(z.number().int()).max(1000), chosen: z.boolean() }))
    .output(z.void()),
  /** How the caller stands. */
  own: base.input(ProjectId).output(AnnotatorQualification),
  /** Gives the caller a copy of each task of the set that they have none of yet: the clear task alone. Answers how many that were. */
  begin: base.input(ProjectId).output(z.object({ tasks: z.number().int() })),
  /** How everybody who has begun stands, by name. */
  people: base.input(ProjectId).output(z.array(AnnotatorQualification)),
};
