import { createHash } from "node:crypto";
import { createReadStream, existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { inCacheFolder, orCacheFault } from "../engines/cache-fault.ts";
import { sourceFiles } from "../engines/dump/read-source.ts";
import { type Engine, type LoadLimits, type TemplateSource, usualLoadLimits } from "../engines/engine.ts";
import type { EndNote } from "../processes/worker-protocol.ts";
import { requestFailure } from "./database-protocol.ts";
import {
  type DatabaseWorker,
  DatabaseWorkerEnded,
  DatabaseWorkers,
  type EmbeddedEngineConfig,
} from "./database-workers.ts";
import { EmbeddedState } from "./embedded-state.ts";
import { markUsed, pruneTemplates } from "./template-cache.ts";

/** Part of every template's id: a change of how templates are made makes them anew. */
const templateVersion = "2";

/** An engine whose states live in database workers, one each. */
export function createEmbeddedEngine(config: EmbeddedEngineConfig): Engine {
  inCacheFolder(config.cacheDir, () => mkdirSync(config.cacheDir, { recursive: true, mode: 0o700 }));
  const workers = new DatabaseWorkers(config);
  return {
    kind: config.kind,
    async prepare(database, source, options) {
      options.signal?.throwIfAborted();
      const id = await contentId(source);
      const file = workers.templateFile(id);
      if (existsSync(file)) markUsed(file, new Date());
      else {
        await loadTemplate(workers, file, source, {
          ...options,
          limits: config.loadLimits ?? usualLoadLimits,
        });
        pruneTemplates(config.cacheDir, new Date());
      }
      return { engine: config.kind, database, id };
    },
    async open(template) {
      const patienceMs = config.patienceMs ?? 60_000;
      return new EmbeddedState({ template, patienceMs, workers }, await workers.open(template));
    },
    reader: async ({ database, id }) => ({
      ...{ engine: config.kind, dbId: database, path: workers.templateFile(id) },
    }),
    close: () => workers.close(),
  };
}

async function loadTemplate(
  workers: DatabaseWorkers,
  file: string,
  source: TemplateSource,
  { signal, onProgress, limits }: Parameters<Engine["prepare"]>[2] & { limits: LoadLimits },
): Promise<void> {
  const worker = workers.start(filesOf(source));
  const abort = () => worker.kill();
  signal?.addEventListener("abort", abort, { once: true });
  const unfinished = path.join(workers.loadingDir, workers.newName());
  let loaded = 0;
  try {
    const from = await beginning(workers, worker, unfinished);
    const response = await worker.ask(
      { kind: "load", source, file: unfinished, from, limits },
      (progress) => {
        loaded = progress.statement;
        onProgress?.(progress);
      },
    );
    if (response.kind === "failed" || response.kind === "broken") throw requestFailure(response);
    renameSync(unfinished, file);
  } catch (error) {
    signal?.throwIfAborted();
    throw error instanceof DatabaseWorkerEnded && error.note !== null
      ? new Error(overLimit(error.note, loaded, limits))
      : orCacheFault(error, workers.loadingDir);
  } finally {
    signal?.removeEventListener("abort", abort);
    rmSync(unfinished, { force: true });
    await worker.end();
  }
}

/** Progress is told now and then only: the statement is one of those behind the last that was told. */
function overLimit(note: EndNote, loaded: number, { statementMs, memoryBytes }: LoadLimits): string {
  const where = `a statement behind number ${loaded}`;
  return note.reason === "time"
    ? `${where} ran longer than ${statementMs / 1000} s. Shorten it, or load the database outside Querent and name its file.`
    : `${where} needed more than ${Math.round(memoryBytes / 2 ** 20)} MB of memory.`;
}

/** The file that templates begin as, made by whoever is the first to need it; null where there is none. */
async function beginning(
  workers: DatabaseWorkers,
  worker: DatabaseWorker,
  unfinished: string,
): Promise<string | null> {
  const file = workers.templateFile(`new${templateVersion}`);
  if (existsSync(file)) markUsed(file, new Date());
  else {
    const response = await worker.ask({ kind: "begin", file: unfinished });
    // Half a file here would break every later load.
    if (response.kind === "failed" || response.kind === "broken") throw requestFailure(response);
    if (existsSync(unfinished)) renameSync(unfinished, file);
  }
  return existsSync(file) ? file : null;
}

/** What loading a source reads; a SQLite file has its log beside it. (Node forgets a folder's content where a path beside it begins like it.) */
function filesOf(source: TemplateSource): string[] {
  if (source.kind === "server-database") return [];
  const { path: file } = source;
  return source.kind === "sqlite-file" ? [file, `${file}-wal`, `${file}-journal`] : [file];
}

/** Same source, same id: over the names and bytes of all its files. */
async function contentId(source: TemplateSource): Promise<string> {
  const hash = createHash("sha256").update(`${templateVersion} ${source.kind}`);
  for (const file of sourceFiles(source)) {
    hash.update(`\0${path.basename(file)}\0`);
    for await (const chunk of createReadStream(file)) hash.update(chunk);
  }
  return hash.digest("hex").slice(0, 32);
}
