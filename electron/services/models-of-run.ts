import type { ModelEstimate, RunPlan } from "#shared/contract/dialogues.ts";
import { readSystemName } from "#shared/dialogue/systems/system-name.ts";
import type { ModelEndpoint } from "#shared/domain/model-endpoint.ts";
import type { Task } from "#shared/domain/task.ts";
import { indexKnowledge } from "#shared/sql/knowledge-index.ts";
import { builtInSimulator } from "../dialogues/built-in-simulator.ts";
import type { DialogueRun } from "../dialogues/dialogue-job.ts";
import { createChatEndpoint } from "../dialogues/model/chat-endpoint.ts";
import {
  type CallEstimate,
  type EstimatedDialogues,
  estimateCalls,
  sumOfCalls,
} from "../dialogues/model/cost-estimate.ts";
import { abilitiesOf } from "../dialogues/model/endpoint-abilities.ts";
import { createModelCalls } from "../dialogues/model/model-calls.ts";
import {
  callTimeoutMs,
  clockWaiting,
  modelPlayers,
  type ReachableModel,
} from "../dialogues/model/model-players.ts";
import type { Prompts } from "../dialogues/model/prompts.ts";
import { createRecording, type Recording } from "../dialogues/model/recording.ts";
import { RecordingLine } from "../dialogues/model/recording-line.ts";
import { secretKey } from "../dialogues/model/secret-key.ts";
import { createSpending } from "../dialogues/model/spending.ts";
import { personSimulator } from "../dialogues/person-simulator.ts";
import type { RunOfProject } from "../store/dialogue-runs.ts";
import { addModelExchange, modelExchanges } from "../store/model-exchanges.ts";
import type { Workspace } from "../store/workspace.ts";
import { databaseKnowledge } from "./database-knowledge.ts";
import type { ModelKeys } from "./model-keys.ts";

interface Parts {
  workspace: Workspace;
  modelKeys: ModelKeys;
  prompts: Prompts;
  signal: AbortSignal;
  /** Told of every wait. */
  note(text: string): void;
}

/** The language models of a plan, each endpoint once. */
export function modelsOf({ modelSystems, modelSimulator }: RunPlan): ModelEndpoint[] {
  const all = [...modelSystems, ...(modelSimulator === null ? [] : [modelSimulator])];
  return [...new Map(all.map((endpoint) => [endpoint.name, endpoint])).values()];
}

/** Who answers and plays in a run: its language models, each with the recording and the purse that it has in this run. */
export async function playersOfRun(
  parts: Parts,
  run: RunOfProject,
): Promise<Pick<DialogueRun, "simulator" | "modelSystem">> {
  const { modelSystems, modelSimulator, personAsUser } = run.plan;
  const reachable = new Map<string, ReachableModel>();
  for (const endpoint of modelsOf(run.plan))
    reachable.set(endpoint.name, await reach(parts, endpoint, await recordingOf(parts, run.runId, endpoint)));
  const person = personAsUser ? { simulator: personSimulator(null) } : {};
  if (reachable.size === 0) return { simulator: builtInSimulator, modelSystem: null, ...person };
  const simulator = modelSimulator === null ? null : (reachable.get(modelSimulator.name) ?? null);
  const players = modelPlayers(parts.prompts, simulator, (model) => {
    const name = modelSystems.find((endpoint) => endpoint.model === model)?.name ?? "";
    const found = reachable.get(name);
    if (found === undefined) throw new Error(`No endpoint is set up for the model ${model}.`);
    return found;
  });
  return { ...players, ...person };
}

/** What was asked of an endpoint in a run, and goes on being stored with it. */
async function recordingOf(
  { workspace }: Parts,
  runId: number,
  { name: endpoint }: ModelEndpoint,
): Promise<Recording> {
  const exchanges = await workspace.read((db) => modelExchanges(db, runId));
  return storedRecording(
    exchanges.filter((exchange) => exchange.endpoint === endpoint),
    (line) => workspace.write((db) => addModelExchange(db, { runId, endpoint, line })),
  );
}

/** A recording whose lines are JSON in the workspace, and go on being appended there. */
export function storedRecording(
  exchanges: readonly { line: string }[],
  append: (line: string) => Promise<void>,
): Recording {
  return createRecording({
    lines: exchanges.map(({ line }) => RecordingLine.parse(JSON.parse(line))),
    append: (line) => append(JSON.stringify(line)),
    close: () => {},
  });
}

/** An endpoint with its key, its recording, and what may be spent beyond what that says. */
export async function reach(
  { modelKeys, signal, note }: Pick<Parts, "modelKeys" | "signal" | "note">,
  endpoint: ModelEndpoint,
  recording: Recording,
): Promise<ReachableModel> {
  const { url, model, abilities, prices, costLimit, tokenLimit } = endpoint;
  const found = await modelKeys.find(endpoint);
  const spending = createSpending(
    { prices, usd: prices && costLimit, tokens: tokenLimit },
    recording.spentBefore,
  );
  const calls = createModelCalls({
    ...{ recording, spending, isOffline: false, waiting: clockWaiting, note, signal },
  });
  const key = secretKey(found?.key ?? null);
  const chat = { url, model, key, abilities: abilitiesOf(abilities), timeoutMs: callTimeoutMs, note };
  return { endpoint: createChatEndpoint(chat), calls };
}

/** What a run over these tasks would take of each of its models, by what is known of their databases. */
export async function estimateOfPlan(
  workspace: Workspace,
  { projectId, tasks }: { projectId: number; tasks: readonly Task[] },
  plan: RunPlan,
): Promise<ModelEstimate[]> {
  const { settings, sweep, trials, systems, modelSystems, modelSimulator } = plan;
  const names = [...systems, ...modelSystems.map(({ model }) => `model:${model}`)];
  const known = new Map<string, Omit<EstimatedDialogues["context"], "task">>();
  const contextOf = async (task: Task): Promise<EstimatedDialogues["context"]> => {
    const informed = known.get(task.database) ?? (await informedOf(workspace, projectId, task.database));
    known.set(task.database, informed);
    return { task, ...informed };
  };
  const dialogues = (
    await Array.fromAsync(tasks, async (task) => {
      const context = await contextOf(task);
      return names.flatMap((name) =>
        [settings.patience, ...sweep].flatMap((patience): EstimatedDialogues[] => {
          const system = readSystemName(name);
          return system === null ? [] : [{ context, system, patience, times: trials }];
        }),
      );
    })
  ).flat();
  const estimate = estimateCalls(dialogues, settings);
  return modelsOf(plan).map((endpoint) => {
    const system = modelSystems.some(({ name }) => name === endpoint.name)
      ? estimate.systems.get(endpoint.model)
      : undefined;
    const simulator = modelSimulator?.name === endpoint.name ? estimate.simulator : undefined;
    const parts = [system, simulator].filter((part): part is CallEstimate => part !== undefined);
    return costOf(endpoint, sumOfCalls(parts));
  });
}

function costOf({ name, prices }: ModelEndpoint, { calls, input, output }: CallEstimate): ModelEstimate {
  const usd = prices && (input * prices.input + output * prices.output) / 1e6;
  return { name, calls, tokens: input + output, usd };
}

async function informedOf(workspace: Workspace, projectId: number, database: string) {
  const { nodes, columnMeanings, schema } = await workspace.read((db) =>
    databaseKnowledge(db, { projectId, database }),
  );
  const knowledge = nodes.length === 0 ? null : indexKnowledge(nodes);
  return { knowledge, meanings: columnMeanings, schema };
}
