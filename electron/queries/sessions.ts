import type { DatabaseRef, EngineModule, QuerySession } from "../engines/engine.ts";
import { engines, loadEngine } from "../engines/registry.ts";
import type { ReachServer } from "../processes/confine.ts";

/** An open database and what it was when it was opened. */
export interface OpenSession {
  session: QuerySession;
  identity: string;
}

/** The open databases of a query worker; the least recently used of them are closed first. */
export interface DatabaseSessions {
  /** The session of a database, opened anew where it has changed since or was lost; null where it is missing. */
  open(database: DatabaseRef): Promise<OpenSession | null>;
  /** What the open databases may take of this process's memory, before any statement runs. */
  readonly bytes: number;
}

interface Entry extends OpenSession {
  bytes: number;
}

/** `scratch` is a private folder for the files of engines; `reachServer` opens the way to a database's server. */
export function createDatabaseSessions(scratch: string, reachServer: ReachServer): DatabaseSessions {
  const sessions = new Map<string, Entry>();
  // Even where a module is loaded, importing it again costs as much as running a short statement.
  const modules = new Map<string, EngineModule>();

  async function moduleOf(engine: DatabaseRef["engine"]): Promise<EngineModule> {
    const module = modules.get(engine) ?? (await loadEngine(engine));
    modules.set(engine, module);
    return module;
  }

  async function close(key: string): Promise<void> {
    const open = sessions.get(key);
    sessions.delete(key);
    if (!open?.session.isLost) await open?.session.close();
  }

  /** Closes the least recently used sessions of an engine until another one fits. */
  async function makeRoom(prefix: string, openAtOnce: number): Promise<void> {
    const keys = [...sessions.keys()].filter((key) => key.startsWith(prefix));
    for (const key of keys.slice(0, Math.max(0, keys.length - openAtOnce + 1))) await close(key);
  }

  async function openNew(module: EngineModule, database: DatabaseRef): Promise<Omit<Entry, "identity">> {
    if ("server" in database) reachServer(database.server);
    const before = process.memoryUsage.rss();
    const session = await module.openSession(database, scratch);
    const grown = Math.max(0, process.memoryUsage.rss() - before);
    return { session, bytes: module.ownBytes === 0 ? 0 : grown + module.ownBytes };
  }

  return {
    get bytes() {
      return [...sessions.values()].reduce((sum, { bytes }) => sum + bytes, 0);
    },
    async open(database) {
      const module = await moduleOf(database.engine);
      const prefix = `${database.engine}\0`;
      const key = prefix + ("path" in database ? database.path : database.database);
      const identity = module.identity(database);
      const known = sessions.get(key);
      if (known && known.identity === identity && !known.session.isLost) {
        sessions.delete(key);
        sessions.set(key, known);
        return known;
      }
      await close(key);
      if (identity === null) return null;
      await makeRoom(prefix, engines[database.engine].openAtOnce);
      const opened = { ...(await openNew(module, database)), identity };
      sessions.set(key, opened);
      return opened;
    },
  };
}
