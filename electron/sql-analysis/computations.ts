import { askingLearns } from "#shared/certificate/asking-learns.ts";
import { type GoldMutant, goldMutants, sampleOfMutants } from "#shared/certificate/gold-mutants.ts";
import { findingsOf } from "#shared/certificate/property-rules.ts";
import { recoverable } from "#shared/certificate/recoverable/recoverable.ts";
import { builtInAnswer } from "#shared/dialogue/simulator/built-in-answer.ts";
import { turnReadings } from "#shared/dialogue/turn-readings.ts";
import type { PropertyResult } from "#shared/domain/certificate.ts";
import type { ColumnMeaning } from "#shared/domain/column-meaning.ts";
import type { Conditions } from "#shared/domain/conditions.ts";
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
import {
  type SoftExResult,
  type SoftExVerdict,
  softExAsShipped,
  softExFixed,
} from "#shared/metrics/soft-ex/soft-ex.ts";
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

/** Two results that are to be matched softly, as shipped or with the faults put right. */
export interface ResultsToMatch {
  how: "shipped" | "fixed";
  predicted: SoftExResult;
  gold: SoftExResult;
  conditions: Conditions;
}

/** What soft exact match makes of texts and results of any length. */
export interface SoftMatching {
  rewrite: Rewrite;
  /** Rejects with an `Error` where that was given up. */
  match(results: ResultsToMatch): Promise<SoftExVerdict>;
}

/** The same by a way to compute: in a thread where there is much of it. */
export function softMatchingBy(compute: Compute): SoftMatching {
  const lengthOf = (texts: readonly string[]) => texts.reduce((sum, { length }) => sum + length, 0);
  const sizeOf = ({ rows }: SoftExResult) =>
    rows.reduce((sum, row) => row.reduce((size, cell) => size + sizeOfCell + (cell?.length ?? 0), sum), 0);
  return {
    rewrite: (how, sql) => compute("rewrite", { how, sql }, lengthOf(sql)),
    match({ predicted, gold, ...how }) {
      const results = { ...how, predicted: compared(predicted), gold: compared(gold) };
      return compute("matchResults", results, sizeOf(predicted) + sizeOf(gold));
    },
  };
}

/** What of a result is looked at: only that goes to a thread. */
const compared = ({ columns, rows, truncated }: SoftExResult): SoftExResult => ({ columns, rows, truncated });

/** A cell takes as long as so many characters, whatever it holds. */
const sizeOfCell = 20;

/** What the answers of a dialogue have settled, and where in the gold its snippets are. */
interface ReadDialogue {
  readings: ReturnType<typeof turnReadings>;
  places: { statement: number; range: TextRange }[][];
}

/** What the text and SQL of a task break, and what its words settle. */
export interface CertificateTexts {
  found: Finding[];
  recoverable: PropertyResult;
  /** Of what is settled without asking, and not by asking. */
  learnt: Finding[];
}

/** The mutants of a gold that are to be run, and how many are not. */
export interface CertificateMutants {
  mutants: GoldMutant[];
  notRun: number;
}

/** What is computed of foreign text alone; `atOnce` is how many characters of it are no matter for a thread. */
export const computations = {
  rewrite: {
    atOnce: 32_000,
    of: ({ how, sql }: { how: Rewriting; sql: readonly string[] }): string[] => rewritings[how](sql),
  },
  matchResults: {
    // A tenth of a second at most: of JSON and lists, which take ten times as long as anything else.
    atOnce: 100_000,
    of: ({ how, predicted, gold, conditions }: ResultsToMatch): SoftExVerdict =>
      (how === "shipped" ? softExAsShipped : softExFixed)(predicted, gold, conditions),
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
    atOnce: 500,
    of: ({ parts }: { parts: TaskParts }) => certificateTexts(contextOfParts(parts)),
  },
  certificateMutants: {
    // Each mutant is a text of its own, so that their time grows with the square of the gold: 5 s for sums of 3,700 characters.
    atOnce: 500,
    of: ({ parts, mostMutants }: { parts: TaskParts; mostMutants: number | null }) =>
      certificateMutants(contextOfParts(parts), mostMutants),
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

/** Computes what comes of foreign text of so many characters. Rejects with an `Error` that says why there is nothing. */
export type Compute = <Name extends Computation>(
  name: Name,
  input: ComputationInput<Name>,
  characters: number,
) => Promise<ComputationResult<Name>>;

/** However long it takes: for scripts and tests that have nobody waiting. */
export const computeAtOnce: Compute = async (name, input) =>
  computations[name].of(input as never) as ComputationResult<typeof name>;

export function readDialogue(context: ProvenanceContext, turns: readonly DialogueTurn[]): ReadDialogue {
  return {
    readings: turnReadings(context, turns),
    places: context.locations.map(({ matches }) =>
      matches.map(({ statement, anchor }) => ({ statement, range: anchor.range })),
    ),
  };
}

/** Without the grammar of the task's database: running the gold shows that. */
export function certificateTexts(context: ProvenanceContext): CertificateTexts {
  const { gold, schema, meanings } = context;
  const dialect = gold[1][0]?.dialect ?? "postgresql";
  const around = { ...context, dialect, database: { schema, meanings }, refused: [] };
  const found = families.flatMap((family) => ("find" in family ? family.find(around) : []));
  const settled = recoverable(context, findingsOf("recoverable", found));
  return { found, recoverable: settled, learnt: askingLearns(context, settled.findings) };
}

export function certificateMutants(
  context: ProvenanceContext,
  mostMutants: number | null,
): CertificateMutants {
  const made = goldMutants(context);
  const mutants = sampleOfMutants(made, mostMutants ?? made.length);
  return { mutants, notRun: made.length - mutants.length };
}
