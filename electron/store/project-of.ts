import { among } from "./dialect.ts";
import type { QueryHandle } from "./handles.ts";
import { compiledOnce, query } from "./query.ts";

/** By the name under which an input of the contract holds the id of something: the projects of some such things. */
const finders = {
  itemId: (ids: readonly number[]) =>
    query.selectFrom("item").select("project_id as projectId").where("id", "in", among(ids)),
  taskId: (ids: readonly number[]) =>
    query.selectFrom("task").select("project_id as projectId").where("id", "in", among(ids)),
  runId: (ids: readonly number[]) =>
    query.selectFrom("dialogue_run").select("project_id as projectId").where("id", "in", among(ids)),
  dialogueId: (ids: readonly number[]) =>
    query
      .selectFrom("dialogue")
      .innerJoin("dialogue_run", "dialogue_run.id", "dialogue.run_id")
      .select("dialogue_run.project_id as projectId")
      .where("dialogue.id", "in", among(ids)),
  threadId: (ids: readonly number[]) =>
    query.selectFrom("comment_thread").select("project_id as projectId").where("id", "in", among(ids)),
  commentId: (ids: readonly number[]) =>
    query
      .selectFrom("comment_event")
      .innerJoin("comment_thread", "comment_thread.id", "comment_event.thread_id")
      .select("comment_thread.project_id as projectId")
      .where((of) => of(of.fn.coalesce("comment_event.ref", "comment_event.seq"), "in", among(ids))),
  fileId: (ids: readonly number[]) =>
    query.selectFrom("source").select("project_id as projectId").where("id", "in", among(ids)),
  templateId: (ids: readonly number[]) =>
    query.selectFrom("task_template").select("project_id as projectId").where("id", "in", among(ids)),
  predictionRunId: (ids: readonly number[]) =>
    query.selectFrom("prediction_run").select("project_id as projectId").where("id", "in", among(ids)),
};

export type IdField = keyof typeof finders;
export const isIdField = (name: string): name is IdField => Object.hasOwn(finders, name);

/** The projects to which some things belong; those that are not there belong to none. */
export async function projectsOf(db: QueryHandle, field: IdField, ids: readonly number[]): Promise<number[]> {
  const [id] = ids;
  if (field === "itemId" && ids.length === 1 && id !== undefined) {
    const projectId = await projectOfItem(db, id);
    return projectId === null ? [] : [projectId];
  }
  return [...new Set((await db.all(finders[field](ids))).map(({ projectId }) => projectId))];
}

/** The project of an item, or null. */
export const projectOfItem = async (db: QueryHandle, itemId: number): Promise<number | null> =>
  (await db.first(ofItem({ itemId })))?.projectId ?? null;

const ofItem = compiledOnce(
  ({ itemId }: { itemId: number }) =>
    query.selectFrom("item").select("project_id as projectId").where("id", "=", itemId),
  { isRemembered: true },
);
