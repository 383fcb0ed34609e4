import type { ModelReadingsEvent } from "#shared/contract/task-runs.ts";
import {
  newReadings,
  type ProposedReading,
  type RefusedReading,
} from "#shared/dialogue/proposed-readings.ts";
import { goldWithReadings, readingsOf } from "#shared/dialogue/readings.ts";
import { seedOf } from "#shared/dialogue/seed.ts";
import type { ModelEndpoint } from "#shared/domain/model-endpoint.ts";
import type { Reading } from "#shared/domain/reading.ts";
import type { SqlDialect } from "#shared/sql/lex.ts";
import type { ProvenanceContext } from "#shared/sql/provenance/sources.ts";
import { InfrastructureFailure } from "../dialogues/model/model-failure.ts";
import { askForReadings } from "../dialogues/model/model-readings.ts";
import type { Prompts } from "../dialogues/model/prompts.ts";
import type { TaskTools } from "../evaluation/task-tools.ts";
import type { SqlAnalysis } from "../sql-analysis/sql-analysis.ts";
import { readingExchanges } from "../store/model-exchanges.ts";
import { settingsOfPerson } from "../store/settings.ts";
import type { Workspace } from "../store/workspace.ts";
import type { CallContext } from "./call-context.ts";
import { eventStream } from "./event-queue.ts";
import { fileStem, recordingText } from "./export-run.ts";
import { ServiceFault } from "./fault.ts";
import type { ModelKeys } from "./model-keys.ts";
import { createReadingCalls, type ReachModel } from "./reading-calls.ts";
import { storedProject, storedTask } from "./stored-records.ts";
import { inGold, type ReadingsInput } from "./task-readings.ts";

interface Dependencies {
  workspace: Workspace;
  tools: TaskTools;
  analysis: SqlAnalysis;
  modelKeys: ModelKeys;
  prompts(): Prompts;
}

type Emit = (event: ModelReadingsEvent) => void;

/** Readings of ambiguities that language models propose. */
export function createModelReadings(dependencies: Dependencies) {
  const { workspace } = dependencies;
  const calls = createReadingCalls(dependencies);
  return {
    modelReadings: (
      { endpoint: name, ...input }: ReadingsInput & { endpoint: string },
      { actor, signal }: CallContext,
    ) =>
      eventStream<ModelReadingsEvent>(signal, async (emit, signal) => {
        const { projectId } = await workspace.read((db) => storedTask(db, input.taskId));
        const endpoint = await endpointOf(workspace, actor, name);
        const asking = { endpoint, emit, signal };
        const note = (text: string) => emit({ type: "asking", note: text });
        const purse = { projectId, actor, endpoint, note, signal };
        const { result, ...taken } = await calls.inTurn(purse, (asked) =>
          ask(dependencies, input, { ...asking, asked }),
        );
        emit({ type: "done", ...result, ...taken });
      }),

    async modelReadingCalls({ projectId }: { projectId: number }) {
      const { name } = await storedProject(workspace, projectId);
      const exchanges = await workspace.read((db) => readingExchanges(db, projectId));
      const ofWhom = exchanges.map(({ actor, endpoint, line }) => ({
        endpoint: `${actor} ${endpoint}`,
        line,
      }));
      return {
        fileName: `${fileStem(`${name}, calls for readings`)}.jsonl`,
        text: recordingText(ofWhom),
      };
    },
  };
}

async function endpointOf(workspace: Workspace, actor: string, name: string): Promise<ModelEndpoint> {
  const endpoints = (await workspace.read((db) => settingsOfPerson(db, actor)))["models.endpoints"];
  const found = endpoints.find((endpoint) => endpoint.name === name);
  if (found !== undefined) return found;
  throw new ServiceFault("NOT_FOUND", `No language model is called ${name} in the settings any more.`, {
    what: `language model ${name}`,
  });
}

const limitHint =
  "The limit holds for all readings that you ask it for in this project. Raise it in Settings, Language models.";

interface Asking {
  endpoint: ModelEndpoint;
  asked: ReachModel;
  emit: Emit;
  signal: AbortSignal;
}

type Answer = Pick<Extract<ModelReadingsEvent, { type: "done" }>, "readings" | "refused" | "problem">;

async function ask(
  dependencies: Dependencies,
  { ambiguity, ...input }: ReadingsInput,
  { endpoint, asked, emit, signal }: Asking,
): Promise<Answer> {
  const without = (problem: string) => ({ readings: [], refused: [], problem });
  const context = await contextOf(dependencies, { ...input, emit, signal });
  const [tree] = context?.gold[1] ?? [];
  if (context === null || tree === undefined || (context.locations[ambiguity]?.matches ?? []).length === 0)
    return without("The snippet is not in the gold.");
  emit({ type: "asking", note: null });
  const listed = readingsOf(context, ambiguity);
  try {
    const model = await asked();
    const seed = seedOf(context.task.instanceId, ambiguity, 0);
    const parts = { model, prompts: dependencies.prompts(), seed };
    const proposed = await askForReadings(parts, context, { ambiguity, listed });
    const { sqlSnippet: snippet = "" } = context.task.ambiguities[ambiguity] ?? {};
    const { fresh, refused } = newReadings(proposed, { snippet, listed, dialect: tree.dialect });
    const parsed = await parsedOnes(
      dependencies.analysis,
      { context, ambiguity, dialect: tree.dialect },
      fresh,
    );
    return {
      readings: parsed.fresh.map((reading) => readingOf(reading, endpoint)),
      refused: [...refused, ...parsed.refused],
      problem: null,
    };
  } catch (error) {
    if (!(error instanceof InfrastructureFailure)) throw error;
    return without(error.kind === "limit" ? `${error.message} ${limitHint}` : error.message);
  }
}

/** The task with its snippets found and its schema; null where its gold is withheld. */
async function contextOf(
  dependencies: Dependencies,
  asked: Parameters<typeof inGold>[1],
): Promise<ProvenanceContext | null> {
  let context: ProvenanceContext | null = null;
  await inGold(dependencies, asked, async (phase) => {
    context = await phase.context();
  });
  return context;
}

/** Those with which the gold is SQL, by the database's own parser, and the others. */
async function parsedOnes(
  analysis: SqlAnalysis,
  { context, ambiguity, dialect }: { context: ProvenanceContext; ambiguity: number; dialect: SqlDialect },
  proposed: readonly ProposedReading[],
): Promise<{ fresh: ProposedReading[]; refused: RefusedReading[] }> {
  const fresh: ProposedReading[] = [];
  const refused: RefusedReading[] = [];
  for (const reading of proposed) {
    const gold = goldWithReadings(context, new Map([[ambiguity, reading.sql]]));
    const problems = await Promise.all(gold.map((sql) => analysis.syntaxProblem({ sql, dialect })));
    const problem = problems.find((found) => found !== null);
    if (problem === undefined || problem === null) fresh.push(reading);
    else refused.push({ sql: reading.sql, reason: `With it the gold is no SQL: ${problem.message}` });
  }
  return { fresh, refused };
}

const readingOf = ({ sql, meaning }: ProposedReading, { model }: ModelEndpoint): Reading => ({
  ...{ sql, meaning, source: "model", operator: model, status: "proposed", reason: null },
});
