import type { EngineKind } from "#shared/domain/engine.ts";
import { defaultTaskSettings, type Project, type TaskSettings } from "#shared/domain/project.ts";
import type { ReadHandle, WriteHandle } from "./handles.ts";

const columns = `id, name, project.databases_dir AS databasesDir, created_at AS createdAt,
  (SELECT count(*) FROM item WHERE item.project_id = project.id) AS itemCount,
  (SELECT count(*) FROM task WHERE task.project_id = project.id) AS taskCount,
  coalesce(engine, '${defaultTaskSettings.engine}') AS engine,
  coalesce(profile, '${defaultTaskSettings.profile}') AS profile,
  coalesce(task_setting.databases_dir, '') AS taskDatabasesDir, coalesce(server_url, '') AS serverUrl`;
const from = "project LEFT JOIN task_setting ON project_id = project.id";

interface ProjectRow extends Omit<Project, "taskSettings">, Omit<TaskSettings, "databasesDir"> {
  taskDatabasesDir: string;
}

function projectOf({ engine, profile, taskDatabasesDir, serverUrl, ...project }: ProjectRow): Project {
  return { ...project, taskSettings: { engine, profile, databasesDir: taskDatabasesDir, serverUrl } };
}

/** All projects, the oldest first. */
export function allProjects(db: ReadHandle): Project[] {
  return (db.sql(`SELECT ${columns} FROM ${from} ORDER BY id`).all() as ProjectRow[]).map(projectOf);
}

/** A project, or null. */
export function projectById(db: ReadHandle, id: number): Project | null {
  const row = db.sql(`SELECT ${columns} FROM ${from} WHERE id = ?`).get(id);
  return row === undefined ? null : projectOf(row as ProjectRow);
}

/** The project of that name, or null. */
export function projectByName(db: ReadHandle, name: string): Project | null {
  const row = db.sql(`SELECT ${columns} FROM ${from} WHERE name = ?`).get(name);
  return row === undefined ? null : projectOf(row as ProjectRow);
}

/** Says on what the tasks of a project run. */
export function putTaskSettings(db: WriteHandle, id: number, settings: TaskSettings): void {
  db.sql(
    "INSERT OR REPLACE INTO task_setting (project_id, engine, profile, databases_dir, server_url) VALUES (?, ?, ?, ?, ?)",
  ).run(id, settings.engine, settings.profile, settings.databasesDir, settings.serverUrl);
}

/** The project of that name, made where there is none; its databases folder becomes `databasesDir`. */
export function ensureProject(db: WriteHandle, name: string, databasesDir: string, at: string): number {
  return (
    db
      .sql(
        `INSERT INTO project (name, databases_dir, created_at) VALUES (?, ?, ?)
         ON CONFLICT (name) DO UPDATE SET databases_dir = excluded.databases_dir RETURNING id`,
      )
      .get(name, databasesDir, at) as { id: number }
  ).id;
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
    putTaskSettings(db, id, {
      ...settings,
      databasesDir: databasesDir ?? folder,
      ...(isFirst ? { engine } : {}),
    });
  return id;
}

/** Says where the databases of a project lie. */
export function setDatabasesDir(db: WriteHandle, id: number, databasesDir: string): void {
  db.sql("UPDATE project SET databases_dir = ? WHERE id = ?").run(databasesDir, id);
}

/** Remembers whether the evaluation of a project is wanted, so that it goes on after a restart. */
export function setEvaluating(db: WriteHandle, id: number, wanted: boolean): void {
  db.sql("UPDATE project SET evaluating = ? WHERE id = ?").run(wanted ? 1 : 0, id);
}

/** The projects whose evaluation was under way when Querent was last closed or killed. */
export function projectsToEvaluate(db: ReadHandle): number[] {
  const rows = db.sql("SELECT id FROM project WHERE evaluating = 1 ORDER BY id").all();
  return (rows as { id: number }[]).map(({ id }) => id);
}
