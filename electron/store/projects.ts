import type { Project } from "#shared/domain/project.ts";
import type { ReadHandle, WriteHandle } from "./handles.ts";

const columns = `id, name, databases_dir AS databasesDir, created_at AS createdAt,
  (SELECT count(*) FROM item WHERE item.project_id = project.id) AS itemCount`;

/** All projects, the oldest first. */
export function allProjects(db: ReadHandle): Project[] {
  return db.sql(`SELECT ${columns} FROM project ORDER BY id`).all() as Project[];
}

export function projectById(db: ReadHandle, id: number): Project | null {
  return (db.sql(`SELECT ${columns} FROM project WHERE id = ?`).get(id) as Project | undefined) ?? null;
}

export function projectByName(db: ReadHandle, name: string): Project | null {
  return (db.sql(`SELECT ${columns} FROM project WHERE name = ?`).get(name) as Project | undefined) ?? null;
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
