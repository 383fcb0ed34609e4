import type { DatabaseState, SnapshotRef, StateHash, StatementResult, TemplateRef } from "../task-engine.ts";
import type { ClonePool } from "./clone-pool.ts";
import type { Clone, Clones } from "./clones.ts";
import { rollbackPrepared } from "./databases.ts";
import { runText } from "./run-text.ts";
import type { Server } from "./server.ts";
import type { Snapshots } from "./snapshots.ts";
import { hashState } from "./state-hash.ts";
import { createTypeNames } from "./type-names.ts";

/** What the states of one template have in common. */
export interface StateContext {
  server: Server;
  clones: Clones;
  pool: ClonePool;
  snapshots: Snapshots;
  template: TemplateRef;
  builtInTypes: Map<number, string>;
  /** The hash of the untouched template, once somebody has asked for it. */
  pristine: { hash: Promise<StateHash> | null };
}

/** The snapshot that stands for the template itself. */
const untouched = "untouched";

/** What a script can leave in a session that DISCARD ALL does not undo: the seed of random(). */
const leavesSeed = /setseed/i;

/** A private state on a clone; as long as nothing was written it is the template's equal, and a reset only tidies its session. */
export async function openState(context: StateContext): Promise<DatabaseState> {
  const { server, clones, pool, snapshots, template, builtInTypes, pristine } = context;
  let clone: Clone = await pool.take();
  let changed = false;
  let untidy = false;
  let seeded = false;
  let typeNames = createTypeNames(server, builtInTypes);
  let turn: Promise<unknown> = Promise.resolve();
  const mine = new Set<string>();

  /** One call after another, whatever became of the one before. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const next = turn.then(work, work);
    turn = next.catch(() => {});
    return next;
  }

  function onWrite() {
    if (!changed) pool.expect();
    changed = true;
  }

  function replaceClone(next: Clone, asTemplate: boolean) {
    pool.discard(clone);
    clone = next;
    changed = !asTemplate;
    untidy = false;
    seeded = false;
    typeNames = createTypeNames(server, builtInTypes);
  }

  async function run(
    sql: readonly string[],
    { limits, signal }: Parameters<DatabaseState["run"]>[1],
  ): Promise<StatementResult[]> {
    const results: StatementResult[] = [];
    for (const text of sql) {
      signal?.throwIfAborted();
      const session = await clones.session(clone);
      untidy = true;
      seeded ||= leavesSeed.test(text);
      const askScript = async (question: string) => {
        const answer = await session.send(question, "text", { rows: 10_000, bytes: 1 << 24 });
        return answer.error ? null : (answer.outputs[0]?.rows.map(([name]) => name ?? "") ?? null);
      };
      results.push(
        ...(await runText(text, {
          server,
          session,
          role: clone.role.name,
          limits,
          signal,
          onWrite,
          typeNames: (columns) => typeNames.of(columns, askScript),
        })),
      );
      if (results.at(-1)?.status !== "ok" && results.length > 0) break;
    }
    return results;
  }

  /** Undoes what a session can keep: settings, locks, prepared statements, cursors, channels. */
  async function tidy(): Promise<void> {
    if (!untidy) return;
    const session = clone.session;
    untidy = false;
    if (!session || session.isLost) return;
    const discarded = seeded ? null : await session.send("DISCARD ALL", "one", { rows: 1, bytes: 1 << 20 });
    seeded = false;
    if (discarded?.error !== null) await session.end();
    else await session.send("RESET ROLE", "one", { rows: 1, bytes: 1 << 20 });
  }

  async function reset(): Promise<void> {
    if (changed) replaceClone(await pool.take(), true);
    else await tidy();
  }

  async function snapshot(): Promise<SnapshotRef> {
    if (!changed) return { template, id: untouched };
    // A database can only be copied while nobody is connected to it.
    await clone.session?.end();
    await rollbackPrepared(server, clone.database);
    const id = await snapshots.take(clone.database);
    mine.add(id);
    return { template, id };
  }

  async function restore(ref: SnapshotRef): Promise<void> {
    if (ref.template.id !== template.id)
      throw new Error(`The snapshot is of "${ref.template.database}", not of "${template.database}".`);
    if (ref.id === untouched) await reset();
    else replaceClone(await clones.make(snapshots.find(ref.id)), false);
  }

  async function hash(): Promise<StateHash> {
    if (!changed && pristine.hash) return pristine.hash;
    const hashed = hashOf(server, clone.database);
    if (!changed)
      pristine.hash = hashed.catch((error) => {
        pristine.hash = null;
        throw error;
      });
    return hashed;
  }

  return {
    template,
    run: (sql, options) => inTurn(() => run(sql, options)),
    reset: () => inTurn(reset),
    snapshot: () => inTurn(snapshot),
    restore: (ref) => inTurn(() => restore(ref)),
    hash: () => inTurn(hash),
    close: () =>
      inTurn(async () => {
        await tidy();
        if (changed) pool.discard(clone);
        else pool.giveBack(clone);
        for (const id of mine) snapshots.drop(id);
        mine.clear();
      }),
  };
}

async function hashOf(server: Server, database: string): Promise<StateHash> {
  const client = await server.connect({ database });
  try {
    return await hashState(client);
  } finally {
    await client.end();
  }
}
