import { availableParallelism } from "node:os";
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

/**
 * So many sessions read at the same time at most; further reads wait for one. More than two for a core help nobody: each prepares for
 * itself what it asks (measured with 50 people on two cores: a claim takes 9 ms in the median with ten sessions, 5 with four).
 */
const mostReaders = Math.min(10, 2 * availableParallelism());
const connectPatienceMs = 15_000;
const idleMs = 60_000;
/** How long after a lost connection the next attempt to listen comes. */
const listenAgainMs = 1_000;

/**
 * What is asked is asked by key: one plan does for all values, where planning takes as long as asking (measured: a claim). What is asked
 * often is in memory, where a look at an index costs little more than the next row: by the server's own guess, which is of turning
 * disks, a person's few hundred items are found by going through all of the project.
 */
const planning = ["plan_cache_mode=force_generic_plan", "random_page_cost=1.1"];

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
  const settings = [
    ...[`search_path=${schema}`, "client_min_messages=warning", "DateStyle=ISO"],
    ...["standard_conforming_strings=on", ...planning],
  ];
  const options = {
    ...{ connectionString: url, types, keepAlive: true, pipeline: true },
    connectionTimeoutMillis: connectPatienceMs,
    options: settings.map((setting) => `-c ${setting}`).join(" "),
    fallback_application_name: "querent",
  };
  const readers = new pg.Pool({ ...options, max: mostReaders, idleTimeoutMillis: idleMs });
  // Writes come one after the other, on sessions that have prepared what they ask: one writes, the other is at its commit.
  const writer = new pg.Pool({ ...options, max: 2, idleTimeoutMillis: idleMs });
  // An idle connection that is lost is not used again; the next query opens one, or says why it cannot.
  for (const pool of [readers, writer]) pool.on("error", () => undefined);
  const listening = { isOver: false, client: null as pg.Client | null };
  return {
    reading: (work) => withClient(readers, work),
    writing: (work) => withClient(writer, work),
    async listen(channel, heard) {
      const first = Promise.withResolvers<void>();
      const keepListening = async () => {
        for (let turn = 0; ; turn += 1) {
          if (turn > 0) await sleep(listenAgainMs, undefined, { ref: false });
          if (listening.isOver) return;
          const client = new pg.Client(options);
          listening.client = client;
          client.on("error", () => undefined);
          client.on("notification", ({ payload }) => heard(payload ?? ""));
          // Not by once(): it rejects on an error, which nobody awaits while connecting.
          const ended = new Promise((resolve) => client.once("end", resolve));
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
      await Promise.all([readers.end(), writer.end()]);
    },
  };
}

async function withClient<T>(pool: pg.Pool, work: (session: ServerSession) => Promise<T>): Promise<T> {
  const client = await pool.connect().catch((error: unknown) => Promise.reject(unreached(error)));
  let lost: Error | undefined;
  const onLost = (error: Error) => {
    lost = error;
  };
  client.on("error", onLost);
  try {
    return await work(sessionOf(client, (error) => (lost === undefined ? error : unreached(error))));
  } finally {
    client.off("error", onLost);
    client.release(lost ?? client.getTransactionStatus() !== "I");
  }
}

/** An error with a code by which it is known that the server could not be asked (class 08), where it has none of the server. */
function unreached(error: unknown): unknown {
  const code = (error as { code?: unknown } | null)?.code;
  if (!(error instanceof Error) || (typeof code === "string" && /^[0-9A-Z]{5}$/.test(code))) return error;
  return Object.assign(new Error(error.message, { cause: error }), { code: "08006" });
}

/** So many statements a session prepares at most, none longer than this: what is asked most comes first. */
const mostPrepared = 300;
const longestPrepared = 5_000;
const prepared = new Map<string, string>();

/** The name by which each session prepares a statement once, or none: reading and planning one takes as long as running it. */
function nameOf(sql: string): { name?: string } {
  const known = prepared.get(sql);
  if (known !== undefined) return { name: known };
  if (prepared.size >= mostPrepared || sql.length > longestPrepared) return {};
  if (!/^(?:select|insert|update|delete|with)\b/.test(sql)) return {};
  const name = `q${prepared.size + 1}`;
  prepared.set(sql, name);
  return { name };
}

/** What is asked in one turn of the event loop goes in one piece: a piece costs the host more than most of what it holds. */
function sendTogether({ connection: { stream } }: pg.Client): void {
  if (stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/** A session of a client; `explain` says of an error whether the connection was lost. */
const sessionOf = (client: pg.Client, explain: (error: unknown) => unknown): ServerSession => {
  const told = (error: unknown) => Promise.reject(explain(error));
  return {
    async ask({ sql, parameters }): Promise<ServerAnswer> {
      sendTogether(client);
      const { rows, rowCount } = await client
        .query<Record<string, unknown>>({ ...nameOf(sql), text: sql, values: parameters.map(toServer) })
        .catch(told);
      return { rows, changed: rowCount ?? 0 };
    },
    async run(text) {
      sendTogether(client);
      await client.query(text).catch(told);
    },
  };
};
