import type { TaskCounts, TaskFacets, TaskFilter, TaskRow, TaskSort } from "#shared/contract/task-list.ts";
import type { ReadHandle } from "./handles.ts";

type Parameters = Record<string, string | number>;

/** The newest run of each task's gold, whatever its profile. */
const newestRun = `(SELECT r.*, max(at) FROM task_run r JOIN task t ON t.id = r.task_id
  WHERE t.project_id = @projectId GROUP BY task_id)`;

const findingCounts = `(SELECT f.task_id, count(CASE f.severity WHEN 'error' THEN 1 END) AS errors,
    count(CASE f.severity WHEN 'warning' THEN 1 END) AS warnings,
    count(CASE f.severity WHEN 'info' THEN 1 END) AS infos
  FROM task_finding f JOIN task t ON t.id = f.task_id WHERE t.project_id = @projectId GROUP BY f.task_id)`;

/** The ids of a project's tasks that pass the filter, in the order asked. */
export function taskIds(db: ReadHandle, projectId: number, filter: TaskFilter, sort: TaskSort): number[] {
  const parameters: Parameters = { projectId };
  const where = ["task.project_id = @projectId", ...conditions(filter, parameters)];
  const direction = sort.descending ? "DESC" : "ASC";
  const joins: string[] = [];
  if (sort.by === "findings") joins.push(`LEFT JOIN ${findingCounts} found ON found.task_id = task.id`);
  if (sort.by === "last-run" || filter.lastRun !== undefined)
    joins.push(`LEFT JOIN ${newestRun} run ON run.task_id = task.id`);
  const order = sortColumns[sort.by].map((column) => `${column} ${direction}`);
  const rows = db
    .sql(
      `SELECT task.id FROM task ${joins.join(" ")} WHERE ${where.join(" AND ")}
       ORDER BY ${[...order, "task.idx"].join(", ")}`,
    )
    .raw()
    .all(parameters) as [number][];
  return rows.map(([id]) => id);
}

/** From draft to rejected, as a task goes. */
const statusRank = `instr('draft in-check accepted rejected', task.status)`;

const sortColumns: Record<TaskSort["by"], string[]> = {
  file: ["task.idx"],
  id: ["task.instance_id"],
  database: ["task.database"],
  findings: ["coalesce(found.errors, 0)", "coalesce(found.warnings, 0)", "coalesce(found.infos, 0)"],
  "last-run": ["run.at"],
  ambiguities: ["task.ambiguities"],
  status: [statusRank],
  assignee: ["task.assignee IS NULL", "task.assignee"],
};

const lastRunConditions: Record<NonNullable<TaskFilter["lastRun"]>, string> = {
  passed: "run.passed = 1",
  failed: "run.passed = 0",
  differs: "run.differs = 1",
  none: "run.task_id IS NULL",
};

const equalColumns = {
  database: "task.database",
  category: "task.category",
  tier: "task.tier",
  followUpType: "task.follow_up_type",
  status: "task.status",
} as const;

function conditions(filter: TaskFilter, parameters: Parameters): string[] {
  const found: string[] = [];
  for (const [name, column] of Object.entries(equalColumns)) {
    const value = filter[name as keyof typeof equalColumns];
    if (value === undefined) continue;
    parameters[name] = value;
    found.push(`${column} = @${name}`);
  }
  if (filter.text) {
    parameters.text = filter.text.toLowerCase();
    found.push("EXISTS (SELECT 1 FROM task_words w WHERE w.task_id = task.id AND instr(w.words, @text) > 0)");
  }
  if (filter.assignee !== undefined) {
    parameters.assignee = filter.assignee;
    found.push("coalesce(task.assignee, '') = @assignee");
  }
  if (filter.ambiguityType !== undefined) {
    parameters.ambiguityType = filter.ambiguityType;
    found.push("EXISTS (SELECT 1 FROM json_each(task.ambiguity_types) WHERE value = @ambiguityType)");
  }
  if (filter.rule !== undefined) {
    parameters.rule = filter.rule;
    found.push("EXISTS (SELECT 1 FROM task_finding f WHERE f.task_id = task.id AND f.rule = @rule)");
  }
  if (filter.findings !== undefined) found.push(findingsCondition(filter.findings));
  if (filter.lastRun !== undefined) found.push(lastRunConditions[filter.lastRun]);
  return found;
}

function findingsCondition(wanted: NonNullable<TaskFilter["findings"]>): string {
  const severity = wanted === "error" || wanted === "warning" ? ` AND f.severity = '${wanted}'` : "";
  const exists = `EXISTS (SELECT 1 FROM task_finding f WHERE f.task_id = task.id${severity})`;
  return wanted === "none" ? `NOT ${exists}` : exists;
}

interface RawRow extends Omit<TaskRow, "isClear" | "hasFollowUp" | "findings" | "lastRun"> {
  isClear: number;
  hasFollowUp: number;
  revision: number;
  errors: number;
  warnings: number;
  infos: number;
}

interface RawRun {
  taskId: number;
  profile: NonNullable<TaskRow["lastRun"]>["profile"];
  engine: NonNullable<TaskRow["lastRun"]>["engine"];
  phases: string;
  at: string;
  revision: number;
  stale: number;
}

/** Lines for the given tasks of a project, in the order of the ids; ids of other projects are left out. */
export function taskRows(db: ReadHandle, projectId: number, ids: readonly number[]): TaskRow[] {
  const parameters = { projectId, ids: JSON.stringify(ids) };
  const raws = db
    .sql(
      `SELECT task.id AS taskId, idx AS "index", revision, instance_id AS instanceId, database, category,
         tier AS difficultyTier, is_clear AS isClear, question, ambiguities, follow_up_type AS followUpType,
         has_follow_up AS hasFollowUp, status, assignee,
         (SELECT count(*) FROM task_finding f WHERE f.task_id = task.id AND severity = 'error') AS errors,
         (SELECT count(*) FROM task_finding f WHERE f.task_id = task.id AND severity = 'warning') AS warnings,
         (SELECT count(*) FROM task_finding f WHERE f.task_id = task.id AND severity = 'info') AS infos
       FROM json_each(@ids) wanted JOIN task ON task.id = wanted.value
       WHERE project_id = @projectId ORDER BY wanted.key`,
    )
    .all(parameters) as RawRow[];
  const runs = newestRuns(db, ids);
  return raws.map(({ errors, warnings, infos, revision, ...raw }) => {
    const run = runs.get(raw.taskId);
    return {
      ...raw,
      isClear: raw.isClear === 1,
      hasFollowUp: raw.hasFollowUp === 1,
      findings: { error: errors, warning: warnings, info: infos },
      lastRun: run === undefined ? null : lastRunOf(run, revision),
    };
  });
}

function newestRuns(db: ReadHandle, ids: readonly number[]): Map<number, RawRun> {
  const rows = db
    .sql(
      `SELECT task_id AS taskId, profile, engine, phases, revision, stale, max(at) AS at FROM task_run
       WHERE task_id IN (SELECT value FROM json_each(?)) GROUP BY task_id`,
    )
    .all(JSON.stringify(ids)) as RawRun[];
  return new Map(rows.map((row) => [row.taskId, row]));
}

function lastRunOf({ profile, engine, phases, at, revision, stale }: RawRun, present: number) {
  return {
    profile,
    engine,
    phases: JSON.parse(phases) as NonNullable<TaskRow["lastRun"]>["phases"],
    at,
    isCurrent: revision === present && stale === 0,
  };
}

/** How many tasks a project has, and how many of them have which findings and runs. */
export function taskCounts(db: ReadHandle, projectId: number): TaskCounts {
  return db
    .sql(
      `SELECT count(*) AS total, count(CASE WHEN category = 'Management' THEN 1 END) AS management,
         coalesce(sum(NOT is_clear), 0) AS interactive,
         coalesce(sum(task.ambiguities), 0) AS ambiguities,
         count(CASE WHEN found.errors > 0 THEN 1 END) AS withErrors,
         count(CASE WHEN found.warnings > 0 THEN 1 END) AS withWarnings,
         count(run.task_id) AS run, coalesce(sum(run.passed), 0) AS passed
       FROM task LEFT JOIN ${findingCounts} found ON found.task_id = task.id
         LEFT JOIN ${newestRun} run ON run.task_id = task.id
       WHERE task.project_id = @projectId`,
    )
    .get({ projectId }) as TaskCounts;
}

/** What the filters can offer: the values that occur, the most frequent first. */
export function taskFacets(db: ReadHandle, projectId: number): TaskFacets {
  const facet = (value: string, from = "task") =>
    db
      .sql(
        `SELECT ${value} AS value, count(DISTINCT task.id) AS tasks FROM ${from}
         WHERE task.project_id = ? AND ${value} IS NOT NULL GROUP BY 1 ORDER BY 2 DESC, 1`,
      )
      .all(projectId) as TaskFacets["rules"];
  return {
    databases: facet("task.database"),
    categories: facet("task.category"),
    tiers: facet("task.tier"),
    ambiguityTypes: facet("type.value", "task, json_each(task.ambiguity_types) type"),
    followUpTypes: facet("task.follow_up_type"),
    statuses: facet("task.status"),
    assignees: facet("task.assignee"),
    rules: facet("f.rule", "task JOIN task_finding f ON f.task_id = task.id"),
  };
}
