import { statSync } from "node:fs";
import { engineFacts } from "#shared/domain/engine.ts";
import type { TaskSettings } from "#shared/domain/project.ts";
import { projectSettings } from "#shared/settings/settings-table.ts";
import { sourceBytes, sourceFiles } from "../engines/dump/read-source.ts";
import {
  type DatabaseRef,
  type EmbeddedEngineKind,
  type Engine,
  EngineFault,
  EngineProblem,
  type LoadProgress,
  machineCode,
  machineWords,
  type TemplateRef,
  type TemplateSource,
} from "../engines/engine.ts";
import { cannotHold, requireSuperuser } from "../engines/postgres/preflight.ts";
import { openServer, type ServerAddress, ServerUnavailable, serverHost } from "../engines/postgres/server.ts";
import { engines, isEmbedded } from "../engines/registry.ts";
import { canLoad, filesLookedFor, findDatabase, findTemplateSource } from "../engines/sources.ts";
import { createSharedLoads, type SharedLoads } from "./shared-loads.ts";

/** How engines are made; each is made when it is first asked for. */
export interface TaskEngineFactory {
  embedded(kind: EmbeddedEngineKind): Engine;
  /** Rejects with `ServerUnavailable`. */
  onServer(address: ServerAddress): Promise<Engine>;
}

/** The part of a project's settings that says where and on what databases are. */
export type DatabaseSettings = Pick<TaskSettings, "engine" | "databasesDir" | "serverUrl">;

/** What a person is advised to do, in the words of the place where they say where databases are; "" for nothing. */
export interface DatabaseAdvice {
  missing: string;
  sqliteFile(database: string): string;
}

/** A database that tasks can run on: its engine and its template, loaded. */
export interface TaskDatabase {
  engine: Engine;
  template: TemplateRef;
}

export interface OpenOptions {
  signal?: AbortSignal | undefined;
  onLoading?(progress: LoadProgress): void;
}

/** The databases of tasks by the settings of a project, or the options of a command; loaded once, for all who ask. */
export interface TaskDatabases {
  /** Rejects with `TaskEngineProblem`, or with the signal's reason. */
  open(settings: DatabaseSettings, database: string, options?: OpenOptions): Promise<TaskDatabase>;
  /** The SQLite file of a database, which is read as it lies; null where there is none. Rejects with `EngineProblem`. */
  file(
    settings: DatabaseSettings & { engine: EmbeddedEngineKind },
    database: string,
  ): Promise<DatabaseRef | null>;
  /** What a database would be loaded from now, as one text: another one where it may have changed. It opens nothing. */
  sourceKey(settings: DatabaseSettings, database: string): string;
  /** The engine alone; rejects with `TaskEngineProblem`. */
  engine(settings: DatabaseSettings): Promise<Engine>;
  /** Why the server cannot be used, in a sentence, or null where it answers; and what of a run it cannot hold, in sentences. */
  checkServer(settings: DatabaseSettings): Promise<ServerCheck>;
  close(): Promise<void>;
}

interface ServerCheck {
  problem: string | null;
  cannotHold: string[];
}

interface Dependencies {
  factory: TaskEngineFactory;
  /** The password of a server, where one is at hand. */
  password(serverUrl: string): Promise<string | null>;
  /** Whether the person lets this workspace use the server. */
  mayConnect(serverUrl: string): boolean;
  /** Whether the person lets this workspace read the databases in the folder. */
  mayRead(folder: string): boolean;
  advice: DatabaseAdvice;
}

/** No database is loaded and no engine made before it is asked for. */
export function createTaskDatabases(dependencies: Dependencies): TaskDatabases {
  const engines = new MadeEngines(dependencies);
  const loads = createSharedLoads();
  const mayRead = ({ databasesDir }: DatabaseSettings) =>
    databasesDir === "" || dependencies.mayRead(databasesDir);
  return {
    engine: (settings) => engines.of(settings),
    async file(settings, database) {
      if (!mayRead(settings)) throw folderProblem(settings, database);
      return findDatabase(settings.databasesDir, database, settings.engine);
    },
    sourceKey: ({ engine, databasesDir, serverUrl }, database) =>
      sourceKey(
        { engine, databasesDir, serverUrl },
        database,
        databasesDir === "" || !dependencies.mayRead(databasesDir)
          ? null
          : findTemplateSource(databasesDir, database, engine),
      ),
    async open(settings, database, options = {}) {
      if (!mayRead(settings)) throw folderProblem(settings, database);
      const wanted = { settings, database, advice: dependencies.advice };
      const source = await sourceOf(wanted, () => engines.address(settings));
      const engine = await engines.of(settings);
      return { engine, template: await prepare(loads, engine, { settings, database, source }, options) };
    },
    async checkServer(settings) {
      try {
        const server = await openServer(await engines.address(settings));
        const checked = requireSuperuser(server).then(() => cannotHold(server));
        return { problem: null, cannotHold: await checked.finally(server.close) };
      } catch (error) {
        const { message } = error instanceof ServerUnavailable ? problemOf(error) : (error as Error);
        return { problem: message, cannotHold: [] };
      }
    },
    close: () => engines.close(),
  };
}

/** The engines made so far: one of each embedded kind, one of each server. */
class MadeEngines {
  readonly #dependencies: Dependencies;
  readonly #embedded = new Map<string, Engine>();
  readonly #servers = new Map<string, Promise<Engine>>();

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  async of(settings: DatabaseSettings): Promise<Engine> {
    const { engine: kind } = settings;
    if (!isEmbedded(kind)) return this.#onServer(settings);
    const made = this.#embedded.get(kind) ?? this.#dependencies.factory.embedded(kind);
    this.#embedded.set(kind, made);
    return made;
  }

  async address({ serverUrl }: DatabaseSettings): Promise<ServerAddress> {
    if (serverUrl === "")
      throw serverProblem(
        "no-server",
        `No PostgreSQL server is set. Enter its address in Settings, "${projectSettings["tasks.serverUrl"].label}".`,
      );
    if (!this.#dependencies.mayConnect(serverUrl))
      throw serverProblem(
        "not-allowed",
        `This workspace names the PostgreSQL server ${serverHost(serverUrl)}, and nobody has allowed it on this machine yet. ${allowAdvice} if you know the server.`,
      );
    const password = await this.#dependencies.password(serverUrl);
    return password === null ? { url: serverUrl } : { url: serverUrl, password };
  }

  async #onServer(settings: DatabaseSettings): Promise<Engine> {
    const to = await this.address(settings);
    const key = JSON.stringify(to);
    const known = this.#servers.get(key) ?? this.#dependencies.factory.onServer(to);
    this.#servers.set(key, known);
    // The next call tries again: the server may be up by then.
    known.catch(() => this.#servers.delete(key));
    return known.catch((error: unknown) => {
      throw problemOf(error);
    });
  }

  async close(): Promise<void> {
    const made = await Promise.allSettled(this.#servers.values());
    const open = made.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
    const all = [...this.#embedded.values(), ...open];
    const ends = await Promise.allSettled(all.map((engine) => engine.close()));
    // A server that is gone keeps what was made there until the next start, which drops it.
    for (const end of ends)
      if (end.status === "rejected" && !(end.reason instanceof ServerUnavailable)) throw end.reason;
  }
}

interface Wanted {
  settings: DatabaseSettings;
  database: string;
  source: TemplateSource;
}

async function prepare(
  loads: SharedLoads,
  engine: Engine,
  { settings, database, source }: Wanted,
  options: OpenOptions,
): Promise<TemplateRef> {
  const key = sourceKey(settings, database, source);
  try {
    return await loads.ask(
      key,
      (signal, onProgress) => engine.prepare(database, source, { signal, onProgress }),
      options,
    );
  } catch (error) {
    options.signal?.throwIfAborted();
    if (error instanceof ServerUnavailable) throw problemOf(error);
    if (error instanceof EngineFault) throw error;
    const why = error instanceof Error ? error.message : String(error);
    const code = machineCode(error);
    if (code !== null)
      throw new EngineFault(machineWords(`the database ${database} could not be loaded (${why})`, code), {
        isLasting: true,
        cause: error,
      });
    throw new EngineProblem(`The database ${database} could not be loaded: ${why}`, {
      engine: engine.kind,
      reason: "not-loaded",
      database,
    });
  }
}

/** The same for the same files, as far as their times and sizes show it. */
function sourceKey(
  { engine, serverUrl }: DatabaseSettings,
  database: string,
  source: TemplateSource | null,
): string {
  const paths = source === null ? [] : sourceFiles(source);
  const files = paths.map((file) => [file, statSync(file).mtimeMs]);
  const server = engines[engine].needsServer ? serverUrl : "";
  return JSON.stringify([engine, server, database, source, files, sourceBytes(paths)]);
}

async function sourceOf(
  { settings, database, advice }: Omit<Wanted, "source"> & { advice: DatabaseAdvice },
  address: () => Promise<ServerAddress>,
): Promise<TemplateSource> {
  const { engine, databasesDir } = settings;
  const found = databasesDir === "" ? null : findTemplateSource(databasesDir, database, engine);
  if (found !== null && canLoad(engine, found)) return found;
  const onServer = engines[engine].needsServer ? await databaseOnServer(database, await address()) : null;
  if (onServer !== null) return { kind: "server-database", database: onServer };
  if (found !== null && "path" in found) {
    const message = `${database} is a SQLite file (${found.path}), which ${engineFacts[engine].label} cannot read. ${advice.sqliteFile(database)}`;
    throw new EngineProblem(message, { engine, reason: "not-loaded", database });
  }
  const message = `There is no database ${database}${whereLooked(settings, database)}. ${advice.missing}`;
  throw new EngineProblem(message.trimEnd(), { engine, reason: "no-database", database });
}

const allowAdvice = 'Choose "Allow work, servers and folders of this workspace" in the command palette';

function folderProblem({ engine, databasesDir }: DatabaseSettings, database: string): EngineProblem {
  return new EngineProblem(
    `This workspace reads its databases in ${databasesDir}, and nobody has allowed that on this machine yet. ${allowAdvice} if you know the folder.`,
    { engine, reason: "not-allowed", database },
  );
}

function whereLooked({ engine, databasesDir }: DatabaseSettings, database: string): string {
  const onServer = `neither ${database}_template nor ${database}`;
  const { needsServer } = engines[engine];
  if (databasesDir === "")
    return needsServer ? ` on the server: it has ${onServer}` : ": no folder of databases is chosen";
  const inFolder = ` in ${databasesDir}: Querent looks for ${filesLookedFor(engine, database)}`;
  return needsServer ? `${inFolder}, and the server has ${onServer}` : inFolder;
}

/** The server's own database of that name: its pristine template, as the benchmarks set it up, else itself. */
async function databaseOnServer(database: string, address: ServerAddress): Promise<string | null> {
  const server = await openServer(address).catch((error: unknown) => {
    throw problemOf(error);
  });
  try {
    const rows = await server.ask<{ name: string }>("SELECT datname AS name FROM pg_database");
    const names = rows.map(({ name }) => name);
    return [`${database}_template`, database].find((name) => names.includes(name)) ?? null;
  } finally {
    await server.close();
  }
}

/** A refused login is another problem than a server that does not answer: the first needs a password, the second a check of the server. */
function problemOf(error: unknown): EngineProblem {
  if (!(error instanceof ServerUnavailable)) {
    if (error instanceof EngineProblem) return error;
    throw error;
  }
  const { code, message } = (error.cause ?? {}) as { code?: string; message?: string };
  const isRefused = code?.startsWith("28") === true || /password/i.test(message ?? "");
  return serverProblem(isRefused ? "password" : "unreachable", error.message);
}

function serverProblem(
  reason: "no-server" | "not-allowed" | "password" | "unreachable",
  message: string,
): EngineProblem {
  return new EngineProblem(message, { engine: "postgres", reason, database: null });
}
