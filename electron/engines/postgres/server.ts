import pg from "pg";
import { EngineProblem, type ServerOptions, type ServerTarget } from "../engine.ts";
import { sqlState } from "../postgres-dialect/failure.ts";

/** Where the server is and how to log in as one who may create databases and roles. */
export type ServerAddress = Pick<ServerOptions, "url" | "password">;

/** The administrator's connections to the server, which never run SQL under test. */
export interface Server {
  /** Host and port (or socket folder) without credentials, for messages. */
  readonly hostAndPort: string;
  /** The same for connections of others. */
  readonly target: ServerTarget;
  /** The administrator's name. */
  readonly user: string;
  /** Short orders that must not wait behind a CREATE DATABASE: ending a backend, looking at the catalog. */
  ask<Row extends pg.QueryResultRow>(sql: string, values?: unknown[]): Promise<Row[]>;
  /** Slow orders: making and dropping databases and roles. Several statements in one text are one transaction; a signal ends them. */
  order(sql: string, signal?: AbortSignal): Promise<void>;
  /** Does work on a connection of ours, whose back end is ended by the signal; then rejects with its reason. */
  untilAborted<T>(client: pg.ClientBase, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T>;
  /** A connection of its own; the caller ends it. Without `login` it is the administrator's. */
  connect(options: ConnectOptions): Promise<pg.Client>;
  close(): Promise<void>;
}

export interface ConnectOptions {
  database?: string;
  login?: { user: string; password: string };
  /** Settings that the session starts with and that RESET goes back to. */
  settings?: Record<string, string>;
  applicationName?: string;
}

const connectMs = 10_000;

/**
 * pg keeps the socket where it has no password for a server that asks for one. The server then waits for it until its
 * authentication_timeout, a minute, and so does every DROP DATABASE there, as that login cannot take its signal.
 */
class AdministratorClient extends pg.Client {
  override connect(): Promise<pg.Client>;
  override connect(callback: (error: Error | null, client: pg.Client) => void): void;
  override connect(
    callback?: (error: Error | null, client: pg.Client) => void,
  ): Promise<pg.Client> | undefined {
    const connected = super.connect().catch((error: Error) => {
      void this.end();
      throw error;
    });
    if (callback === undefined) return connected;
    connected.then(
      () => callback(null, this),
      (error: Error) => callback(error, this),
    );
  }
}

/** How long a server that does not answer is waited for: a query of its catalog, and a copy of a large database. */
const askMs = 30_000;
const orderMs = 15 * 60_000;

/** Connects to the server; rejects with `ServerUnavailable`. Lost connections are replaced when they are next needed. */
export async function openServer(address: ServerAddress): Promise<Server> {
  const base = baseConfig(address);
  const hostAndPort = `${base.host}:${base.port}`;
  const pool = (max: number, timeMs: number, idleTimeoutMillis: number) => {
    const made = new pg.Pool({
      ...base,
      Client: AdministratorClient,
      max,
      query_timeout: timeMs,
      application_name: "querent",
      idleTimeoutMillis,
      // Roles and rights of ours need not outlive a crash of the server; databases are made and dropped safely in any case.
      options: "-c synchronous_commit=off",
    });
    // A connection that is lost while idle leaves the pool by itself; the next order says whether the server is there.
    made.on("error", () => {});
    return made;
  };
  // Kept: a new connection could not be opened while a script holds all locks, and that is when the watch has to ask.
  const askers = pool(1, askMs, 0);
  const makers = pool(3, orderMs, 30_000);
  const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw isLoss(error) ? new ServerUnavailable(hostAndPort, error) : error;
    }
  };
  const server: Server = {
    hostAndPort,
    target: { host: base.host, port: base.port, ssl: base.ssl },
    user: base.user,
    ask: (sql, values) => guarded(again(async () => (await askers.query(sql, values)).rows)),
    order: (sql, signal) =>
      guarded(
        again(
          () => orderBy(makers, sql, (client, work) => server.untilAborted(client, signal, work)),
          signal,
        ),
      ).catch((error) => {
        throw signal?.aborted ? signal.reason : error;
      }),
    untilAborted: (client, signal, work) => untilAborted({ askers, client, signal }, work),
    connect: (options) => guarded(() => connect(base, options)),
    async close() {
      await Promise.all([askers.end(), makers.end()]);
    },
  };
  try {
    await refuseWorkspace(server);
  } catch (error) {
    await server.close();
    throw error instanceof EngineProblem ? error : new ServerUnavailable(hostAndPort, error);
  }
  return server;
}

/** The comment on a database that holds a workspace. */
export const workspaceMark = "Querent workspace";

/** What people said is on this server: no SQL under test runs beside it. */
async function refuseWorkspace({ ask, hostAndPort }: Server): Promise<void> {
  const [held] = await ask<{ name: string }>(
    `SELECT d.datname AS name FROM pg_shdescription s JOIN pg_database d ON d.oid = s.objoid
     WHERE s.classoid = 'pg_database'::regclass AND s.description = ${literal(workspaceMark)}`,
  );
  if (held === undefined) return;
  throw new EngineProblem(
    `The PostgreSQL server at ${hostAndPort} holds a Querent workspace (database ${held.name}), so that no SQL under test runs there. Name another server for the tasks.`,
    { engine: "postgres", reason: "unreachable", database: null },
  );
}

/** Sends an order on a connection of the pool, which one that was ended leaves. */
async function orderBy(
  makers: pg.Pool,
  sql: string,
  watched: (client: pg.PoolClient, work: () => Promise<unknown>) => Promise<unknown>,
): Promise<void> {
  const client = await makers.connect();
  // The order's own answer says that the connection was lost; without a listener the process would end.
  const ignore = () => {};
  client.on("error", ignore);
  let isLost = true;
  try {
    await watched(client, () => client.query(sql));
    isLost = false;
  } catch (error) {
    isLost = isLoss(error);
    throw error;
  } finally {
    client.release(isLost);
    if (!isLost) client.off("error", ignore);
  }
}

async function untilAborted<T>(
  { askers, client, signal }: { askers: pg.Pool; client: pg.ClientBase; signal: AbortSignal | undefined },
  work: () => Promise<T>,
): Promise<T> {
  let ended: Promise<unknown> | undefined;
  const end = () => {
    const { processID } = client as pg.ClientBase & { processID: number };
    ended = askers.query("SELECT pg_terminate_backend($1)", [processID]).catch(() => {});
  };
  signal?.throwIfAborted();
  signal?.addEventListener("abort", end, { once: true });
  try {
    const value = await work();
    signal?.throwIfAborted();
    return value;
  } catch (error) {
    throw signal?.aborted ? signal.reason : error;
  } finally {
    signal?.removeEventListener("abort", end);
    await ended;
  }
}

/** A waiting connection may have been cut without our having noticed yet: a second try gets another one. */
function again<T>(work: () => Promise<T>, signal?: AbortSignal): () => Promise<T> {
  const isWorthIt = (error: unknown) => isLoss(error) && !signal?.aborted;
  return () => work().catch((error) => (isWorthIt(error) ? work() : Promise.reject(error)));
}

interface BaseConfig {
  host: string;
  port: number;
  user: string;
  database: string;
  password: string | undefined;
  ssl: pg.ClientConfig["ssl"];
}

/** pg reads the URL; what it found is taken apart so that the same server can be reached under another name. */
function baseConfig({ url, password }: ServerAddress): BaseConfig {
  const probe = readUrl(url);
  return {
    host: probe.host,
    port: probe.port,
    user: probe.user ?? "postgres",
    database: probe.database ?? "postgres",
    password: password ?? probe.password,
    // Off this machine nothing goes in clear text unless the URL says so.
    ssl: isLocal(probe.host) || /[?&]ssl(?:mode)?=/.test(url) ? probe.ssl : { rejectUnauthorized: false },
  };
}

/** A socket's folder, or this machine by its loopback names. */
const isLocal = (host: string): boolean => /^(?:\/|localhost$|127\.|::1$)/.test(host);

/** Host (or socket folder) and port of a server's URL, without credentials. */
export function serverHost(url: string): string {
  const { host, port } = readUrl(withoutFiles(url));
  return `${host}:${port}`;
}

/** Parameters that name files of this machine; pg reads them when it is given the URL. */
const fileParameters = ["sslcert", "sslkey", "sslrootcert"];

function parametersOf(url: string): URLSearchParams {
  return new URLSearchParams(url.includes("?") ? url.slice(url.indexOf("?") + 1) : "");
}

/** The files that a server's URL names: certificates and keys. */
export function serverFiles(url: string): string[] {
  const parameters = parametersOf(url);
  return fileParameters.flatMap((name) => parameters.getAll(name));
}

/** The same URL, which can be read without a look at the disk. */
function withoutFiles(url: string): string {
  if (serverFiles(url).length === 0) return url;
  const parameters = parametersOf(url);
  for (const name of fileParameters) parameters.delete(name);
  return `${url.slice(0, url.indexOf("?"))}?${parameters}`;
}

function readUrl(url: string): pg.Client & { ssl: pg.ClientConfig["ssl"] } {
  try {
    return new pg.Client({ connectionString: url });
  } catch {
    // Neither the URL nor pg's error is shown: both may hold the password.
    throw new Error(
      "The PostgreSQL server's URL is not valid. Write it as postgresql://user@host:5432/database.",
    );
  }
}

/** Connects to a server under a login of ours; rejects with `ServerUnavailable`. */
export async function connectTo(
  { host, port, ssl }: ServerTarget,
  options: ConnectOptions & { database: string; login: { user: string; password: string } },
): Promise<pg.Client> {
  const base = {
    host,
    port,
    ssl: ssl as pg.ClientConfig["ssl"],
    ...options.login,
    database: options.database,
  };
  try {
    return await connect(base, options);
  } catch (error) {
    throw isLoss(error) ? new ServerUnavailable(`${host}:${port}`, error) : error;
  }
}

async function connect(base: BaseConfig, options: ConnectOptions): Promise<pg.Client> {
  const settings = Object.entries(options.settings ?? {});
  const client = new AdministratorClient({
    ...base,
    ...options.login,
    database: options.database ?? base.database,
    application_name: options.applicationName ?? "querent",
    connectionTimeoutMillis: connectMs,
    options: settings.map(([name, value]) => `-c ${name}=${escapeOption(value)}`).join(" "),
  });
  // Whoever waits for an answer learns of a lost connection through it; without a listener the process would end.
  client.on("error", () => {});
  await client.connect();
  return client;
}

/** In the startup packet's options a backslash keeps a blank or a backslash from ending the value. */
function escapeOption(value: string): string {
  return value.replace(/[\\\s]/g, "\\$&");
}

/** Whether an error means that the server, not the order, is at fault: the socket's errors carry no severity. */
function isLoss(error: unknown): boolean {
  const { severity, code = "" } = error as { severity?: string; code?: string };
  return severity === undefined ? error instanceof Error : severity === "FATAL" || code.startsWith("57P");
}

/** A name as an SQL identifier. */
export function identifier(name: string): string {
  return pg.escapeIdentifier(name);
}

/** A text as an SQL literal. */
export function literal(text: string): string {
  return pg.escapeLiteral(text);
}

/** From this version on CREATE DATABASE can copy through the write-ahead log, and does so unless told otherwise. */
const choosesStrategy = 150_000;
/** A database beyond this size is copied by its files. */
const largeBytes = 256 * 2 ** 20;

/**
 * Copies a database that nobody is connected to. A copy through the log spares both checkpoints that a copy of the files
 * needs (measured on a busy disk: 10 MB in 0.2 s instead of 1 s), but writes a large database twice.
 */
export async function copyDatabase(
  server: Server,
  source: string,
  copy: string,
  { more = "", signal }: { more?: string; signal?: AbortSignal | undefined } = {},
): Promise<void> {
  const [found] = await server.ask<{ bytes: string; version: number }>(
    `SELECT pg_database_size(${literal(source)}) AS bytes, current_setting('server_version_num')::int AS version`,
  );
  const byFiles = found && found.version >= choosesStrategy && Number(found.bytes) > largeBytes;
  await server.order(
    `CREATE DATABASE ${identifier(copy)} TEMPLATE ${identifier(source)} ${byFiles ? "STRATEGY FILE_COPY" : ""} ${more}`,
    signal,
  );
}

/** How long (ms) a server is waited for that drops no database, as a session that was ended still computes what it does not interrupt. */
const dropMs = 60_000;

/**
 * Drops a database whatever holds it: sessions are ended, prepared transactions rolled back. A session in the middle of a value of a
 * gigabyte goes once that is compressed, for which each try waits five seconds; false where one goes on beyond all patience (an XPath,
 * the planning of views on views).
 */
export async function dropDatabase(server: Server, database: string, timeMs = dropMs): Promise<boolean> {
  await rollbackPrepared(server, database);
  const patience = AbortSignal.timeout(timeMs);
  while (!patience.aborted) {
    try {
      await server.order(`DROP DATABASE IF EXISTS ${identifier(database)} WITH (FORCE)`, patience);
      return true;
    } catch (error) {
      if (!patience.aborted && (error as { code?: string }).code !== sqlState.objectInUse) throw error;
    }
  }
  return false;
}

/** A prepared transaction outlives its session and keeps its database from being dropped or copied. */
export async function rollbackPrepared(server: Server, database: string): Promise<void> {
  const prepared = await server.ask<{ gid: string }>(
    "SELECT gid FROM pg_prepared_xacts WHERE database = $1",
    [database],
  );
  if (prepared.length === 0) return;
  const client = await server.connect({ database });
  try {
    for (const { gid } of prepared) await client.query(`ROLLBACK PREPARED ${literal(gid)}`);
  } finally {
    await client.end();
  }
}

/** The server that tasks run on cannot be used: not reachable, refusing the login, or gone in the middle. */
export class ServerUnavailable extends EngineProblem {
  constructor(hostAndPort: string, cause: unknown) {
    super(
      `The PostgreSQL server at ${hostAndPort} cannot be used: ${cause instanceof Error ? cause.message || cause.name : String(cause)}. ` +
        (/support SSL/i.test(String(cause))
          ? "Querent asks every server off this machine for an encrypted connection. Turn TLS on there, or add ?sslmode=disable to its URL if you trust the network between."
          : "Check that it is running and that its URL in the settings is right, then try again."),
      { engine: "postgres", reason: "unreachable", database: null },
      { cause },
    );
    this.name = "ServerUnavailable";
  }
}
