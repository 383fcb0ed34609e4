import type { Change } from "#shared/contract/changes.ts";
import type { AnnotatorQualification, QualificationTask } from "#shared/contract/qualification.ts";
import { hasPassed, neededRight } from "#shared/domain/check-item.ts";
import { isAccepting, sentChecks } from "#shared/domain/cross-check.ts";
import { clearTask, type ExerciseState, exerciseState } from "#shared/domain/qualification.ts";
import type { TaskTools } from "../evaluation/task-tools.ts";
import { crossCheckEventsOfProject } from "../store/cross-checks.ts";
import type { ReadHandle } from "../store/handles.ts";
import { reviewerName } from "../store/people.ts";
import { chooseQualification, exercisesOf, putExercise, qualificationTasks } from "../store/qualification.ts";
import { settingsOfProject } from "../store/settings.ts";
import { putTaskStatus } from "../store/task-status.ts";
import type { Workspace } from "../store/workspace.ts";
import type { CallContext } from "./call-context.ts";
import { certificateMatrix } from "./certificate-matrix.ts";
import { refuseUnknownProject, storedTask } from "./stored-records.ts";
import { addNewTask } from "./task-creation.ts";

interface Dependencies {
  workspace: Workspace;
  tools: TaskTools;
  now(): Date;
  newId(): string;
  publish(change: Change): void;
  lint(projectId: number): Promise<unknown>;
}

interface OfProject {
  projectId: number;
}

/** The qualification of annotators (BIRD-INTERACT appendix C.3): a set of tasks, each annotator's copies of them, and how each stands. */
export function createQualification(dependencies: Dependencies) {
  const { workspace, tools, publish } = dependencies;
  const read = async <Answer>(
    { projectId }: OfProject,
    ask: (db: ReadHandle) => Promise<Answer>,
  ): Promise<Answer> => {
    await refuseUnknownProject(workspace, projectId);
    return workspace.read(ask);
  };
  return {
    tasks: async (of: OfProject): Promise<QualificationTask[]> =>
      read(of, (db) => qualificationTasks(db, of.projectId)),

    async choose({ projectId, taskIds, chosen }: OfProject & { taskIds: number[]; chosen: boolean }) {
      await refuseUnknownProject(workspace, projectId);
      await workspace.write((db) => chooseQualification(db, projectId, taskIds, chosen));
      publish({ type: "check-items", projectId });
    },

    own: async (of: OfProject, { actor }: CallContext): Promise<AnnotatorQualification> =>
      read(of, async (db) => {
        const person = await reviewerName(db, actor);
        const own = (await annotators(db, tools, of.projectId)).find((one) => one.person === person);
        return own ?? (await standing(db, of.projectId, person, []));
      }),

    begin: (of: OfProject, { actor }: CallContext) => begin(dependencies, of.projectId, actor),

    people: async (of: OfProject): Promise<AnnotatorQualification[]> =>
      read(of, (db) => annotators(db, tools, of.projectId)),
  };
}

async function begin(
  { workspace, now, newId, publish, lint }: Dependencies,
  projectId: number,
  account: string,
): Promise<{ tasks: number }> {
  await refuseUnknownProject(workspace, projectId);
  const begun = await workspace.write(async (db) => {
    const person = await reviewerName(db, account);
    const by = { actor: person, at: now().toISOString() };
    const known = new Set(
      (await exercisesOf(db, projectId)).flatMap((one) => (one.person === person ? one.ofTaskId : [])),
    );
    const missing = (await qualificationTasks(db, projectId)).filter(({ taskId }) => !known.has(taskId));
    const taskIds = await Array.fromAsync(missing, async ({ taskId: ofTaskId }) => {
      const { revision } = await storedTask(db, ofTaskId);
      const started = { task: clearTask(revision.task), source: null, sourceId: null };
      const taskId = await addNewTask(db, { ...by, projectId, saveId: newId() }, started);
      await putExercise(db, { projectId, taskId, ofTaskId, person });
      return taskId;
    });
    await putTaskStatus(db, projectId, taskIds, { ...by, assignee: person });
    return taskIds;
  });
  if (begun.length === 0) return { tasks: 0 };
  publish({ type: "projects" });
  publish({ type: "tasks", projectId, taskId: null });
  publish({ type: "check-items", projectId });
  await lint(projectId);
  return { tasks: begun.length };
}

/** Everybody who has begun the qualification of a project. */
async function annotators(
  db: ReadHandle,
  tools: TaskTools,
  projectId: number,
): Promise<AnnotatorQualification[]> {
  const exercises = await exercisesOf(db, projectId);
  if (exercises.length === 0) return [];
  const checks = await crossCheckEventsOfProject(db, projectId);
  const taskIds = exercises.map(({ taskId }) => taskId);
  const rows = new Map(
    (await certificateMatrix(db, tools, projectId, taskIds)).map((row) => [row.taskId, row]),
  );
  const stateOf = (taskId: number): ExerciseState => {
    const row = rows.get(taskId);
    const last = sentChecks(checks.get(taskId) ?? []).at(-1);
    const certificate = row?.certificate ?? null;
    return exerciseState({
      status: row?.status ?? "draft",
      isCertified: certificate?.verdict === "certified" && certificate.changed.length === 0,
      isAccepted: last !== undefined && isAccepting(last),
    });
  };
  return Array.fromAsync([...Map.groupBy(exercises, ({ person }) => person)], ([person, own]) =>
    standing(
      db,
      projectId,
      person,
      own.map(({ taskId }) => stateOf(taskId)),
    ),
  );
}

async function standing(
  db: ReadHandle,
  projectId: number,
  person: string,
  states: readonly ExerciseState[],
): Promise<AnnotatorQualification> {
  const total = (await qualificationTasks(db, projectId)).length;
  const passMark = (await settingsOfProject(db, projectId))["tasks.passMark"];
  const judged = states.filter((state) => state !== "open").length;
  const score = { total, judged, right: states.filter((state) => state === "right").length };
  const needed = neededRight(total, passMark);
  return { person, exercises: states.length, score, needed, passed: hasPassed(score, passMark) };
}
