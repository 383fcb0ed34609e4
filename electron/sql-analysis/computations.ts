import { type GoldMutant, goldMutants, sampleOfMutants } from "#shared/certificate/gold-mutants.ts";
import { builtInAnswer } from "#shared/dialogue/simulator/built-in-answer.ts";
import { turnReadings } from "#shared/dialogue/turn-readings.ts";
import type { ColumnMeaning } from "#shared/domain/column-meaning.ts";
import type { DialogueTurn, SimulatorAnswer } from "#shared/domain/dialogue.ts";
import type { Finding, TextRange } from "#shared/domain/finding.ts";
import type { KnowledgeNode } from "#shared/domain/knowledge-node.ts";
import type { DatabaseSchema } from "#shared/domain/schema.ts";
import type { Phase, Task } from "#shared/domain/task.ts";
import { families } from "#shared/findings/registry.ts";
import {
  removeComments,
  removeDistinct,
  removeRound,
  rewriteAsShipped,
} from "#shared/metrics/soft-ex/rewrite-as-shipped.ts";
import { withoutOuterRound } from "#shared/metrics/soft-ex/without-outer-round.ts";
import { indexKnowledge } from "#shared/sql/knowledge-index.ts";
import type { SqlDialect } from "#shared/sql/lex.ts";
import { parseTask } from "#shared/sql/parsed-task.ts";
import type { ProvenanceContext } from "#shared/sql/provenance/sources.ts";

/** A task with all that is known about its database, as it goes to a thread. */
export interface TaskParts {
  task: Task;
  dialect: SqlDialect;
  nodes: readonly KnowledgeNode[];
  schema: DatabaseSchema | null;
  meanings: readonly ColumnMeaning[];
}

/** The same, taken apart. */
export function contextOfParts({ task, dialect, nodes, ...known }: TaskParts): ProvenanceContext {
  const knowledge = nodes.length === 0 ? null : indexKnowledge(nodes);
  return { ...parseTask(task, dialect), knowledge, ...known };
}

/** How the evaluators rewrite SQL before they compare: all of it as shipped, one step of that, or only what the fixed test does. */
const rewritings = {
  asShipped: rewriteAsShipped,
  removeComments,
  removeDistinct,
  removeRound,
  fixedOnPostgresql: (sql: readonly string[]) => sql.map((text) => withoutOuterRound(text, "postgresql")),
  fixedOnSqlite: (sql: readonly string[]) => sql.map((text) => withoutOuterRound(text, "sqlite")),
};
export type Rewriting = keyof typeof rewritings;

/** Rewrites a list of texts; rejects with an `Error` where that was given up. */
export type Rewrite = (how: Rewriting, sql: readonly string[]) => Promise<string[]>;

export const rewriteAtOnce: Rewrite = async (how, sql) => rewritings[how](sql);

/** What the answers of a dialogue have settled, and where in the gold its snippets are. */
interface ReadDialogue {
  readings: ReturnType<typeof turnReadings>;
  places: { statement: number; range: TextRange }[][];
}

/** What the text and SQL of a task break, and the mutants of its gold that are to be run. */
export interface CertificateTexts {
  found: Finding[];
  mutants: GoldMutant[];
  notRun: number;
}

/** What is computed of foreign text alone; `atOnce` is how many characters of it are no matter for a thread. */
export const computations = {
  rewrite: {
    atOnce: 32_000,
    of: ({ how, sql }: { how: Rewriting; sql: readonly string[] }): string[] => rewritings[how](sql),
  },
  readDialogue: {
    atOnce: 32_000,
    of: ({ parts, turns }: { parts: TaskParts; turns: readonly DialogueTurn[] }) =>
      readDialogue(contextOfParts(parts), turns),
  },
  simulatorAnswer: {
    atOnce: 32_000,
    of: ({ parts, phase, question, earlier }: SimulatorCall): SimulatorAnswer =>
      builtInAnswer(contextOfParts(parts), phase, question, earlier),
  },
  certificateTexts: {
    // Each mutant is a text of its own, so that their time grows with the square of the gold.
    atOnce: 4_000,
    of: ({ parts, mostMutants }: { parts: TaskParts; mostMutants: number | null }) =>
      certificateTexts(contextOfParts(parts), mostMutants),
  },
};

/** A question to the built-in user simulator, and what was said before. */
export interface SimulatorCall {
  parts: TaskParts;
  phase: Phase;
  question: string;
  earlier: readonly DialogueTurn[];
}

export type Computation = keyof typeof computations;
export type ComputationInput<Name extends Computation> = Parameters<(typeof computations)[Name]["of"]>[0];
export type ComputationResult<Name extends Computation> = ReturnType<(typeof computations)[Name]["of"]>;

export function readDialogue(context: ProvenanceContext, turns: readonly DialogueTurn[]): ReadDialogue {
  return {
    readings: turnReadings(context, turns),
    places: context.locations.map(({ matches }) =>
      matches.map(({ statement, anchor }) => ({ statement, range: anchor.range })),
    ),
  };
}

/** Without the grammar of the task's database: running the gold shows that. */
export function certificateTexts(context: ProvenanceContext, mostMutants: number | null): CertificateTexts {
  const { gold, schema, meanings } = context;
  const dialect = gold[1][0]?.dialect ?? "postgresql";
  const around = { ...context, dialect, database: { schema, meanings }, refused: [] };
  const found = families.flatMap((family) => ("find" in family ? family.find(around) : []));
  const made = goldMutants(context);
  const mutants = sampleOfMutants(made, mostMutants ?? made.length);
  return { found, mutants, notRun: made.length - mutants.length };
}
