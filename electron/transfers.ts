import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { mkdtemp, open, rm, stat } from "node:fs/promises";
import path from "node:path";
import { transferLimits } from "#shared/domain/transfer.ts";
import { inCacheFolder } from "./engines/cache-fault.ts";
import { isAlive } from "./processes/is-alive.ts";
import { newSecret } from "./secret.ts";

/** A file that nobody has come back to for so long is removed. */
const keptMs = 3_600_000;
const sweepEveryMs = 60_000;
const longestName = 120;
const prefix = "transfers-";

/** Why a file is not taken, in words for whoever sent it. */
export class TransferRefused extends Error {
  readonly reason: "too-large" | "too-much";
  constructor(reason: TransferRefused["reason"], message: string) {
    super(message);
    this.reason = reason;
  }
}

/** A file that lies ready for one person, who names it by its id. */
export interface WaitingFile {
  id: string;
  path: string;
  /** What its owner calls it: a label, without a folder. */
  name: string;
  bytes: number;
}

/**
 * Files on their way between the host and the browsers of its people: in a private folder of this process, each for whom it
 * belongs to alone, and gone once it was used or nobody came for it.
 */
export interface Transfers {
  readonly folder: string;
  /** Stores what a browser sends, piece by piece; answers its id. Throws `TransferRefused`. */
  receive(account: string, name: string, pieces: AsyncIterable<Buffer>): Promise<string>;
  /** Stores what `write` writes to the path that it is given, for one person to fetch. Throws `TransferRefused`. */
  offer(account: string, name: string, write: (file: string) => Promise<unknown>): Promise<string>;
  /** The person's file of that id, which stays as long as it is held; null where they have none. */
  hold(account: string, id: string): WaitingFile | null;
  /** The same for who alone holds it from now on: nobody gets it twice. */
  take(account: string, id: string): WaitingFile | null;
  /** Ends a hold; a file that was used up is removed. */
  release(id: string, isUsedUp: boolean): Promise<void>;
  /** Removes everything. */
  close(): void;
}

interface Entry extends WaitingFile {
  account: string;
  folder: string;
  touchedAt: number;
  /** How many hold it; whoever writes it does. */
  holders: number;
  isTaken: boolean;
}

export interface TransferOptions {
  /** Where the private folder is made. */
  root: string;
  now?(): Date;
  /** How often it is looked for files that have waited too long, in milliseconds. */
  sweepMs?: number;
  limits?: typeof transferLimits | { [Name in keyof typeof transferLimits]: number };
}

/** Opens the files of a host in a folder of its own, after removing those of hosts that have ended. */
export const openTransfers = (options: TransferOptions): Transfers => new PrivateTransfers(options);

class PrivateTransfers implements Transfers {
  readonly folder: string;
  readonly #entries = new Map<string, Entry>();
  readonly #limits: NonNullable<TransferOptions["limits"]>;
  readonly #nowMs: () => number;
  readonly #sweep: NodeJS.Timeout;

  constructor({
    root,
    now = () => new Date(),
    limits = transferLimits,
    sweepMs = sweepEveryMs,
  }: TransferOptions) {
    this.#limits = limits;
    this.#nowMs = () => now().getTime();
    this.folder = inCacheFolder(root, () => {
      mkdirSync(root, { recursive: true, mode: 0o700 });
      removeAbandoned(root);
      return mkdtempSync(path.join(root, `${prefix}${process.pid}-`));
    });
    this.#sweep = setInterval(() => this.#dropLeft(), sweepMs).unref();
  }

  async receive(account: string, name: string, pieces: AsyncIterable<Buffer>): Promise<string> {
    const entry = await this.#begin(account, name);
    return this.#stored(entry, async () => {
      const handle = await open(entry.path, "wx", 0o600);
      try {
        for await (const piece of pieces) {
          if (entry.bytes + piece.length > this.#limits.fileBytes) throw tooLarge(this.#limits.fileBytes);
          await this.#makeRoom(account, piece.length);
          entry.bytes += piece.length;
          await handle.appendFile(piece);
        }
      } finally {
        await handle.close();
      }
    });
  }

  async offer(account: string, name: string, write: (file: string) => Promise<unknown>): Promise<string> {
    const entry = await this.#begin(account, name);
    return this.#stored(entry, async () => {
      await write(entry.path);
      entry.bytes = (await stat(entry.path)).size;
    });
  }

  hold(account: string, id: string): WaitingFile | null {
    const entry = this.#entries.get(id);
    if (entry === undefined || entry.account !== account || entry.isTaken) return null;
    entry.holders += 1;
    return entry;
  }

  take(account: string, id: string): WaitingFile | null {
    const entry = this.#entries.get(id);
    const held = this.hold(account, id);
    if (entry !== undefined && held !== null) entry.isTaken = true;
    return held;
  }

  async release(id: string, isUsedUp: boolean): Promise<void> {
    const entry = this.#entries.get(id);
    if (entry === undefined) return;
    entry.holders -= 1;
    entry.touchedAt = this.#nowMs();
    if (isUsedUp && entry.holders <= 0) await this.#drop(entry);
  }

  close(): void {
    clearInterval(this.#sweep);
    this.#entries.clear();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** An entry that is held, with a folder of its own for its file. */
  async #begin(account: string, name: string): Promise<Entry> {
    await this.#makeRoom(account, 1);
    const folder = await mkdtemp(path.join(this.folder, "file-"));
    const label = labelOf(name);
    const file = { id: newSecret(), name: label, path: path.join(folder, label), bytes: 0 };
    const entry = { ...file, account, folder, touchedAt: this.#nowMs(), holders: 1, isTaken: false };
    this.#entries.set(entry.id, entry);
    return entry;
  }

  async #stored(entry: Entry, write: () => Promise<unknown>): Promise<string> {
    try {
      await write();
      entry.holders -= 1;
      entry.touchedAt = this.#nowMs();
      return entry.id;
    } catch (error) {
      await this.#drop(entry);
      throw error;
    }
  }

  /** Gives up what a person has lying here for something new of theirs; throws where that is not enough. */
  async #makeRoom(account: string, bytes: number): Promise<void> {
    const { personBytes, personFiles, hostBytes } = this.#limits;
    const own = () => [...this.#entries.values()].filter((entry) => entry.account === account);
    const isFull = () => sum(own()) + bytes > personBytes || own().length > personFiles;
    for (const entry of own().filter(({ holders }) => holders === 0)) if (isFull()) await this.#drop(entry);
    if (isFull())
      throw new TransferRefused(
        "too-much",
        "Too many of your files are on their way at once. Wait until they have been imported.",
      );
    if (sum([...this.#entries.values()]) + bytes > hostBytes)
      throw new TransferRefused(
        "too-much",
        "This host has no room for more files at the moment. Try again in some minutes.",
      );
  }

  #dropLeft(): void {
    for (const entry of this.#entries.values())
      if (entry.holders === 0 && entry.touchedAt < this.#nowMs() - keptMs) void this.#drop(entry);
  }

  async #drop(entry: Entry): Promise<void> {
    this.#entries.delete(entry.id);
    await rm(entry.folder, { recursive: true, force: true });
  }
}

const sum = (entries: readonly Entry[]) => entries.reduce((total, { bytes }) => total + bytes, 0);

const tooLarge = (limit: number) =>
  new TransferRefused(
    "too-large",
    `The file is larger than ${Math.floor(limit / 2 ** 20)} MiB. Ask whoever runs this host to import it there.`,
  );

/** A name that no file system minds, of the last part of what a browser calls a file. */
function labelOf(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? "";
  const plain = last.replaceAll(/[^\p{L}\p{N} ._()+-]+/gu, "_").replace(/^[. ]+|[. ]+$/g, "");
  const short = plain.length > longestName ? plain.slice(-longestName) : plain;
  return /^(con|prn|aux|nul|com\d|lpt\d)?(\.|$)/i.test(short) ? `file-${short}` : short;
}

/** Folders of processes that are gone; a folder names the process that made it. */
function removeAbandoned(root: string): void {
  for (const name of readdirSync(root)) {
    const pid = new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1];
    if (pid === undefined || isAlive(Number(pid))) continue;
    rmSync(path.join(root, name), { recursive: true, force: true });
  }
}
