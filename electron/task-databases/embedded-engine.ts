import { createHash } from "node:crypto";
import { createReadStream, existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { sourceFiles } from "../engines/dump/read-source.ts";
import type { Engine, TemplateRef, TemplateSource } from "../engines/engine.ts";
import type { EmbeddedEngineKind } from "../engines/registry.ts";
import type { StartProcess } from "../processes/start-process.ts";
import { makeSpoolFolder } from "../queries/spool-folder.ts";
import { createEmbeddedState } from "./embedded-state.ts";
import { type DatabaseWorker, startDatabaseWorker } from "./task-client.ts";
import { markUsed, pruneTemplates } from "./template-cache.ts";

/** An engine whose databases live in database workers, and how those are started. */
export interface EmbeddedEngineConfig {
  kind: EmbeddedEngineKind;
  start: StartProcess;
  /** The file of database-worker. */
  entry: string;
  /** The folders of the program's code and its packages: with its own files all that a database worker may read. */
  codeFolders: string[];
  /** Where templates are kept from one start to the next. */
  cacheDir: string;
  /** Where files of running states go, in a folder of our own; what ended programs left there is removed. */
  temporaryDir: string;
  /** Pristine processes that are kept for the next `open`, over all templates. */
  spare: number;
  /** How long a reset, a snapshot or a hash may take before its process is ended; one minute if not given. */
  patienceMs?: number;
}

/** Part of every template's id: a change of how templates are made makes them anew. */
const templateForm = "2";

/** A `Engine` whose states live in processes of their own, one each. */
export function createEmbeddedEngine(config: EmbeddedEngineConfig): Engine {
  mkdirSync(config.cacheDir, { recursive: true, mode: 0o700 });
  const folder = makeSpoolFolder(config.temporaryDir);
  // Beside the templates, so that a finished one only has to be renamed.
  const loading = makeSpoolFolder(config.cacheDir);
  const clients = new Set<DatabaseWorker>();
  /** Pristine processes of whatever template, the oldest first: each holds a database in its memory. */
  const spares: { template: TemplateRef; client: DatabaseWorker }[] = [];
  let count = 0;
  let isClosed = false;

  function startClient(readable: string[] = []): DatabaseWorker {
    // A state that goes on when its process was ended would leave another one behind.
    if (isClosed) throw new Error("the engine was closed");
    count += 1;
    const confinement = {
      read: [...config.codeFolders, config.cacheDir, ...readable].map((place) => path.resolve(place)),
      write: [folder, loading].map((place) => path.resolve(place)),
    };
    const client = startDatabaseWorker(
      config.start,
      config.entry,
      path.join(folder, `${count}`),
      config.kind,
      confinement,
    );
    clients.add(client);
    void client.gone.then(() => clients.delete(client));
    return client;
  }

  const templateFile = (id: string) => path.join(config.cacheDir, `${config.kind}-${id}.template`);

  async function openProcess(template: TemplateRef): Promise<DatabaseWorker> {
    // One content under two names is two databases to those who ask for their name.
    const at = spares.findLastIndex(
      (spare) => spare.template.id === template.id && spare.template.database === template.database,
    );
    const [spare] = at < 0 ? [] : spares.splice(at, 1);
    if (spare?.client.isAlive) return spare.client;
    const client = startClient();
    const reply = await client.call({
      kind: "open",
      file: templateFile(template.id),
      database: template.database,
    });
    if (reply.kind === "done") return client;
    await end(client);
    throw new Error(
      `the template of ${template.database} cannot be opened${"message" in reply ? `: ${reply.message}` : ""}`,
    );
  }

  async function giveBack(template: TemplateRef, client: DatabaseWorker): Promise<void> {
    if (client.isAlive) spares.push({ template, client });
    else await end(client);
    while (spares.length > config.spare) {
      const oldest = spares.shift();
      if (oldest) await end(oldest.client);
    }
  }

  function snapshotFile(id: string | null): { id: string; file: string } {
    if (id === null) count += 1;
    const name = id ?? `${count}`;
    const file = path.join(folder, `snapshot-${path.basename(name)}`);
    if (id !== null && !existsSync(file))
      throw new Error("the snapshot is gone: it ended with the program that took it");
    return { id: name, file };
  }

  /** The file that templates begin as, made by whoever is the first to need it; null where there is none. */
  async function beginning(client: DatabaseWorker, unfinished: string): Promise<string | null> {
    const file = templateFile(`new${templateForm}`);
    if (existsSync(file)) markUsed(file, new Date());
    else {
      await client.call({ kind: "begin", file: unfinished });
      if (existsSync(unfinished)) renameSync(unfinished, file);
    }
    return existsSync(file) ? file : null;
  }

  async function load(
    file: string,
    source: TemplateSource,
    { signal, onProgress }: Parameters<Engine["prepare"]>[2],
  ): Promise<void> {
    const client = startClient(placesOf(source));
    const abort = () => client.kill();
    signal?.addEventListener("abort", abort, { once: true });
    const unfinished = path.join(loading, `${count}`);
    try {
      const from = await beginning(client, unfinished);
      const reply = await client.call({ kind: "load", source, file: unfinished, from }, onProgress);
      if (reply.kind === "failed" || reply.kind === "broken") throw new Error(reply.message);
      renameSync(unfinished, file);
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    } finally {
      signal?.removeEventListener("abort", abort);
      rmSync(unfinished, { force: true });
      await end(client);
    }
  }

  return {
    kind: config.kind,
    async prepare(database, source, options) {
      options.signal?.throwIfAborted();
      const id = await contentId(source);
      const file = templateFile(id);
      if (existsSync(file)) markUsed(file, new Date());
      else {
        await load(file, source, options);
        pruneTemplates(config.cacheDir, new Date());
      }
      return { engine: config.kind, database, id };
    },
    async open(template) {
      const host = {
        template,
        patienceMs: config.patienceMs ?? 60_000,
        openProcess: () => openProcess(template),
        giveBack: (client: DatabaseWorker) => giveBack(template, client),
        snapshotFile,
      };
      return createEmbeddedState(host, await openProcess(template));
    },
    reader: async ({ database, id }) => ({ engine: config.kind, dbId: database, path: templateFile(id) }),
    async close() {
      isClosed = true;
      await Promise.all([...clients].map(end));
      for (const each of [folder, loading]) rmSync(each, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

/** What loading a source reads; a SQLite file has its log beside it. (Node forgets a folder's content where a path beside it begins like it.) */
function placesOf(source: TemplateSource): string[] {
  if (source.kind === "server-database") return [];
  const { path: place } = source;
  return source.kind === "sqlite-file" ? [place, `${place}-wal`, `${place}-journal`] : [place];
}

async function end(client: DatabaseWorker): Promise<void> {
  client.kill();
  await client.gone;
}

/** Same source, same id: over the names and bytes of all its files. */
async function contentId(source: TemplateSource): Promise<string> {
  const hash = createHash("sha256").update(`${templateForm} ${source.kind}`);
  for (const file of sourceFiles(source)) {
    hash.update(`\0${path.basename(file)}\0`);
    for await (const chunk of createReadStream(file)) hash.update(chunk);
  }
  return hash.digest("hex").slice(0, 32);
}
