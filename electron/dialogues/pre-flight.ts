import type { ColumnMeaning } from "#shared/domain/column-meaning.ts";
import type { DialogueSettings } from "#shared/domain/dialogue.ts";
import type { DatabaseSchema } from "#shared/domain/schema.ts";
import { tooLongToTakeApart } from "#shared/domain/sql-length.ts";
import type { Task } from "#shared/domain/task.ts";
import type { KnowledgeIndex } from "#shared/sql/knowledge-index.ts";
import type { SqlDialect } from "#shared/sql/lex.ts";
import { parseTask } from "#shared/sql/parsed-task.ts";
import type { ProvenanceContext } from "#shared/sql/provenance/sources.ts";
import type { DatabaseLanes } from "./database-lanes.ts";
import type { DialogueDatabase } from "./environment.ts";
import { goldProblem, type PreparedTask, readingsThatRun } from "./prepare-task.ts";

/** A task with what is known about its database. */
export interface KnownTask {
  task: Task;
  knowledge: KnowledgeIndex | null;
  meanings: readonly ColumnMeaning[];
}

/** A database as it was loaded; `template` is a hash of its source. */
export interface LoadedDatabase {
  database: string;
  tables: number;
  rows: number;
  template: string;
}

/** What can be played, and what not and why. */
export interface PreFlight {
  /** In the order of the tasks. */
  prepared: PreparedTask[];
  databases: LoadedDatabase[];
  leftOut: { instanceId: string; reason: string }[];
}

type Looked = { loaded: LoadedDatabase; schema: DatabaseSchema } | { problem: string };
type Prepared = PreparedTask | { problem: string };

/** Before the first turn: are the databases there, with rows in them, and does the gold of every task pass? */
export async function preFlight(
  tasks: readonly KnownTask[],
  lanes: DatabaseLanes,
  options: {
    settings: DialogueSettings;
    dialect: SqlDialect;
    signal: AbortSignal;
    onTask(done: number): void;
  },
): Promise<PreFlight> {
  const { signal } = options;
  const databases = await lookAtDatabases(tasks, lanes, signal);
  const found = new Map<KnownTask, Prepared>();
  await lanes.forEach<KnownTask, Prepared>(tasks, {
    databaseOf: ({ task }) => task.database,
    markOf: ({ task }) => ({ task, profile: options.settings.profile, dialogue: ["pre-flight"] }),
    async work(item, database) {
      const looked = databases.get(item.task.database);
      if (looked === undefined || "problem" in looked) return { problem: looked?.problem ?? "" };
      const problem = tooLongToTakeApart(item.task);
      if (problem !== null) return { problem };
      return prepare(
        { ...parseTask(item.task, options.dialect), ...item, schema: looked.schema },
        database,
        options,
      );
    },
    failed: (_, { message }) => ({ problem: message }),
    onDone(item, result) {
      found.set(item, result);
      options.onTask(found.size);
    },
  });
  const results = tasks.map((item) => ({ item, result: found.get(item) as Prepared }));
  return {
    prepared: results.flatMap(({ result }) => ("problem" in result ? [] : [result])),
    databases: [...databases.values()].flatMap((looked) => ("problem" in looked ? [] : [looked.loaded])),
    leftOut: results.flatMap(({ item, result }) =>
      "problem" in result ? [{ instanceId: item.task.instanceId, reason: result.problem }] : [],
    ),
  };
}

async function lookAtDatabases(
  tasks: readonly KnownTask[],
  lanes: DatabaseLanes,
  signal: AbortSignal,
): Promise<Map<string, Looked>> {
  const names = [...new Set(tasks.map(({ task }) => task.database))];
  const found = new Map<string, Looked>(names.map((name) => [name, { problem: "" }]));
  await lanes.forEach<string, Looked>(names, {
    databaseOf: (name) => name,
    async work(name, database) {
      const { schema, rows } = await database.contents(signal);
      const tables = schema.tables.filter(({ kind }) => kind === "table").length;
      if (rows === 0) return { problem: `The database ${name} was loaded without a row.` };
      return { loaded: { database: name, tables, rows, template: database.template.id }, schema };
    },
    failed: (_, { message }) => ({ problem: message }),
    onDone: (name, looked) => void found.set(name, looked),
  });
  return found;
}

async function prepare(
  context: ProvenanceContext,
  database: DialogueDatabase,
  { settings, signal }: { settings: DialogueSettings; signal: AbortSignal },
): Promise<Prepared> {
  const environment = database.begin(context, settings.profile);
  const problem = await goldProblem(context, settings, environment, signal);
  return problem === null
    ? { context, readings: await readingsThatRun(context, settings, environment, signal) }
    : { problem };
}
