import type { Compilable } from "kysely";
import { LateQuery, NoRow, type Transactions, type WriteHandle } from "../handles.ts";
import { compiledForServer } from "../query.ts";
import type { ServerSession, ServerSessions } from "./server-session.ts";

/** How long a write waits for another host's, in milliseconds, before it answers "locked". */
const lockPatienceMs = 15_000;
/** One number for all hosts: whoever writes to the workspace of this database holds it until its commit. */
const writeLock = 0x51524e54;
const rowsAtOnce = 500;

/** Where hosts tell each other that they have committed something. */
export const commitChannel = "querent_commit";

/**
 * The transactions of a workspace on a server. A read sees one commit. A write holds one lock for all hosts from its beginning until
 * others see what it did: numbers that are taken in it stand in the order of the commits, and nothing else is between BEGIN and COMMIT.
 */
export function transactionsOnServer({ withSession }: ServerSessions, hostId: string): Transactions {
  const transaction = <T>(begin: string, work: (db: WriteHandle) => Promise<T> | T): Promise<T> =>
    withSession(async (session) => {
      const state = { hasEnded: false, hasWritten: false };
      try {
        await session.run(begin);
        const answer = await work(handleOnServer(session, state));
        state.hasEnded = true;
        await session.run(state.hasWritten ? `NOTIFY ${commitChannel}, '${hostId}'; COMMIT` : "COMMIT");
        return answer;
      } catch (error) {
        state.hasEnded = true;
        // Where the connection is lost the server takes it back by itself.
        await session.run("ROLLBACK").catch(() => undefined);
        throw error;
      }
    });
  return {
    read: (work) => transaction("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", work),
    write: (work) =>
      transaction(
        `BEGIN; SET LOCAL lock_timeout = ${lockPatienceMs}; SELECT pg_advisory_xact_lock(${writeLock})`,
        work,
      ),
  };
}

function handleOnServer(
  session: ServerSession,
  state: { hasEnded: boolean; hasWritten: boolean },
): WriteHandle {
  const ask = async (query: Compilable) => {
    if (state.hasEnded) throw new LateQuery();
    return session.ask(compiledForServer(query));
  };
  let cursors = 0;
  const handle = {
    all: async (query: Compilable) => (await ask(query)).rows,
    first: async (query: Compilable) => (await ask(query)).rows[0],
    async one(query: Compilable) {
      const [row] = (await ask(query)).rows;
      if (row === undefined) throw new NoRow(compiledForServer(query).sql);
      return row;
    },
    values: async (query: Compilable) => (await ask(query)).rows.map((row) => Object.values(row)[0]),
    async *each(query: Compilable) {
      if (state.hasEnded) throw new LateQuery();
      const { sql, parameters } = compiledForServer(query);
      cursors += 1;
      const cursor = `rows_${cursors}`;
      await session.ask({ sql: `DECLARE ${cursor} NO SCROLL CURSOR FOR ${sql}`, parameters });
      while (!state.hasEnded) {
        const { rows } = await session.ask({ sql: `FETCH ${rowsAtOnce} FROM ${cursor}`, parameters: [] });
        yield* rows;
        if (rows.length < rowsAtOnce) break;
      }
      if (!state.hasEnded) await session.run(`CLOSE ${cursor}`);
    },
    async run(query: Compilable) {
      state.hasWritten = true;
      return (await ask(query)).changed;
    },
    async savepoint<T>(work: () => Promise<T>): Promise<T> {
      await session.run("SAVEPOINT part");
      try {
        const answer = await work();
        await session.run("RELEASE SAVEPOINT part");
        return answer;
      } catch (error) {
        await session.run("ROLLBACK TO SAVEPOINT part; RELEASE SAVEPOINT part");
        throw error;
      }
    },
  };
  // Rows are what the types of their queries say, as on SQLite.
  return handle as unknown as WriteHandle;
}
