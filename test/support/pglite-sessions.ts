import { PGlite } from "@electric-sql/pglite";
import {
  booleanType,
  fromServer,
  numberTypes,
  type ServerSession,
  type ServerSessions,
  toServer,
} from "../../electron/store/postgres/server-session.ts";

/** One for all test files of a process: making it takes longer than their tests. */
let shared: Promise<PGlite> | undefined;

/** The one session of a PGlite in memory, which transactions take in turns; it begins without the schema. */
export async function openPgliteSessions(schema: string): Promise<ServerSessions> {
  shared ??= PGlite.create();
  const db = await shared;
  await db.exec(`DROP SCHEMA IF EXISTS ${schema} CASCADE; SET search_path = ${schema}`);
  const parsers = Object.fromEntries([
    ...numberTypes.map((type) => [type, Number]),
    [booleanType, (text: string) => Number(text === "t")],
    ...[25, 1042, 1043].map((type) => [type, fromServer]),
  ]);
  const session: ServerSession = {
    async ask({ sql, parameters }) {
      const { rows, affectedRows } = await db.query<Record<string, unknown>>(sql, parameters.map(toServer), {
        parsers,
      });
      return { rows, changed: affectedRows ?? rows.length };
    },
    async run(text) {
      await db.exec(text);
    },
  };
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: (session: ServerSession) => Promise<T>): Promise<T> => {
    const turn = last.then(() => work(session));
    last = turn.catch(() => undefined);
    return turn;
  };
  return {
    ...{ reading: inTurn, writing: inTurn },
    async listen(channel, heard) {
      await db.listen(channel, heard);
    },
    async close() {},
  };
}
