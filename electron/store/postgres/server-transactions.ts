import type { Compilable } from "kysely";
import {
  LateQuery,
  NoRow,
  type QueryHandle,
  type ReadHandle,
  type Transactions,
  type WriteHandle,
} from "../handles.ts";
import { compiledForServer, type ServerStatement } from "../query.ts";
import { type ChangedRows, countChanged, freshStatistics } from "./fresh-statistics.ts";
import { changesAnswers, rememberedAnswers } from "./remembered-answers.ts";
import type { ServerAnswer, ServerSession, ServerSessions } from "./server-session.ts";

/** How long a write waits for another host's, in milliseconds, before it answers "locked". */
const lockPatienceMs = 15_000;
/** One number for all hosts: whoever writes to the workspace of this database holds it until its commit. */
const writeLock = 0x51524e54;
const rowsAtOnce = 500;

/** Where hosts tell each other that they have committed something, by their id; and whether remembered answers stay. */
export const commitChannel = "querent_commit";
const answersStay = " answers stay";

/**
 * The transactions of a workspace on a server. A read sees one commit. A write holds one lock for all hosts from its beginning until
 * others see what it did: numbers that are taken in it stand in the order of the commits, and nothing else is between BEGIN and COMMIT.
 */
export function transactionsOnServer(
  { reading, writing }: ServerSessions,
  hostId: string,
): Transactions & { autocommit: QueryHandle; heard(payload: string | null): boolean } {
  const remembered = rememberedAnswers();
  const statistics = freshStatistics((sql) => reading((session) => session.run(sql)));
  return {
    read: (work) => readOnServer(reading, remembered, work),
    write: (work, isEnding) =>
      writing((session) => {
        const begun = session.run(
          `BEGIN; SET LOCAL lock_timeout = ${lockPatienceMs}; SELECT pg_advisory_xact_lock(${writeLock})`,
        );
        const end = async (how: string, { hasWritten, changesAnswers, rows }: Written) => {
          const payload = `${hostId}${changesAnswers ? "" : answersStay}`;
          const changed = changesAnswers ? remembered.changing() : null;
          const ended = session.run(hasWritten ? `NOTIFY ${commitChannel}, '${payload}'; ${how}` : how);
          isEnding?.();
          try {
            await ended;
            if (hasWritten) void statistics.committed(rows);
          } finally {
            changed?.();
          }
        };
        const recall: Recall = (_, ask) => ask();
        // Where it fails the first statement behind it does, too.
        begun.catch(() => undefined);
        return transaction(session, { begin: () => begun, end, recall }, work);
      }),
    autocommit: queriesBy((query) => {
      const statement = compiledForServer(query);
      return remembered.to(statement, () => reading((session) => session.ask(statement)));
    }),
    /** Takes in what a host said on the channel, null where something may have been missed; whether another one has committed. */
    heard(payload) {
      if (payload?.startsWith(hostId)) return false;
      if (!payload?.endsWith(answersStay)) remembered.forget();
      return true;
    },
  };
}

/** A read that asks nothing, or only what is remembered, as most at the gate do, takes no session. */
async function readOnServer<T>(
  reading: ServerSessions["reading"],
  remembered: ReturnType<typeof rememberedAnswers>,
  work: (db: ReadHandle) => Promise<T> | T,
): Promise<T> {
  const { session, end: release } = sessionWhenAsked(reading);
  let begun: Promise<void> | undefined;
  let seesUntil: number | undefined;
  const begin = () => {
    seesUntil ??= remembered.changes();
    begun ??= session.run("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    return begun;
  };
  // What was read is read: nobody waits for the end but who takes the session next.
  let ended: Promise<unknown> | undefined;
  const end = async (how: string) => {
    if (begun !== undefined) ended = session.run(how).catch(() => undefined);
  };
  const recall: Recall = (statement, ask) => remembered.to(statement, ask, seesUntil);
  try {
    return await transaction(session, { begin, end, recall }, work);
  } finally {
    void Promise.resolve(ended).then(release);
  }
}

/** A session that is taken when it is first asked, and given back at the end. */
function sessionWhenAsked(reading: ServerSessions["reading"]) {
  const over = Promise.withResolvers<void>();
  let taken: Promise<ServerSession> | undefined;
  let given: Promise<void> | undefined;
  const take = () => {
    taken ??= new Promise((resolve, reject) => {
      given = reading((session) => {
        resolve(session);
        return over.promise;
      }).catch(reject);
    });
    return taken;
  };
  return {
    session: {
      ask: async (statement: ServerStatement) => (await take()).ask(statement),
      run: async (text: string) => (await take()).run(text),
    },
    end() {
      over.resolve();
      return given;
    },
  };
}

/** What a transaction has done. */
interface Written {
  hasWritten: boolean;
  /** Whether it wrote to what answers are remembered of. */
  changesAnswers: boolean;
  rows: ChangedRows;
}

/** Answers a statement from memory where that may be, else as it is asked. */
type Recall = (statement: ServerStatement, ask: () => Promise<ServerAnswer>) => Promise<ServerAnswer>;

interface Bounds {
  begin(): Promise<void>;
  recall: Recall;
  end(how: "COMMIT" | "ROLLBACK", written: Written): Promise<void>;
}

async function transaction<T>(
  session: ServerSession,
  { begin, end, recall }: Bounds,
  work: (db: WriteHandle) => Promise<T> | T,
): Promise<T> {
  const state = { hasEnded: false, hasWritten: false, changesAnswers: false, rows: new Map() };
  try {
    const answer = await work(handleOnServer(session, { begin, recall }, state));
    state.hasEnded = true;
    await end("COMMIT", state);
    return answer;
  } catch (error) {
    state.hasEnded = true;
    // Where the connection is lost the server takes it back by itself.
    await end("ROLLBACK", { ...state, hasWritten: false }).catch(() => undefined);
    throw error;
  }
}

function handleOnServer(
  session: ServerSession,
  { begin, recall }: Omit<Bounds, "end">,
  state: Written & { hasEnded: boolean },
): WriteHandle {
  const refuseLate = () => {
    if (state.hasEnded) throw new LateQuery();
  };
  const ask = async (statement: ServerStatement) => {
    refuseLate();
    state.changesAnswers ||= changesAnswers(statement);
    // Both are on their way at once: the server takes one after the other.
    const [, answer] = await Promise.all([begin(), session.ask(statement)]);
    countChanged(state.rows, statement, answer.changed);
    return answer;
  };
  let cursors = 0;
  const handle = {
    ...queriesBy(async (query) => {
      refuseLate();
      const statement = compiledForServer(query);
      return recall(statement, () => ask(statement));
    }),
    async *each(query: Compilable) {
      const { sql, parameters } = compiledForServer(query);
      cursors += 1;
      const cursor = `rows_${cursors}`;
      await ask({ sql: `DECLARE ${cursor} NO SCROLL CURSOR FOR ${sql}`, parameters });
      while (!state.hasEnded) {
        const { rows } = await session.ask({ sql: `FETCH ${rowsAtOnce} FROM ${cursor}`, parameters: [] });
        yield* rows;
        if (rows.length < rowsAtOnce) break;
      }
      if (!state.hasEnded) await session.run(`CLOSE ${cursor}`);
    },
    async run(query: Compilable) {
      state.hasWritten = true;
      return (await ask(compiledForServer(query))).changed;
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

function queriesBy(ask: (query: Compilable) => Promise<ServerAnswer>): QueryHandle {
  const handle = {
    all: async (query: Compilable) => (await ask(query)).rows,
    first: async (query: Compilable) => (await ask(query)).rows[0],
    async one(query: Compilable) {
      const [row] = (await ask(query)).rows;
      if (row === undefined) throw new NoRow(compiledForServer(query).sql);
      return row;
    },
    values: async (query: Compilable) => (await ask(query)).rows.map((row) => Object.values(row)[0]),
  };
  return handle as unknown as QueryHandle;
}
