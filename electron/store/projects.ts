import type { EngineKind } from "#shared/domain/engine.ts";
import { defaultTaskSettings, type Project } from "#shared/domain/project.ts";
import type { QueryHandle, ReadHandle, WriteHandle } from "./handles.ts";
import { exerciseIds } from "./qualification.ts";
import { compiledOnce, query } from "./query.ts";
import { putSettingsOfProject, settingsOfProject } from "./settings.ts";
import { flagOf } from "./tables/column-types.ts";

const projects = query
  .selectFrom("project")
  .select(["id", "name", "databases_dir as databasesDir", "created_at as createdAt"])
  .select((of) => [
    of
      .selectFrom("item")
      .select(of.fn.countAll<number>().as("items"))
      .whereRef("item.project_id", "=", "project.id")
      .$asScalar()
      .$notNull()
      .as("itemCount"),
    of
      .selectFrom("task")
      .select(of.fn.countAll<number>().as("tasks"))
      .whereRef("task.project_id", "=", "project.id")
      .where("task.id", "not in", exerciseIds)
      .$asScalar()
      .$notNull()
      .as("taskCount"),
  ]);

/** A project as its table has it. */
type ProjectRow = Omit<Project, "taskSettings" | "reviewEngine">;

async function withSettings(db: ReadHandle, project: ProjectRow): Promise<Project> {
  const settings = await settingsOfProject(db, project.id);
  return {
    ...project,
    reviewEngine: settings["items.engine"],
    taskSettings: {
      engine: settings["tasks.engine"],
      profile: settings["tasks.profile"],
      databasesDir: settings["tasks.databasesDir"],
      serverUrl: settings["tasks.serverUrl"],
      timeLimitMs: settings["tasks.timeLimitMs"],
    },
  };
}

/** All projects, the oldest first. */
export const allProjects = async (db: ReadHandle): Promise<Project[]> =>
  Array.fromAsync(await db.all(projects.orderBy("id")), (project) => withSettings(db, project));

/** A project, or null. */
export const projectById = async (db: ReadHandle, id: number): Promise<Project | null> =>
  oneProject(db, await db.first(projects.where("id", "=", id)));

/** Whether there is a project of that id: what `projectById` counts takes long in a large one. */
export const hasProject = async (db: QueryHandle, id: number): Promise<boolean> =>
  (await db.first(oneId({ id }))) !== undefined;

const oneId = compiledOnce(
  ({ id }: { id: number }) => query.selectFrom("project").select("id").where("id", "=", id),
  { isRemembered: true },
);

/** The id of the project of that name, or null. */
export const idOfProject = async (db: QueryHandle, name: string): Promise<number | null> =>
  (await db.first(query.selectFrom("project").select("id").where("name", "=", name)))?.id ?? null;

/** The project of that name, or null. */
export const projectByName = async (db: ReadHandle, name: string): Promise<Project | null> =>
  oneProject(db, await db.first(projects.where("name", "=", name)));

const oneProject = async (db: ReadHandle, row: ProjectRow | undefined): Promise<Project | null> =>
  row === undefined ? null : await withSettings(db, row);

/** The project of that name, made where there is none; its databases folder becomes `databasesDir`. */
export async function ensureProject(
  db: WriteHandle,
  name: string,
  databasesDir: string,
  at: string,
): Promise<number> {
  const { id } = await db.one(
    query
      .insertInto("project")
      .values({ name, databases_dir: databasesDir, created_at: at })
      .onConflict((same) => same.column("name").doUpdateSet({ databases_dir: databasesDir }))
      .returning("id"),
  );
  return id;
}

/** Where the databases of imported tasks lie: the folder that was given, else the one of the tasks; and what can run them. */
interface DatabasesOfTasks {
  databasesDir: string | null;
  folder: string;
  engine: EngineKind;
}

/**
 * The project of that name, made where there is none with its databases in `databasesDir`, else in `folder`. A folder
 * that is given counts from now on for the tasks of a project that is there already; the engine is that of its first tasks.
 */
export async function ensureTaskProject(
  db: WriteHandle,
  name: string,
  { databasesDir, folder, engine }: DatabasesOfTasks,
  at: string,
): Promise<number> {
  const present = await projectByName(db, name);
  const id = present?.id ?? (await ensureProject(db, name, databasesDir ?? folder, at));
  const settings = present?.taskSettings ?? defaultTaskSettings;
  const isFirst = settings.databasesDir === "";
  if (databasesDir !== null || isFirst)
    await putSettingsOfProject(db, id, {
      "tasks.databasesDir": databasesDir ?? folder,
      ...(isFirst ? { "tasks.engine": engine } : {}),
    });
  return id;
}

/** Gives a project another name; false where another project has it. */
export async function renameProject(db: WriteHandle, id: number, name: string): Promise<boolean> {
  const other = await projectByName(db, name);
  if (other !== null && other.id !== id) return false;
  await db.run(query.updateTable("project").set({ name }).where("id", "=", id));
  return true;
}

/** Remembers for which account the evaluation of a project is wanted, so that it goes on after a restart; null: no more. */
export async function setEvaluating(db: WriteHandle, id: number, account: string | null): Promise<void> {
  const wanted = { evaluating: flagOf(account !== null), evaluating_for: account };
  await db.run(query.updateTable("project").set(wanted).where("id", "=", id));
}

/** The projects whose evaluation was under way when Querent was last closed or killed, and who started it where that is known. */
export async function projectsToEvaluate(
  db: ReadHandle,
): Promise<{ projectId: number; account: string | null }[]> {
  return db.all(
    query
      .selectFrom("project")
      .select(["id as projectId", "evaluating_for as account"])
      .where("evaluating", "=", 1)
      .orderBy("id"),
  );
}
