import { randomUUID } from "node:crypto";
import { existsSync, renameSync, rmSync } from "node:fs";
import type Database from "better-sqlite3";
import { defineRowSum, dropRowSums, sumRows } from "./row-sums.ts";
import { schema1 } from "./schema-1.ts";
import { schema2 } from "./schema-2.ts";
import { schema6 } from "./schema-6.ts";
import { schema7 } from "./schema-7.ts";
import { schema8 } from "./schema-8.ts";
import { schema9 } from "./schema-9.ts";
import { schema10 } from "./schema-10.ts";
import { schema11 } from "./schema-11.ts";
import { schema12 } from "./schema-12.ts";
import { schema13 } from "./schema-13.ts";
import { schema14 } from "./schema-14.ts";
import { schema15 } from "./schema-15.ts";
import { schema16 } from "./schema-16.ts";
import { schema17 } from "./schema-17.ts";
import { schema18 } from "./schema-18.ts";
import { schema19 } from "./schema-19.ts";
import { schema20 } from "./schema-20.ts";
import { schema21 } from "./schema-21.ts";
import { schema22 } from "./schema-22.ts";
import { schema23 } from "./schema-23.ts";
import { schema24 } from "./schema-24.ts";
import { schema25 } from "./schema-25.ts";
import { schema27 } from "./schema-27.ts";
import { schema28 } from "./schema-28.ts";
import { schema29 } from "./schema-29.ts";
import { schema30 } from "./schema-30.ts";
import { WorkspaceRefused } from "./workspace-refused.ts";

/** "QRNT": marks an SQLite file as a workspace, so that no other program's file is ever migrated. */
export const applicationId = 0x51524e54;

/** Writing tasks: the status of each, who works on it, what its changes changed, and templates to begin with. */
const schema3 = `
ALTER TABLE task ADD COLUMN status TEXT NOT NULL DEFAULT 'draft'
  CHECK (status IN ('draft', 'in-check', 'accepted', 'rejected'));
ALTER TABLE task ADD COLUMN assignee TEXT;

-- Where a task was put and to whom it was given, append-only; task.status and task.assignee are what the newest says.
CREATE TABLE task_state_event (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  task_id INTEGER NOT NULL REFERENCES task (id),
  actor TEXT NOT NULL,
  at TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('draft', 'in-check', 'accepted', 'rejected')),
  assignee TEXT
) STRICT;
CREATE INDEX task_state_event_by_task ON task_state_event (task_id, seq);
CREATE TRIGGER task_state_event_is_never_changed BEFORE UPDATE ON task_state_event
BEGIN SELECT RAISE(ABORT, 'task events are append-only'); END;
CREATE TRIGGER task_state_event_is_never_deleted BEFORE DELETE ON task_state_event
BEGIN SELECT RAISE(ABORT, 'task events are append-only'); END;

-- JSON list of the parts of the task that the change changed; NULL in changes of before this column.
ALTER TABLE task_event ADD COLUMN parts TEXT;

-- Tasks that new ones of a project begin as.
CREATE TABLE task_template (
  id INTEGER PRIMARY KEY,
  project_id INTEGER NOT NULL REFERENCES project (id),
  name TEXT NOT NULL,
  task TEXT NOT NULL,
  made_by TEXT NOT NULL,
  made_at TEXT NOT NULL,
  UNIQUE (project_id, name)
) STRICT;
`;

/** Edits of accepted tasks put them back to submitted. */
const schema4 = `
-- The revision of the edit that put the task there; NULL where a person did.
ALTER TABLE task_state_event ADD COLUMN revision INTEGER;
`;

/** A project's settings by their keys, so that a new one needs no column; whose limit an evaluation runs under. */
const schema5 = `
-- What is set for a project, as JSON under the key of shared/settings; what is missing has its default. Never holds a password.
CREATE TABLE project_setting (
  project_id INTEGER NOT NULL REFERENCES project (id),
  key TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (project_id, key)
) STRICT, WITHOUT ROWID;
INSERT INTO project_setting
  SELECT project_id, 'tasks.engine', json_quote(engine) FROM task_setting
  UNION ALL SELECT project_id, 'tasks.profile', json_quote(profile) FROM task_setting
  UNION ALL SELECT project_id, 'tasks.databasesDir', json_quote(databases_dir) FROM task_setting
  UNION ALL SELECT project_id, 'tasks.serverUrl', json_quote(server_url) FROM task_setting;
DROP TABLE task_setting;

-- The account that started the evaluation of the project's items, NULL where that was before this column.
ALTER TABLE project ADD COLUMN evaluating_for TEXT;
`;

/** A table by the name of what it holds; the same on a server. */
export const schema31 = "ALTER TABLE task_look RENAME TO task_finding_origin";

/** Checksums of all rows, which follow every migration (row-sums.ts). */
const schema26 = "";

/** The SQL that leads from version n to n + 1 of the workspace, in order; only ever appended to. */
export const migrations: readonly string[] = [
  schema1,
  schema2,
  schema3,
  schema4,
  schema5,
  schema6,
  schema7,
  schema8,
  schema9,
  schema10,
  schema11,
  schema12,
  schema13,
  schema14,
  schema15,
  schema16,
  schema17,
  schema18,
  schema19,
  schema20,
  schema21,
  schema22,
  schema23,
  schema24,
  schema25,
  schema26,
  schema27,
  schema28,
  schema29,
  schema30,
  schema31,
];

/**
 * Brings a workspace to the newest version, all steps in one transaction. What an earlier version wrote is backed up beside the file
 * before; a new workspace has nothing to lose.
 * Throws `WorkspaceRefused` for a file of another program or of a newer Querent; that file is left as it is.
 */
export function migrate(connection: Database.Database, path: string, steps = migrations): void {
  const versionNow = () => connection.pragma("user_version", { simple: true }) as number;
  refuseForeign(connection, path, steps);
  defineRowSum(connection);
  const version = versionNow();
  if (version === steps.length) return;
  const partial = `${path}.${randomUUID()}.partial`;
  try {
    if (version > 0) connection.prepare("VACUUM INTO ?").run(partial);
    connection
      .transaction(() => {
        // Another process may have taken the same steps, and kept its backup, while this one waited for the lock.
        const left = steps.slice(versionNow());
        if (left.length === 0) return;
        if (version > 0) renameSync(partial, backupPath(path, version));
        dropRowSums(connection);
        for (const step of left) connection.exec(step);
        connection.pragma(`application_id = ${applicationId}`);
        connection.pragma(`user_version = ${steps.length}`);
        sumRows(connection);
      })
      .immediate();
  } finally {
    rmSync(partial, { force: true });
  }
}

/** Throws `WorkspaceRefused` unless the file is empty or a workspace that these steps can bring up to date. */
export function refuseForeign(connection: Database.Database, path: string, steps = migrations): void {
  const id = connection.pragma("application_id", { simple: true });
  const version = connection.pragma("user_version", { simple: true }) as number;
  const objects = connection.prepare("SELECT count(*) FROM sqlite_schema").pluck().get() as number;
  const fresh = id === 0 && objects === 0 && version === 0;
  if (id !== applicationId && !fresh) throw new WorkspaceRefused("foreign", path);
  if (version > steps.length) throw new WorkspaceRefused("newer", path);
}

/** The first free name beside the workspace: an older backup is never overwritten. */
function backupPath(path: string, version: number): string {
  const base = `${path}.v${version}-backup`;
  for (let n = 1; ; n += 1) {
    const candidate = n === 1 ? base : `${base}-${n}`;
    if (!existsSync(candidate)) return candidate;
  }
}
