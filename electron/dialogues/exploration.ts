import { rowsAsTable, schemaText } from "#shared/dialogue/environment-texts.ts";
import type { Cell } from "#shared/domain/cell.ts";
import { phasePlans } from "#shared/domain/phase-plan.ts";
import type { DatabaseSchema } from "#shared/domain/schema.ts";
import { isManagement, type Phase, type Task } from "#shared/domain/task.ts";
import type { EvaluatorProfile } from "#shared/domain/test-script.ts";
import { dialectOf } from "#shared/sql/dialect-of.ts";
import { mayWrite } from "#shared/sql/may-write.ts";
import { writtenTable } from "#shared/sql/written-name.ts";
import type {
  DatabaseState,
  Engine,
  StatementLimits,
  StatementResult,
  TemplateRef,
} from "../engines/engine.ts";
import { createPhaseContext } from "../evaluation/phase-context.ts";
import { failureText } from "../task-databases/run-texts.ts";
import { stateSchema } from "../task-databases/state-schema.ts";

/** Where a phase of a task begins for a system that looks around: after its own SQL of phase 1 in phase 2. */
export interface ExploredPhase {
  task: Task;
  profile: EvaluatorProfile;
  phase: Phase;
  /** What passed phase 1; empty in phase 1. */
  previous: readonly string[];
}

/** The private database on which a system looks around and tries its SQL; no submission is judged on it. */
export interface Exploration {
  /** Stands at the beginning of the phase again before anything else runs. */
  begin(phase: ExploredPhase): void;
  /** Runs SQL as one transaction; its rows, or why it failed, as text. What it changes stays until the next `begin`. */
  execute(sql: string, signal: AbortSignal): Promise<string>;
  /** The tables, and how many rows each has. */
  contents(signal: AbortSignal): Promise<DatabaseContents>;
  schema(signal: AbortSignal): Promise<string>;
  /** Whether texts run from the beginning of the phase on; the next to run finds that beginning. */
  runs(texts: readonly string[], signal: AbortSignal): Promise<boolean>;
  close(): Promise<void>;
}

/** What a database holds. */
export interface DatabaseContents {
  schema: DatabaseSchema;
  /** Of all tables together; views do not count. */
  rows: number;
}

/** A system is shown this many rows of a result, and of each table in a schema. */
const shownRows = { result: 100, table: 3 };

/** Opens the database when something is first run on it. */
// Longer than a function should be: all of its parts share where the one state stands.
export function createExploration(
  engine: Engine,
  template: TemplateRef,
  limits: StatementLimits,
): Exploration {
  const dialect = dialectOf(engine.kind);
  let opened: Promise<DatabaseState> | null = null;
  let phase: ExploredPhase | null = null;
  let stands = false;
  let isManaged = false;

  async function atPhase(signal: AbortSignal): Promise<DatabaseState> {
    const isPristine = opened === null;
    opened ??= engine.open(template);
    const state = await opened;
    if (!stands && phase !== null) await beginPhase(state, phase, isPristine, signal);
    stands = true;
    return state;
  }

  async function beginPhase(
    state: DatabaseState,
    { task, profile, phase: wanted, previous }: ExploredPhase,
    pristine: boolean,
    signal: AbortSignal,
  ): Promise<void> {
    const plan = phasePlans(task, profile).find(({ part }) => part.phase === wanted);
    if (plan === undefined) return;
    const setting = { task, plan, state, dialect, limits, signal, previous, snapshot: null, pristine };
    const context = createPhaseContext(setting);
    await context.begin();
    if (plan.start === "snapshot") await context.run(previous);
  }

  const describe = async (signal: AbortSignal) =>
    stateSchema(await atPhase(signal), { database: template.database, dialect, limits, signal });
  const run = async (texts: readonly string[], signal: AbortSignal) =>
    (await atPhase(signal)).run(texts, { limits, signal });

  return {
    begin(next) {
      phase = next;
      isManaged = isManagement(next.task);
      stands = false;
    },
    execute: async (sql, signal) => executionText(await run([sql], signal)),
    async contents(signal) {
      const schema = await describe(signal);
      const tables = schema.tables.filter(({ kind }) => kind === "table");
      const counts = tables.map(({ name }) => `(SELECT count(*) FROM ${writtenTable(name, dialect)})`);
      const [result] = counts.length === 0 ? [] : await run([`SELECT ${counts.join(" + ")}`], signal);
      return { schema, rows: Number(result?.rows[0]?.[0]?.slice(1) ?? 0) };
    },
    async schema(signal) {
      const state = await atPhase(signal);
      const schema = await describe(signal);
      const samples = await sampleRows(schema, (sql) => state.run([sql], { limits, signal }));
      return schemaText(schema, dialect, samples);
    },
    async runs(texts, signal) {
      const results = await run(texts, signal);
      // What only reads leaves the beginning of the phase as it was; what a management task creates may write unseen.
      stands &&= !isManaged && !mayWrite(texts, dialect);
      return results.every(({ status }) => status === "ok");
    },
    async close() {
      await (await opened)?.close();
    },
  };

  async function sampleRows(
    { tables }: DatabaseSchema,
    ask: (sql: string) => Promise<StatementResult[]>,
  ): Promise<Map<string, Cell[][]>> {
    const samples = new Map<string, Cell[][]>();
    for (const { name } of tables) {
      const [result] = await ask(`SELECT * FROM ${writtenTable(name, dialect)} LIMIT ${shownRows.table}`);
      if (result?.status === "ok") samples.set(name, result.rows);
    }
    return samples;
  }
}

/** What the statements of a text gave: the rows of the last, or the error. */
function executionText(results: readonly StatementResult[]): string {
  const last = results.at(-1);
  if (last === undefined) return "The text has no statement.";
  if (last.status !== "ok") return `Error: ${failureText(last)}`;
  if (last.columns.length === 0)
    return last.affected === null ? last.command : `${last.command} ${last.affected}`;
  if (last.rows.length === 0) return "The result has no rows.";
  const names = last.columns.map(({ name }) => name);
  const text = rowsAsTable(names, last.rows.slice(0, shownRows.result));
  const isCut = last.truncated || last.rowCount > shownRows.result;
  return isCut
    ? `${text}\n(the first ${shownRows.result} of ${last.truncated ? "more than " : ""}${last.rowCount} rows)`
    : text;
}
