import type { QualificationTask } from "#shared/contract/qualification.ts";
import { among } from "./dialect.ts";
import type { ReadHandle, WriteHandle } from "./handles.ts";
import { query } from "./query.ts";

/** Annotators' own copies of tasks: they are worked on as tasks are, and are none that a project has. */
export const exerciseIds = query.selectFrom("qualification_exercise").select("task_id");

/** The tasks of a project by which annotators qualify, in project order. */
export const qualificationTasks = (db: ReadHandle, projectId: number): Promise<QualificationTask[]> =>
  db.all(
    query
      .selectFrom("qualification_task as q")
      .innerJoin("task", "task.id", "q.task_id")
      .select(["task.id as taskId", "task.instance_id as instanceId"])
      .where("q.project_id", "=", projectId)
      .orderBy("task.idx"),
  );

/** Puts tasks of a project into its qualification set, or takes them out; an annotator's own copy never goes in. */
export async function chooseQualification(
  db: WriteHandle,
  projectId: number,
  taskIds: readonly number[],
  chosen: boolean,
): Promise<void> {
  const asked = among(taskIds);
  if (!chosen)
    await db.run(
      query
        .deleteFrom("qualification_task")
        .where("project_id", "=", projectId)
        .where("task_id", "in", asked),
    );
  else
    await db.run(
      query
        .insertInto("qualification_task")
        .columns(["task_id", "project_id"])
        .expression(
          query
            .selectFrom("task")
            .select(["task.id", "task.project_id"])
            .where("task.project_id", "=", projectId)
            .where("task.id", "in", asked)
            .where("task.id", "not in", exerciseIds),
        )
        .onConflict((one) => one.doNothing()),
    );
}

/** An annotator's own copy of a task of the set. */
interface Exercise {
  taskId: number;
  ofTaskId: number;
  person: string;
}

/** The exercises of a project whose task is in the set still, by person. */
export const exercisesOf = (db: ReadHandle, projectId: number): Promise<Exercise[]> =>
  db.all(
    query
      .selectFrom("qualification_exercise as e")
      .innerJoin("qualification_task as q", "q.task_id", "e.of_task_id")
      .select(["e.task_id as taskId", "e.of_task_id as ofTaskId", "e.person"])
      .where("e.project_id", "=", projectId)
      .orderBy("e.person")
      .orderBy("e.task_id"),
  );

/** A task becomes somebody's exercise. */
export async function putExercise(
  db: WriteHandle,
  { projectId, taskId, ofTaskId, person }: Exercise & { projectId: number },
): Promise<void> {
  await db.run(
    query
      .insertInto("qualification_exercise")
      .values({ task_id: taskId, of_task_id: ofTaskId, project_id: projectId, person }),
  );
}
