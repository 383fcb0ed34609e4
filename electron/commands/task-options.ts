import { statSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { type EngineKind, engineFacts } from "#shared/domain/engine.ts";
import type { EvaluatorProfile } from "#shared/domain/test-script.ts";
import { cacheFolder } from "../cache-folder.ts";
import { type Engine, EngineProblem, type TemplateRef, type TemplateSource } from "../engines/engine.ts";
import { openServer } from "../engines/postgres/server.ts";
import { connectEngine, engines, isEmbedded } from "../engines/registry.ts";
import { canLoad, engineOfFolder, filesLookedFor, findTemplateSource } from "../engines/sources.ts";
import { createTestRunner } from "../python/create-test-runner.ts";
import type { TestRunner } from "../python/test-runner.ts";
import { createEmbeddedEngine } from "../task-databases/embedded-engine.ts";
import type { CommandContext } from "./command.ts";
import { WrongUsage } from "./command-end.ts";

/** The options that say on what SQL runs, as they are typed. */
export interface EngineOptionTexts {
  databases: string;
  engine?: EngineKind | undefined;
  server?: string | undefined;
}

/** The same of tasks, with the evaluator to follow. */
export interface TaskOptionTexts extends EngineOptionTexts {
  profile: EvaluatorProfile;
}

/** What the options say, checked against each other; nothing has been opened yet. */
export interface EngineOptions {
  kind: EngineKind;
  /** The folder that templates are made from; null: they are databases of the server. */
  dir: string | null;
  /** The PostgreSQL server, for the engine "postgres" only. */
  server: string | null;
}

export interface TaskOptions extends EngineOptions {
  profile: EvaluatorProfile;
}

/** Reads the options that say on what tasks run; throws `WrongUsage`. */
export function readTaskOptions({ profile, ...texts }: TaskOptionTexts): TaskOptions {
  return { ...readEngineOptions(texts, engineOfFolder), profile };
}

/**
 * Reads `--databases`, `--engine` and `--server`; throws `WrongUsage`. A folder goes with every engine
 * (by default the one that `usual` says; one on a server asks for `--server` too), a URL is the
 * server's own databases and means "postgres".
 * A password may stand in the URL or in PGPASSWORD.
 */
export function readEngineOptions(
  { databases, engine, server }: EngineOptionTexts,
  usual: (dir: string) => EngineKind,
): EngineOptions {
  const isUrl = /^postgres(?:ql)?:\/\//i.test(databases);
  if (isUrl) {
    const kind = engine ?? "postgres";
    if (!engines[kind].needsServer)
      throw new WrongUsage(`--databases names a server, but --engine ${kind} needs a folder of databases.`);
    return { kind, dir: null, server: databases };
  }
  if (!statSync(databases, { throwIfNoEntry: false })?.isDirectory())
    throw new WrongUsage(`--databases ${databases}: this folder does not exist.`);
  const kind = engine ?? usual(databases);
  const { needsServer } = engines[kind];
  if (needsServer && server === undefined)
    throw new WrongUsage(`--engine ${kind} needs a server: --server postgresql://user@host/database.`);
  if (!needsServer && server !== undefined)
    throw new WrongUsage(`--server goes with --engine postgres, not with ${kind}.`);
  return { kind, dir: databases, server: server ?? null };
}

/** An engine with the databases that the options name. */
export interface CommandDatabases {
  engine: Engine;
  /** The database's template, loaded when it is first asked for; rejects with an `Error` that says why it cannot be. */
  template(database: string, signal?: AbortSignal): Promise<TemplateRef>;
  close(): Promise<void>;
}

/** Opens the engine; `spare` is how many private states are prepared ahead. Loading is reported by notes. */
export async function openTaskDatabases(
  options: EngineOptions,
  context: CommandContext,
  spare: number,
): Promise<CommandDatabases> {
  const engine = await openEngine(options, context, spare);
  const templates = new Map<string, Promise<TemplateRef>>();
  let served: Promise<string[]> | null = null;

  async function sourceOf(database: string): Promise<TemplateSource | null> {
    if (options.dir !== null) return findTemplateSource(options.dir, database, options.kind);
    served ??= databasesOf(options.server ?? "");
    const names = await served;
    const name = [`${database}_template`, database].find((one) => names.includes(one));
    return name === undefined ? null : { kind: "server-database", database: name };
  }

  async function load(database: string, signal: AbortSignal | undefined): Promise<TemplateRef> {
    const source = await sourceOf(database);
    if (source === null)
      throw new EngineProblem(
        `There is no database ${database} in ${options.dir ?? "the server"}: ${expected(options, database)}.`,
        { engine: options.kind, reason: "no-database", database },
      );
    if (!canLoad(options.kind, source))
      throw new Error(
        `${database} is a SQLite file, which ${engineFacts[options.kind].label} cannot read: use --engine sqlite, or a folder with ${database}.sql.`,
      );
    context.note(`loading ${database}`);
    return engine.prepare(database, source, signal ? { signal } : {});
  }

  return {
    engine,
    template(database, signal) {
      const known = templates.get(database) ?? load(database, signal);
      templates.set(database, known);
      return known;
    },
    close: () => engine.close(),
  };
}

function expected({ dir, kind }: EngineOptions, database: string): string {
  if (dir === null) return `it needs a database ${database}_template or ${database}`;
  return `Querent looks for ${filesLookedFor(kind, database)}`;
}

/** Opens the runner of Python test scripts; `warm` of them run at once. */
export async function openTestRunner(warm: number, { host }: CommandContext): Promise<TestRunner> {
  const { startProcess: start, paths } = await host.program();
  return createTestRunner({
    start,
    ...paths.python,
    codeFolders: paths.codeFolders,
    cacheDir: path.join(cacheFolder(), "python"),
    warm,
  });
}

async function openEngine(
  { kind, server }: EngineOptions,
  { host }: CommandContext,
  spare: number,
): Promise<Engine> {
  if (!isEmbedded(kind)) return openServerEngine(kind, server ?? "");
  const { startProcess: start, paths } = await host.program();
  return createEmbeddedEngine({
    kind,
    start,
    entry: paths.databaseWorker,
    codeFolders: paths.codeFolders,
    cacheDir: path.join(cacheFolder(), "templates"),
    temporaryDir: os.tmpdir(),
    spare,
  });
}

/** A server that cannot be reached or used is for the person at the terminal to mend. */
async function openServerEngine(kind: EngineKind, url: string): Promise<Engine> {
  try {
    return await connectEngine(kind, { url, now: () => new Date() });
  } catch (error) {
    throw new WrongUsage(error instanceof Error ? error.message : String(error));
  }
}

async function databasesOf(url: string): Promise<string[]> {
  const server = await openServer({ url });
  try {
    return (await server.ask<{ name: string }>("SELECT datname AS name FROM pg_database")).map(
      ({ name }) => name,
    );
  } finally {
    await server.close();
  }
}
