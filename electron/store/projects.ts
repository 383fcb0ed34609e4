import type { EngineKind } from "#shared/domain/engine.ts";
import { defaultTaskSettings, type Project } from "#shared/domain/project.ts";
import type { ReadHandle, WriteHandle } from "./handles.ts";
import { putSettingsOfProject, settingsOfProject } from "./settings.ts";

const columns = `id, name, databases_dir AS databasesDir, created_at AS createdAt,
  (SELECT count(*) FROM item WHERE item.project_id = project.id) AS itemCount,
  (SELECT count(*) FROM task WHERE task.project_id = project.id) AS taskCount`;

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
export function allProjects(db: ReadHandle): Project[] {
  const rows = db.sql(`SELECT ${columns} FROM project ORDER BY id`).all();
  return (rows as ProjectRow[]).map((project) => withSettings(db, project));
}

/** A project, or null. */
export function projectById(db: ReadHandle, id: number): Project | null {
  return oneProject(db, db.sql(`SELECT ${columns} FROM project WHERE id = ?`).get(id));
}

/** The project of that name, or null. */
export function projectByName(db: ReadHandle, name: string): Project | null {
  return oneProject(db, db.sql(`SELECT ${columns} FROM project WHERE name = ?`).get(name));
}

function oneProject(db: ReadHandle, row: unknown): Project | null {
  return row === undefined ? null : withSettings(db, row as ProjectRow);
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
  db.sql("UPDATE project SET name = ? WHERE id = ?").run(name, id);
  return true;
}

/** Remembers for which account the evaluation of a project is wanted, so that it goes on after a restart; null: no more. */
export function setEvaluating(db: WriteHandle, id: number, account: string | null): void {
  db.sql("UPDATE project SET evaluating = ?, evaluating_for = ? WHERE id = ?").run(
    account === null ? 0 : 1,
    account,
    id,
  );
}

/** The projects whose evaluation was under way when Querent was last closed or killed, and who started it where that is known. */
export function projectsToEvaluate(db: ReadHandle): { projectId: number; account: string | null }[] {
  const rows = db
    .sql("SELECT id AS projectId, evaluating_for AS account FROM project WHERE evaluating = 1 ORDER BY id")
    .all();
  return rows as { projectId: number; account: string | null }[];
}
