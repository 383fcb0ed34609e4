import {
  type Compilable,
  type Expression,
  type ExpressionBuilder,
  type InferResult,
  type RawBuilder,
  sql,
} from "kysely";
import type { TaskCounts, TaskFacets, TaskFilter, TaskRow, TaskSort } from "#shared/contract/task-list.ts";
import type { TaskStatus } from "#shared/domain/task-status.ts";
import { among, jsonListHas, jsonListRows, listedRows, positionIn } from "./dialect.ts";
import type { ReadHandle } from "./handles.ts";
import { exerciseIds } from "./qualification.ts";
import { asFlag, query } from "./query.ts";
import { parsed } from "./tables/column-types.ts";
import type { WorkspaceTables } from "./tables/workspace-tables.ts";

/** The newest run of each task's gold, whatever its profile; the first by name where two ended at one time. */
const newestRuns = query
  .selectFrom("task_run as r")
  .select([
    "r.task_id",
    "r.profile",
    "r.engine",
    "r.phases",
    "r.at",
    "r.revision",
    "r.stale",
    "r.passed",
    "r.differs",
  ])
  .where((of) =>
    of.not(
      of.exists(
        of
          .selectFrom("task_run as later")
          .select("later.at")
          .whereRef("later.task_id", "=", "r.task_id")
          .where((other) =>
            other.or([
              other("later.at", ">", other.ref("r.at")),
              other.and([
                other("later.at", "=", other.ref("r.at")),
                other("later.profile", "<", other.ref("r.profile")),
              ]),
            ]),
          ),
      ),
    ),
  );

/** How many findings of each severity a task has. */
const findingCounts = query
  .selectFrom("task_finding as f")
  .select((of) => [
    "f.task_id",
    of.fn.countAll<number>().filterWhere("f.severity", "=", "error").as("errors"),
    of.fn.countAll<number>().filterWhere("f.severity", "=", "warning").as("warnings"),
    of.fn.countAll<number>().filterWhere("f.severity", "=", "info").as("infos"),
  ])
  .groupBy("f.task_id");

const idsOfProject = (projectId: number) =>
  query.selectFrom("task as t").select("t.id").where("t.project_id", "=", projectId);

/** The ids of a project's tasks that pass the filter, in the order asked. */
export async function taskIds(
  db: ReadHandle,
  projectId: number,
  filter: TaskFilter,
  sort: TaskSort,
): Promise<number[]> {
  const { by } = sort;
  const { lastRun } = filter;
  const direction = sort.descending ? "desc" : "asc";
  const inProject = idsOfProject(projectId);
  return db.values(
    filteredTasks(projectId, filter)
      .$if(lastRun !== undefined || by === "last-run", (tasks) =>
        tasks
          .leftJoin(newestRuns.where("r.task_id", "in", inProject).as("run"), "run.task_id", "task.id")
          .$if(lastRun === "passed", (those) => those.where("run.passed", "=", 1))
          .$if(lastRun === "failed", (those) => those.where("run.passed", "=", 0))
          .$if(lastRun === "differs", (those) => those.where("run.differs", "=", 1))
          .$if(lastRun === "none", (those) => those.where("run.task_id", "is", null))
          .$if(by === "last-run", (those) =>
            those
              .orderBy((of) => asFlag(of("run.at", "is not", null)), direction)
              .orderBy("run.at", direction),
          ),
      )
      .$if(by === "findings", (tasks) =>
        tasks
          .leftJoin(findingCounts.where("f.task_id", "in", inProject).as("found"), "found.task_id", "task.id")
          .orderBy((of) => of.fn.coalesce("found.errors", of.lit(0)), direction)
          .orderBy((of) => of.fn.coalesce("found.warnings", of.lit(0)), direction)
          .orderBy((of) => of.fn.coalesce("found.infos", of.lit(0)), direction),
      )
      .$if(by === "id", (tasks) => tasks.orderBy("task.instance_id", direction))
      .$if(by === "database", (tasks) => tasks.orderBy("task.database", direction))
      .$if(by === "ambiguities", (tasks) => tasks.orderBy("task.ambiguities", direction))
      .$if(by === "status", (tasks) => tasks.orderBy((of) => statusRank(of.ref("task.status")), direction))
      .$if(by === "assignee", (tasks) =>
        tasks
          .orderBy((of) => asFlag(of("task.assignee", "is", null)), direction)
          .orderBy("task.assignee", direction),
      )
      .orderBy("task.idx", by === "file" ? direction : "asc"),
  );
}

/** From draft to rejected, as a task goes. */
const statusRank = (status: Expression<TaskStatus>): RawBuilder<number> =>
  sql`case ${status} when 'draft' then 0 when 'in-check' then 1 when 'accepted' then 2 else 3 end`;

/** The tasks that pass what the filter says of the task and its findings. */
function filteredTasks(projectId: number, filter: TaskFilter) {
  const { text, assignee, ambiguityType, rule, findings } = filter;
  const equal = {
    "task.database": filter.database,
    "task.category": filter.category,
    "task.tier": filter.tier,
    "task.follow_up_type": filter.followUpType,
    "task.status": filter.status,
  };
  return query
    .selectFrom("task")
    .select("task.id")
    .where("task.project_id", "=", projectId)
    .where((of) => {
      const found = of.selectFrom("task_finding as f").select("f.id").whereRef("f.task_id", "=", "task.id");
      const words = of
        .selectFrom("task_words as w")
        .select("w.task_id")
        .whereRef("w.task_id", "=", "task.id");
      return of.and([
        ...Object.entries(equal).flatMap(([column, value]) =>
          value === undefined ? [] : [of(sql.ref(column), "=", value)],
        ),
        ...(text
          ? [of.exists(words.where((of) => of(positionIn(text.toLowerCase(), of.ref("w.words")), ">", 0)))]
          : []),
        ...(assignee === undefined ? [] : [of(of.fn.coalesce("task.assignee", sql.lit("")), "=", assignee)]),
        ...(ambiguityType === undefined ? [] : [jsonListHas(of.ref("task.ambiguity_types"), ambiguityType)]),
        ...(rule === undefined ? [] : [of.exists(found.where("f.rule", "=", rule))]),
        ...(findings === "any" ? [of.exists(found)] : []),
        ...(findings === "none" ? [of.not(of.exists(found))] : []),
        ...(findings === "error" || findings === "warning"
          ? [of.exists(found.where("f.severity", "=", findings))]
          : []),
      ]);
    });
}

/** Lines for the given tasks of a project, in the order of the ids; ids of other projects are left out. */
export async function taskRows(
  db: ReadHandle,
  projectId: number,
  ids: readonly number[],
): Promise<TaskRow[]> {
  const rows = await db.all(
    query
      .selectFrom(listedRows(ids).as("wanted"))
      .innerJoin("task", "task.id", "wanted.value")
      .select(["task.id as taskId", "task.idx as index", "task.revision", "task.instance_id as instanceId"])
      .select(["task.database", "task.category", "task.tier as difficultyTier", "task.is_clear as isClear"])
      .select(["task.question", "task.ambiguities", "task.follow_up_type as followUpType"])
      .select(["task.has_follow_up as hasFollowUp", "task.status", "task.assignee"])
      .select((of) => asFlag(of("task.id", "in", exerciseIds)).as("isExercise"))
      .where("task.project_id", "=", projectId)
      .orderBy("wanted.position"),
  );
  const runs = new Map(
    (await db.all(newestRuns.where("r.task_id", "in", among(ids)))).map((run) => [run.task_id, run]),
  );
  const found = new Map(
    (await db.all(findingCounts.where("f.task_id", "in", among(ids)))).map((counts) => [
      counts.task_id,
      counts,
    ]),
  );
  return rows.map(({ revision, ...row }) => {
    const run = runs.get(row.taskId);
    const { errors = 0, warnings = 0, infos = 0 } = found.get(row.taskId) ?? {};
    return {
      ...row,
      isClear: row.isClear === 1,
      hasFollowUp: row.hasFollowUp === 1,
      isExercise: row.isExercise === 1,
      findings: { error: errors, warning: warnings, info: infos },
      lastRun: run === undefined ? null : lastRunOf(run, revision),
    };
  });
}

type Run = InferResult<typeof newestRuns>[number];

const lastRunOf = ({ profile, engine, phases, at, revision, stale }: Run, present: number) => ({
  profile,
  engine,
  phases: parsed(phases),
  at,
  isCurrent: revision === present && stale === 0,
});

/** How many tasks a project has, and how many of them have which findings and runs. */
export async function taskCounts(db: ReadHandle, projectId: number): Promise<TaskCounts> {
  const inProject = idsOfProject(projectId);
  return db.one(
    query
      .selectFrom("task")
      .leftJoin(findingCounts.where("f.task_id", "in", inProject).as("found"), "found.task_id", "task.id")
      .leftJoin(newestRuns.where("r.task_id", "in", inProject).as("run"), "run.task_id", "task.id")
      .select((of) => [
        of.fn.countAll<number>().as("total"),
        of.fn.countAll<number>().filterWhere("task.category", "=", "Management").as("management"),
        of.fn.countAll<number>().filterWhere("task.is_clear", "=", 0).as("interactive"),
        of.fn.coalesce(of.fn.sum<number>("task.ambiguities"), of.lit(0)).as("ambiguities"),
        of.fn.countAll<number>().filterWhere("found.errors", ">", 0).as("withErrors"),
        of.fn.countAll<number>().filterWhere("found.warnings", ">", 0).as("withWarnings"),
        of.fn.count<number>("run.task_id").as("run"),
        of.fn.countAll<number>().filterWhere("run.passed", "=", 1).as("passed"),
      ])
      .where("task.project_id", "=", projectId)
      .where("task.id", "not in", exerciseIds),
  );
}

/** What the filters can offer: the values that occur, the most frequent first. */
export async function taskFacets(db: ReadHandle, projectId: number): Promise<TaskFacets> {
  const tasks = query.selectFrom("task").where("task.project_id", "=", projectId);
  const facet = async (values: Compilable<{ value: string | null; tasks: number }>) =>
    (await db.all(values)).flatMap(({ value, tasks: count }) =>
      value === null ? [] : [{ value, tasks: count }],
    );
  const column = (name: "database" | "category" | "tier" | "follow_up_type" | "status" | "assignee") =>
    facet(
      tasks
        .select((of) => [of.ref(`task.${name}`).as("value"), of.fn.countAll<number>().as("tasks")])
        .groupBy("value")
        .orderBy("tasks", "desc")
        .orderBy("value"),
    );
  const counted = (of: ExpressionBuilder<WorkspaceTables, "task">) =>
    of.fn.count<number>("task.id").distinct().as("tasks");
  return {
    databases: await column("database"),
    categories: await column("category"),
    tiers: await column("tier"),
    ambiguityTypes: await facet(
      tasks
        .innerJoin(
          (of) => jsonListRows(of.ref("task.ambiguity_types")).as("type"),
          (join) => join.onTrue(),
        )
        .select((of) => ["type.value", of.fn.count<number>("task.id").distinct().as("tasks")])
        .groupBy("type.value")
        .orderBy("tasks", "desc")
        .orderBy("type.value"),
    ),
    followUpTypes: await column("follow_up_type"),
    statuses: await column("status"),
    assignees: await column("assignee"),
    rules: await facet(
      tasks
        .innerJoin("task_finding as f", "f.task_id", "task.id")
        .select((of) => ["f.rule as value", counted(of)])
        .groupBy("f.rule")
        .orderBy("tasks", "desc")
        .orderBy("f.rule"),
    ),
  };
}
