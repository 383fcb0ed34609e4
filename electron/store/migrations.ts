import { existsSync } from "node:fs";
import type Database from "better-sqlite3";
import { schema1 } from "./schema-1.ts";
import { schema2 } from "./schema-2.ts";
import { schema3 } from "./schema-3.ts";
import { schema4 } from "./schema-4.ts";
import { schema5 } from "./schema-5.ts";
import { schema6 } from "./schema-6.ts";
import { WorkspaceRefused } from "./workspace-refused.ts";

/** "QRNT": marks an SQLite file as a workspace, so that no other program's file is ever migrated. */
export const applicationId = 0x51524e54;

/** The SQL that leads from version n to n + 1 of the workspace, in order; only ever appended to. */
export const migrations: readonly string[] = [schema1, schema2, schema3, schema4, schema5, schema6];

/**
 * Brings a workspace to the newest version, each step in a transaction of its own. What an earlier version wrote is backed up
 * beside the file before the first step; a new workspace has nothing to lose.
 * Throws `WorkspaceRefused` for a file of another program or of a newer Querent; that file is left as it is.
 */
export function migrate(connection: Database.Database, path: string, steps = migrations): void {
  const version = connection.pragma("user_version", { simple: true }) as number;
  refuseForeign(connection, path, steps);
  for (let from = version; from < steps.length; from += 1) {
    if (from === version && from > 0) connection.prepare("VACUUM INTO ?").run(backupPath(path, from));
    connection
      .transaction(() => {
        // Another process may have taken the same step while this one waited for the lock.
        if (connection.pragma("user_version", { simple: true }) !== from) return;
        connection.exec(steps[from] ?? "");
        connection.pragma(`application_id = ${applicationId}`);
        connection.pragma(`user_version = ${from + 1}`);
      })
      .immediate();
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
