import type { TaskReadings } from "#shared/contract/task-runs.ts";
import type { Reading, ReadingResult } from "#shared/domain/reading.ts";
import type { ReadingsChange } from "../../../data/readings-of-tasks.ts";

export type Outcome = ReadingResult["outcome"];

/** Which proposals are meant: by what came of them, and by what made them (null: whatever did). */
export interface ReadingsFilter {
  outcomes: readonly Outcome[];
  maker: string | null;
}

/** What is to become of them. */
export type ReadingsJudgement = Pick<Reading, "reason"> & { status: "kept" | "rejected" };

/** A proposal that nobody has judged, and what came of it. */
export interface OpenReading extends ReadingResult {
  taskId: number;
  instanceId: string;
  /** 0-based. */
  ambiguity: number;
}

/** What a judgement of the readings that are meant comes to. */
export interface PlannedReview {
  readings: OpenReading[];
  tasks: number;
  ambiguities: number;
  changes: ReadingsChange[];
}

/** What made a reading: the operator, else where it comes from. */
export const makerOf = ({ operator, source }: Reading): string => operator ?? source;

/** The proposals of some tasks that ran and that nobody has judged; what is stored by now counts, not what was when they ran. */
export function unjudgedReadings(tasks: readonly TaskReadings[]): OpenReading[] {
  return tasks.flatMap(({ taskId, instanceId, ambiguities }) =>
    ambiguities.flatMap(({ stored, results }, ambiguity) => {
      const judged = new Set(stored.flatMap(({ sql, status }) => (status === "proposed" ? [] : [sql])));
      return results
        .filter(({ reading: { sql } }) => !judged.has(sql))
        .map((result) => ({ ...result, taskId, instanceId, ambiguity }));
    }),
  );
}

/** Works out what is stored where the readings that are meant are judged. */
export function plannedReview(
  tasks: readonly TaskReadings[],
  filter: ReadingsFilter,
  judgement: ReadingsJudgement,
): PlannedReview {
  const readings = unjudgedReadings(tasks).filter(
    ({ outcome, reading }) =>
      filter.outcomes.includes(outcome) && (filter.maker === null || makerOf(reading) === filter.maker),
  );
  const meant = Map.groupBy(readings, ({ taskId }) => taskId);
  const changes = tasks.flatMap(({ taskId, revision, ambiguities }): ReadingsChange[] => {
    const own = meant.get(taskId);
    if (own === undefined) return [];
    const lists = ambiguities.map(({ stored }, at) =>
      withJudged(
        stored,
        own.filter(({ ambiguity }) => ambiguity === at),
        judgement,
      ),
    );
    return [{ taskId, baseRevision: revision, readings: lists }];
  });
  return {
    readings,
    tasks: changes.length,
    ambiguities: new Set(readings.map(({ taskId, ambiguity }) => `${taskId} ${ambiguity}`)).size,
    changes,
  };
}

function withJudged(
  stored: readonly Reading[],
  results: readonly ReadingResult[],
  judgement: ReadingsJudgement,
): Reading[] {
  const judged = new Map(results.map(({ reading }) => [reading.sql, { ...reading, ...judgement }]));
  const known = new Set(stored.map(({ sql }) => sql));
  return [
    ...stored.map((reading) => judged.get(reading.sql) ?? reading),
    ...[...judged.values()].filter(({ sql }) => !known.has(sql)),
  ];
}

/** The tasks once changes of theirs were stored, under the revisions that hold them. */
export function withStored(
  tasks: readonly TaskReadings[],
  changes: readonly ReadingsChange[],
  saved: readonly { taskId: number; revision: number }[],
): TaskReadings[] {
  const revisions = new Map(saved.map(({ taskId, revision }) => [taskId, revision]));
  return tasks.map((task) => {
    const revision = revisions.get(task.taskId);
    const change = changes.find(({ taskId }) => taskId === task.taskId);
    if (revision === undefined || change === undefined) return task;
    const ambiguities = task.ambiguities.map((one, at) => ({
      ...one,
      stored: change.readings[at] ?? one.stored,
    }));
    return { ...task, revision, ambiguities };
  });
}

/** The changes that put back what the tasks had stored before. */
export function undoing(
  before: readonly TaskReadings[],
  saved: readonly { taskId: number; revision: number }[],
): ReadingsChange[] {
  return saved.flatMap(({ taskId, revision }) => {
    const task = before.find((one) => one.taskId === taskId);
    const readings = task?.ambiguities.map(({ stored }) => stored);
    return readings === undefined ? [] : [{ taskId, baseRevision: revision, readings }];
  });
}
