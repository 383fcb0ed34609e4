import type { EngineKind } from "#shared/domain/engine.ts";
import { defaultTaskSettings, type Project } from "#shared/domain/project.ts";
import type { ReadHandle, WriteHandle } from "./handles.ts";
import { query } from "./query.ts";
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
      .$asScalar()
      .$notNull()
      .as("taskCount"),
  ]);

/** A project as its table has it. */
type ProjectRow = Omit<Project, "taskSettings" | "reviewEngine">;

function withSettings(db: ReadHandle, project: ProjectRow): Project {
  const settings = settingsOfProject(db, project.id);
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
export const allProjects = (db: ReadHandle): Project[] =>
  db.all(projects.orderBy("id")).map((project) => withSettings(db, project));

/** A project, or null. */
export const projectById = (db: ReadHandle, id: number): Project | null =>
  oneProject(db, db.first(projects.where("id", "=", id)));

/** The project of that name, or null. */
export const projectByName = (db: ReadHandle, name: string): Project | null =>
  oneProject(db, db.first(projects.where("name", "=", name)));

const oneProject = (db: ReadHandle, row: ProjectRow | undefined): Project | null =>
  row === undefined ? null : withSettings(db, row);

/** The project of that name, made where there is none; its databases folder becomes `databasesDir`. */
export function ensureProject(db: WriteHandle, name: string, databasesDir: string, at: string): number {
  const { id } = db.one(
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
export function ensureTaskProject(
  db: WriteHandle,
  name: string,
  { databasesDir, folder, engine }: DatabasesOfTasks,
  at: string,
): number {
  const present = projectByName(db, name);
  const id = present?.id ?? ensureProject(db, name, databasesDir ?? folder, at);
  const settings = present?.taskSettings ?? defaultTaskSettings;
  const isFirst = settings.databasesDir === "";
  if (databasesDir !== null || isFirst)
    putSettingsOfProject(db, id, {
      "tasks.databasesDir": databasesDir ?? folder,
      ...(isFirst ? { "tasks.engine": engine } : {}),
    });
  return id;
}

/** Gives a project another name; false where another project has it. */
export function renameProject(db: WriteHandle, id: number, name: string): boolean {
  const other = projectByName(db, name);
  if (other !== null && other.id !== id) return false;
  db.run(query.updateTable("project").set({ name }).where("id", "=", id));
  return true;
}

/** Remembers for which account the evaluation of a project is wanted, so that it goes on after a restart; null: no more. */
export function setEvaluating(db: WriteHandle, id: number, account: string | null): void {
  const wanted = { evaluating: flagOf(account !== null), evaluating_for: account };
  db.run(query.updateTable("project").set(wanted).where("id", "=", id));
}

/** The projects whose evaluation was under way when Querent was last closed or killed, and who started it where that is known. */
export function projectsToEvaluate(db: ReadHandle): { projectId: number; account: string | null }[] {
  return db.all(
    query
      .selectFrom("project")
      .select(["id as projectId", "evaluating_for as account"])
      .where("evaluating", "=", 1)
      .orderBy("id"),
  );
}
