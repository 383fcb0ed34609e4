import { existsSync, rmSync } from "node:fs";
import path from "node:path";
import { inCacheFolder } from "../engines/cache-fault.ts";
import {
  type EmbeddedEngineKind,
  type LoadLimits,
  type LoadProgress,
  notStarted,
  type TemplateRef,
} from "../engines/engine.ts";
import type { StartProcess } from "../processes/start-process.ts";
import { WorkerClient } from "../processes/worker-client.ts";
import type { EndNote } from "../processes/worker-protocol.ts";
import { makeSpoolFolder } from "../queries/spool-folder.ts";
import { type DatabaseRequest, type DatabaseResponse, requestFailure } from "./database-protocol.ts";

/** An engine whose databases live in database workers, and how those are started. */
export interface EmbeddedEngineConfig {
  kind: EmbeddedEngineKind;
  start: StartProcess;
  /** The file of database-worker. */
  entry: string;
  /** The folders of the program's code and its packages: with its own files all that a database worker may read. */
  codeFolders: string[];
  /** Where templates are stored from one start to the next. */
  cacheDir: string;
  /** Where files of running states go, in a folder of our own; what ended programs left there is removed. */
  temporaryDir: string;
  /** Pristine workers that are spared for the next `open`, over all templates. */
  spare: number;
  /** How long a reset, a snapshot or a hash may take before its worker is ended; one minute if not given. */
  patienceMs?: number;
  /** What loading a database may take; ten minutes a statement and 2 GB if not given. */
  loadLimits?: LoadLimits;
}

/** The worker ended in the middle of a request: of its watchdog (`note`), or for another reason. */
export class DatabaseWorkerEnded extends Error {
  readonly note: EndNote | null;
  constructor(how: string, note: EndNote | null) {
    super(`the database worker ended (${how})`);
    this.note = note;
  }
}

/** The outside end of one database worker. */
export class DatabaseWorker extends WorkerClient<DatabaseRequest, LoadProgress, DatabaseResponse> {
  get isAlive(): boolean {
    return !this.isGone;
  }

  /** One request at a time; rejects with `DatabaseWorkerEnded` where the worker ends instead of answering. */
  async ask(
    request: DatabaseRequest,
    onProgress?: (progress: LoadProgress) => void,
  ): Promise<DatabaseResponse> {
    const end = await this.send(request, onProgress).end;
    if (end.kind === "done") return end.response;
    if (end.kind !== "died") throw new DatabaseWorkerEnded("between two requests", null);
    // The system's own error: there never was a process.
    if (/^E[A-Z]+:/.test(end.how)) throw notStarted(`the database worker does not start: ${end.how}`);
    throw new DatabaseWorkerEnded(end.how, end.note);
  }

  async end(): Promise<void> {
    this.kill();
    await this.gone;
  }
}

const ownFolderIn = (root: string): string => inCacheFolder(root, () => makeSpoolFolder(root));

/** The workers of one engine: those with a state, and pristine ones that wait for the next. */
export class DatabaseWorkers {
  /** Where templates are written before they are whole: beside those that are, so that one only has to be renamed. */
  readonly loadingDir: string;
  readonly #config: EmbeddedEngineConfig;
  readonly #folder: string;
  readonly #all = new Set<DatabaseWorker>();
  /** Pristine workers of whatever template, the oldest first: each holds a database in its memory. */
  readonly #spares: { template: TemplateRef; worker: DatabaseWorker }[] = [];
  #count = 0;
  #isClosed = false;

  constructor(config: EmbeddedEngineConfig) {
    this.#config = config;
    this.loadingDir = ownFolderIn(config.cacheDir);
    this.#folder = ownFolderIn(config.temporaryDir);
  }

  templateFile(id: string): string {
    return path.join(this.#config.cacheDir, `${this.#config.kind}-${id}.template`);
  }

  newName(): string {
    return `${++this.#count}`;
  }

  /** Starts a worker that may read these files, too. */
  start(readable: string[] = []): DatabaseWorker {
    // A state that goes on when its worker was ended would leave another one behind.
    if (this.#isClosed) throw new Error("the engine was closed");
    const { codeFolders, cacheDir, kind, entry, start } = this.#config;
    const confinement = {
      read: [...codeFolders, cacheDir, ...readable].map((file) => path.resolve(file)),
      write: [this.#folder, this.loadingDir].map((file) => path.resolve(file)),
    };
    const folder = path.join(this.#folder, this.newName());
    const worker = new DatabaseWorker({ folder, start: () => start(entry, [folder, kind], confinement) });
    this.#all.add(worker);
    void worker.gone.then(() => this.#all.delete(worker));
    return worker;
  }

  /** A worker with the template open. */
  async open(template: TemplateRef): Promise<DatabaseWorker> {
    const { id, database } = template;
    // One content under two names is two databases to those who ask for their name.
    const at = this.#spares.findLastIndex(
      (spare) => spare.template.id === id && spare.template.database === database,
    );
    const [spare] = at < 0 ? [] : this.#spares.splice(at, 1);
    if (spare?.worker.isAlive) return spare.worker;
    const worker = this.start();
    const response = await worker.ask({ kind: "open", file: this.templateFile(id), database });
    if (response.kind === "done") return worker;
    await worker.end();
    const what = `the template of ${database} cannot be opened`;
    throw "message" in response ? requestFailure(response, `${what}: ${response.message}`) : new Error(what);
  }

  /** Takes a pristine worker back, or ends it. */
  async giveBack(template: TemplateRef, worker: DatabaseWorker): Promise<void> {
    if (worker.isAlive) this.#spares.push({ template, worker });
    else await worker.end();
    while (this.#spares.length > this.#config.spare) await this.#spares.shift()?.worker.end();
  }

  /** The file of a snapshot; a new one for null. Throws for one that is not known. */
  snapshotFile(id: string | null): { id: string; file: string } {
    const name = id ?? this.newName();
    const file = path.join(this.#folder, `snapshot-${path.basename(name)}`);
    if (id !== null && !existsSync(file))
      throw new Error("the snapshot no longer exists: it was dropped when Querent was closed");
    return { id: name, file };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#all].map((worker) => worker.end()));
    for (const each of [this.#folder, this.loadingDir])
      rmSync(each, { recursive: true, force: true, maxRetries: 3 });
  }
}
