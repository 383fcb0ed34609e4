import type { DatabaseRef, QueryEngine, QuerySession } from "../engines/engine.ts";

/** Databases that stay open in a query worker, so that a batch over twenty databases opens each of them once. */
const keptOpen = 32;

/** An open database and what its file was when it was opened. */
export interface OpenSession {
  session: QuerySession;
  identity: string;
}

/** The open databases of a query worker; the least recently used of them are closed first. */
export interface DatabaseSessions {
  /** The session of a database, opened anew where its file changed since; null where the file is missing. */
  open(database: DatabaseRef): Promise<OpenSession | null>;
}

/** `identityOf` tells one state of a database from another, null where there is none. */
export function createDatabaseSessions(
  engine: QueryEngine,
  identityOf: (database: DatabaseRef) => string | null,
): DatabaseSessions {
  const sessions = new Map<string, OpenSession>();

  async function close(path: string): Promise<void> {
    const open = sessions.get(path);
    sessions.delete(path);
    await open?.session.close();
  }

  return {
    async open(database) {
      const identity = identityOf(database);
      const kept = sessions.get(database.path);
      if (kept && kept.identity === identity) {
        sessions.delete(database.path);
        sessions.set(database.path, kept);
        return kept;
      }
      await close(database.path);
      if (identity === null) return null;
      const [oldest] = sessions.keys();
      if (oldest !== undefined && sessions.size >= keptOpen) await close(oldest);
      const opened = { session: await engine.open(database), identity };
      sessions.set(database.path, opened);
      return opened;
    },
  };
}
