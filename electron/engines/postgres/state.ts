import type { RunError } from "#shared/domain/result.ts";
import type { DatabaseState, SnapshotRef, StateHash, StatementResult, TemplateRef } from "../engine.ts";
import { sqlState } from "../postgres-dialect/failure.ts";
import { type ParsedStatement, parseStatements } from "../postgres-dialect/statements.ts";
import type { EndReason } from "./backend-watchdog.ts";
import { createTypeNames, type TypeNames } from "./cells.ts";
import type { ClonePool } from "./clone-pool.ts";
import type { Clone, Clones } from "./clones.ts";
import type { PostgresConnection } from "./connection.ts";
import {
  refusalOfNul,
  runInSavepoint,
  runPostgresText,
  runReadOnly,
  SessionGone,
  storedGigabytes,
  type TextRun,
} from "./run-text.ts";
import { rollbackPrepared, type Server } from "./server.ts";
import {
  databaseBytes,
  overflow,
  type SessionNumbers,
  sessionMemory,
  sessionNumbers,
} from "./server-usage.ts";
import type { Snapshots } from "./snapshots.ts";
import { hashPostgresState, hashSettings } from "./state-hash.ts";
import { isSteady } from "./steady-text.ts";
import { readTraits, type TemplateTraits } from "./template-traits.ts";
import { beginTrial, isLongTrial, type Trial, type TriedText } from "./trial.ts";

/** What the states of one template have in common. */
export interface StateContext {
  server: Server;
  clones: Clones;
  pool: ClonePool;
  snapshots: Snapshots;
  template: TemplateRef;
  /** The database that holds the template. */
  source: string;
  builtInTypes: Map<number, string>;
  /** The hash of the untouched template, once somebody has asked for it. */
  pristine: {
    hash: Promise<StateHash> | null;
    traits: Promise<TemplateTraits> | null;
    /** Its size. */
    bytes: Promise<number> | null;
  };
}

/** The snapshot that stands for the template itself. */
const untouched = "untouched";

/** Texts that ran once run again, on whatever machine. */
const again = { timeMs: 600_000, rows: 1, cellBytes: 2 ** 30, memoryBytes: 2 ** 30 };

/** So often is a clone put back by a rollback, which leaves dead rows in the system's tables; then it is replaced. */
const mostTrials = 200;

/** How often (ms) the server is asked between statements for what a state takes of it. */
const usageMs = 500;

/** What a script can leave in a session that DISCARD ALL does not undo: the seed of random(). */
const leavesSeed = /setseed/i;

type RunOptions = Parameters<DatabaseState["run"]>[1];

const isBeyond = (kind: RunError["kind"] | undefined): boolean =>
  kind !== undefined && kind !== "sql" && kind !== "refused";

/** Opens a private state on a clone; as long as nothing is written it is the template's equal, and a reset only tidies its session. */
export async function openState(context: StateContext): Promise<DatabaseState> {
  return new PostgresState(context, await context.pool.take());
}

class PostgresState implements DatabaseState {
  readonly template: TemplateRef;
  private readonly context: StateContext;
  private readonly taken = new Set<string>();
  private clone: Clone;
  private typeNames: TypeNames;
  /** Whether the database, as others would see it, may differ from the template. */
  private changed = false;
  /** What has been run, but not committed, since the last reset. */
  private trial: Trial | null = null;
  private trials = 0;
  /** Whether the session has been used since it was last tidied, and whether it may hold a seed. */
  private untidy = false;
  private seeded = false;
  /** A statement met a limit, or the server failed under it: what its session still holds is not known. */
  private suspect = false;
  private usageAskedAt = performance.now();
  private turn: Promise<unknown> = Promise.resolve();

  constructor(context: StateContext, clone: Clone) {
    this.context = context;
    this.template = context.template;
    this.clone = clone;
    this.typeNames = createTypeNames(context.server, context.builtInTypes);
  }

  run(sql: readonly string[], options: RunOptions): Promise<StatementResult[]> {
    return this.inTurn(async () => {
      const results: StatementResult[] = [];
      for (const text of sql) {
        options.signal?.throwIfAborted();
        const ended = await this.runOne(text, options);
        this.suspect ||= ended.some(({ status, error }) => status === "timeout" || isBeyond(error?.kind));
        results.push(...ended);
        if (results.some(({ status }) => status !== "ok")) break;
      }
      return results;
    });
  }

  reset(): Promise<void> {
    return this.inTurn(() => this.putBack());
  }

  snapshot(): Promise<SnapshotRef> {
    return this.inTurn(async () => {
      await this.settle();
      if (!this.changed) return { template: this.template, id: untouched };
      const { server, snapshots } = this.context;
      // A database can only be copied while nobody is connected to it.
      await this.clone.session?.end();
      await rollbackPrepared(server, this.clone.database);
      const id = await snapshots.take(this.clone.database);
      this.taken.add(id);
      return { template: this.template, id };
    });
  }

  restore(ref: SnapshotRef): Promise<void> {
    return this.inTurn(async () => {
      const { clones, snapshots } = this.context;
      if (ref.template.id !== this.template.id)
        throw new Error(`The snapshot is of "${ref.template.database}", not of "${this.template.database}".`);
      if (ref.id === untouched) return this.putBack();
      await this.replaceClone(await clones.make(snapshots.find(ref.id)), { changed: true });
    });
  }

  hash(): Promise<StateHash> {
    return this.inTurn(async () => {
      const { server, pristine } = this.context;
      const tried = this.clone.session?.isLost === false ? await this.trial?.hash() : null;
      if (tried) return tried;
      await this.settle();
      if (!this.changed && pristine.hash) return pristine.hash;
      const hashed = hashDatabase(server, this.clone.database);
      if (!this.changed) {
        pristine.hash = hashed;
        hashed.catch(() => {
          pristine.hash = null;
        });
      }
      return hashed;
    });
  }

  close(): Promise<void> {
    return this.inTurn(async () => {
      const { pool, snapshots } = this.context;
      if (this.trial) await this.putBack();
      await this.tidy();
      if (this.changed || this.suspect) pool.discard(this.clone);
      else pool.giveBack(this.clone);
      for (const id of this.taken) snapshots.drop(id);
      this.taken.clear();
    });
  }

  /** One call after another, whatever became of the one before. */
  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const next = this.turn.then(work, work);
    this.turn = next.catch(() => {});
    return next;
  }

  private async runOne(text: string, options: RunOptions): Promise<StatementResult[]> {
    const refusal = refusalOfNul(text);
    if (refusal) return refusal;
    const statements = parseStatements(text);
    this.untidy = true;
    this.seeded ||= leavesSeed.test(text);
    try {
      return await this.runIn(await this.session(), text, statements, options);
    } catch (error) {
      if (!(error instanceof SessionGone)) throw error;
      return this.runIn(await this.session(), text, statements, options);
    }
  }

  /** The session; where a trial was lost with the one before, its texts have been run again. */
  private async session(): Promise<PostgresConnection> {
    if (this.trial && this.clone.session?.isLost !== false) await this.runAgain(this.trial.texts);
    return this.context.clones.session(this.clone);
  }

  private async runIn(
    session: PostgresConnection,
    text: string,
    statements: ParsedStatement[] | null,
    options: RunOptions,
  ): Promise<StatementResult[]> {
    if (statements?.length === 0) return [];
    const run = this.textRun(session, options);
    if (!this.trial && statements?.every(({ readOnly }) => readOnly)) {
      const read = await runReadOnly(statements, run);
      if (read) return read;
    }
    const trial = statements && (await this.trialFor(session, text, statements));
    if (trial) {
      const results = await runInSavepoint(statements, run);
      const isGood = results.every(({ status }) => status === "ok");
      if (!session.isLost) trial.note({ sql: text, isGood });
      return results;
    }
    await this.settle();
    return runPostgresText(text, statements, this.textRun(await this.session(), options));
  }

  /** The trial in which a text can be run: the one under way, or a new one where it is the first that may write. */
  private async trialFor(
    session: PostgresConnection,
    text: string,
    statements: ParsedStatement[],
  ): Promise<Trial | null> {
    const { server, pristine } = this.context;
    if (this.changed || (this.trial && isLongTrial(this.trial))) return null;
    pristine.traits ??= readTraits(server, this.clone.database).catch((error) => {
      pristine.traits = null;
      throw error;
    });
    const traits = await pristine.traits;
    if (!traits.allowsTrials || !isSteady(text, statements, traits.unsteady)) return null;
    this.trial ??= await beginTrial(session, traits);
    return this.trial;
  }

  /** Commits what was only tried, as whatever comes next needs it to be so. */
  private async settle(): Promise<void> {
    const { trial } = this;
    if (!trial) return;
    if (this.clone.session?.isLost !== false || !(await trial.commit())) return this.runAgain(trial.texts);
    this.trial = null;
    this.write();
  }

  /**
   * What was tried is gone with its session; run again it gives the same, which is what made it fit for a trial. On another
   * clone, as the lost session may hold its locks for some time yet.
   */
  private async runAgain(texts: readonly TriedText[]): Promise<void> {
    await this.replaceClone(await this.context.pool.take(), { changed: false });
    for (const { sql, isGood } of texts) {
      const session = await this.context.clones.session(this.clone);
      const results = await runPostgresText(
        sql,
        parseStatements(sql),
        this.textRun(session, { limits: again }),
      );
      if (results.every(({ status }) => status === "ok") !== isGood)
        throw new Error(
          `The session on ${this.context.server.hostAndPort} was lost and could not be restored. Run the task again.`,
        );
    }
  }

  private write(): void {
    if (!this.changed) this.context.pool.expect();
    this.changed = true;
  }

  private textRun(session: PostgresConnection, { limits, signal }: RunOptions): TextRun {
    const askScript = async (question: string) => {
      const { error, outputs } = await session.send(question, "text", {
        rows: 10_000,
        bytes: 1 << 24,
        timeMs: 10_000,
      });
      return error ? null : (outputs[0]?.rows.map(([name]) => name ?? "") ?? null);
    };
    return {
      server: this.context.server,
      session,
      role: this.clone.role.name,
      limits,
      signal,
      overflow: (numbers) => this.overflow(numbers),
      overuseByNow: () => this.overuseByNow(session, limits.memoryBytes),
      onWrite: () => this.write(),
      typeNames: (columns) => this.typeNames.of(columns, askScript),
    };
  }

  /** Many short statements write as much as one long one, and take as much memory. */
  private async overuseByNow(session: PostgresConnection, mostMemory: number): Promise<EndReason | null> {
    const now = performance.now();
    if (now - this.usageAskedAt < usageMs) return null;
    this.usageAskedAt = now;
    const { server } = this.context;
    const numbers = await sessionNumbers(server, session, this.clone.role.name);
    const memory = await sessionMemory(server, numbers);
    return memory > mostMemory ? "memory" : this.overflow(numbers);
  }

  private async overflow(session: SessionNumbers): Promise<"full" | "queue" | null> {
    const { server, source, pristine } = this.context;
    pristine.bytes ??= databaseBytes(server, source).catch((error) => {
      pristine.bytes = null;
      throw error;
    });
    return overflow(server, session, (await pristine.bytes) + storedGigabytes * 2 ** 30);
  }

  private async putBack(): Promise<void> {
    const { trial } = this;
    this.trial = null;
    if (trial) {
      this.trials += 1;
      // A session that was lost, or an order that failed, leaves a clone of which nothing is known.
      this.changed = this.suspect || this.trials >= mostTrials || !(await trial.revert());
      this.untidy = this.changed || this.seeded;
      this.typeNames = createTypeNames(this.context.server, this.context.builtInTypes);
    }
    if (this.changed || this.suspect)
      await this.replaceClone(await this.context.pool.take(), { changed: false });
    else await this.tidy();
  }

  private async replaceClone(next: Clone, { changed }: { changed: boolean }): Promise<void> {
    // The locks of a session that is only dropped would still be seen for a moment.
    await this.clone.session?.end();
    this.context.pool.discard(this.clone);
    this.clone = next;
    this.suspect = false;
    this.trial = null;
    this.trials = 0;
    this.changed = changed;
    this.untidy = false;
    this.seeded = false;
    this.typeNames = createTypeNames(this.context.server, this.context.builtInTypes);
  }

  /** Undoes what a session can keep: settings, role, locks, prepared statements, cursors, channels; ends it where that is not enough. */
  private async tidy(): Promise<void> {
    const { session } = this.clone;
    if (!this.untidy || !session || session.isLost) return;
    const small = { rows: 1, bytes: 1 << 20, timeMs: 60_000 };
    const discarded = this.seeded ? null : await session.send("DISCARD ALL", "one", small);
    if (discarded?.error === null) await session.send("RESET ROLE", "one", small);
    else await session.end();
    this.untidy = false;
    this.seeded = false;
  }
}

const hashMs = 60_000;

async function hashDatabase(server: Server, database: string): Promise<StateHash> {
  const client = await server.connect({ database, settings: { statement_timeout: String(hashMs) } });
  try {
    await client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${hashSettings}`);
    const ask = async <Row>(sql: string) => (await client.query(sql)).rows as Row[];
    return await hashPostgresState(ask, { largeObjects: true });
  } catch (error) {
    if ((error as { code?: string }).code !== sqlState.queryCanceled) throw error;
    throw new Error(`the database is too large to compare: hashing it took more than ${hashMs / 1000} s`, {
      cause: error,
    });
  } finally {
    await client.end();
  }
}
