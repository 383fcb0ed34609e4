import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import {
  booleanType,
  fromServer,
  numberTypes,
  type ServerAnswer,
  type ServerSession,
  type ServerSessions,
  toServer,
} from "./server-session.ts";

/** So many sessions at most; further reads wait for one. */
const mostSessions = 20;
const connectPatienceMs = 15_000;
const idleMs = 60_000;
/** How long after a lost connection the next attempt to listen comes. */
const listenAgainMs = 1_000;

type Parse = (text: string) => unknown;

const types = {
  getTypeParser: (type: number): Parse => {
    if (numberTypes.includes(type)) return Number;
    if (type === booleanType) return (text) => Number(text === "t");
    return fromServer;
  },
};

/** Opens sessions of a PostgreSQL server by its URL; what the URL leaves out comes from PG* variables and the password file. */
export function openServerSessions(url: string, schema: string): ServerSessions {
  const options = {
    ...{ connectionString: url, types, keepAlive: true },
    connectionTimeoutMillis: connectPatienceMs,
    options: `-c search_path=${schema} -c client_min_messages=warning -c DateStyle=ISO -c standard_conforming_strings=on`,
    fallback_application_name: "querent",
  };
  const pool = new pg.Pool({ ...options, max: mostSessions, idleTimeoutMillis: idleMs });
  // An idle connection that is lost is not used again; the next query opens one, or says why it cannot.
  pool.on("error", () => undefined);
  const listening = { isOver: false, client: null as pg.Client | null };
  return {
    async withSession(work) {
      const client = await pool.connect().catch((error: unknown) => Promise.reject(unreached(error)));
      let lost: Error | undefined;
      const onLost = (error: Error) => {
        lost = error;
      };
      client.on("error", onLost);
      try {
        return await work(sessionOf(client));
      } catch (error) {
        throw lost === undefined ? error : unreached(error);
      } finally {
        client.off("error", onLost);
        client.release(lost ?? client.getTransactionStatus() !== "I");
      }
    },
    async listen(channel, heard) {
      const first = Promise.withResolvers<void>();
      const keepListening = async () => {
        for (let turn = 0; !listening.isOver; turn += 1) {
          if (turn > 0) await sleep(listenAgainMs, undefined, { ref: false });
          const client = new pg.Client(options);
          listening.client = client;
          client.on("error", () => undefined);
          client.on("notification", ({ payload }) => heard(payload ?? ""));
          const ended = once(client, "end");
          try {
            await client.connect();
            await client.query(`LISTEN ${channel}`);
            first.resolve();
            if (turn > 0) heard(null);
            await ended;
          } catch (error) {
            first.reject(unreached(error));
            await client.end().catch(() => undefined);
          }
        }
      };
      void keepListening();
      await first.promise;
    },
    async close() {
      listening.isOver = true;
      await listening.client?.end().catch(() => undefined);
      await pool.end();
    },
  };
}

/** An error with a code by which it is known that the server could not be asked (class 08), where it has none of the server. */
function unreached(error: unknown): unknown {
  const code = (error as { code?: unknown } | null)?.code;
  if (!(error instanceof Error) || (typeof code === "string" && /^[0-9A-Z]{5}$/.test(code))) return error;
  return Object.assign(new Error(error.message, { cause: error }), { code: "08006" });
}

const sessionOf = (client: pg.PoolClient): ServerSession => ({
  async ask({ name, sql, parameters }): Promise<ServerAnswer> {
    const { rows, rowCount } = await client.query<Record<string, unknown>>({
      ...(name === undefined ? {} : { name }),
      text: sql,
      values: parameters.map(toServer),
    });
    return { rows, changed: rowCount ?? 0 };
  },
  async run(text) {
    await client.query(text);
  },
});
