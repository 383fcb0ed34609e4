import { statSync } from "node:fs";
import path from "node:path";
import type { EngineKind } from "#shared/domain/engine.ts";
import type { EvaluatorProfile } from "#shared/domain/test-script.ts";
import { cacheFolder } from "../cache-folder.ts";
import { allAllowed } from "../consents.ts";
import type { Engine, TemplateRef } from "../engines/engine.ts";
import { engines } from "../engines/registry.ts";
import { engineOfFolder } from "../engines/sources.ts";
import { createEngineFactory } from "../evaluation/task-tools.ts";
import { openUnderWay, type UnderWay } from "../evaluation/under-way.ts";
import { createTestRunner } from "../python/create-test-runner.ts";
import type { TestRunner } from "../python/test-runner.ts";
import { softMatchingBy } from "../sql-analysis/computations.ts";
import { openSqlAnalysis } from "../sql-analysis/sql-analysis.ts";
import { createTaskDatabases } from "../task-databases/task-databases.ts";
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
 * A password may be in the URL or in PGPASSWORD.
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
  { kind, dir, server }: EngineOptions,
  { host, note }: CommandContext,
  spare: number,
): Promise<CommandDatabases> {
  const { startProcess: start, paths } = await host.program();
  const databases = createTaskDatabases({
    factory: createEngineFactory({ start, paths, cacheDir: cacheFolder(), spare }),
    // It is in the URL or in PGPASSWORD; and whoever names a server or a folder on the command line means it.
    password: async () => null,
    mayConnect: allAllowed.mayConnect,
    mayRead: allAllowed.mayRead,
    advice: {
      missing: "",
      sqliteFile: (database) => `Use --engine sqlite, or a folder with ${database}.sql.`,
    },
  });
  const settings = { engine: kind, databasesDir: dir ?? "", serverUrl: server ?? "" };
  const templates = new Map<string, Promise<TemplateRef>>();

  async function load(database: string, signal: AbortSignal | undefined): Promise<TemplateRef> {
    let isNoted = false;
    const onLoading = () => {
      if (!isNoted) note(`loading ${database}`);
      isNoted = true;
    };
    return (await databases.open(settings, database, { signal, onLoading })).template;
  }

  const engine = await databases.engine(settings).catch(cannotBeUsed);
  if (kind === "postgres")
    for (const sentence of (await databases.checkServer(settings)).cannotHold)
      note(`the server: ${sentence}`);
  return {
    engine,
    template(database, signal) {
      // One that cannot be loaded is not tried again for each of its tasks.
      const known = templates.get(database) ?? load(database, signal);
      templates.set(database, known);
      return known;
    },
    close: () => databases.close(),
  };
}

/** A server that cannot be reached or used is for the person at the terminal to mend. */
function cannotBeUsed(error: unknown): never {
  throw new WrongUsage(error instanceof Error ? error.message : String(error));
}

/** Marks of the tasks that a command works on; none where it is one, which is tried whatever became of it before. */
export function openTaskMarks(tasks: number, { host }: CommandContext): UnderWay | undefined {
  return tasks === 1 ? undefined : openUnderWay(path.join(cacheFolder(), "under-way"), host.unfinished);
}

/** Opens the runner of Python test scripts; `warm` of them run at once. What it compares for them has the deadline of threads. */
export async function openTestRunner(warm: number, { host }: CommandContext): Promise<TestRunner> {
  const { startProcess: start, paths } = await host.program();
  const analysis = openSqlAnalysis({ entry: paths.sqlAnalysis });
  const runner = createTestRunner({
    start,
    ...paths.python,
    codeFolders: paths.codeFolders,
    cacheDir: path.join(cacheFolder(), "python"),
    warm,
    matching: softMatchingBy(analysis.compute),
  });
  return {
    ...runner,
    async close() {
      await runner.close();
      await analysis.close();
    },
  };
}
