import type { Change } from "#shared/contract/changes.ts";
import type { PersonTurn } from "#shared/contract/dialogues.ts";
import type { RunningReadings } from "#shared/dialogue/systems/built-in-system.ts";
import { readSystemName, type SystemName } from "#shared/dialogue/systems/system-name.ts";
import type { Dialogue, SystemAction } from "#shared/domain/dialogue.ts";
import { dialectOf } from "#shared/sql/dialect-of.ts";
import type { ProvenanceContext } from "#shared/sql/provenance/sources.ts";
import { type DialogueJob, type DialogueRun, playOnce } from "../dialogues/dialogue-job.ts";
import type { DialogueDatabase } from "../dialogues/environment.ts";
import type { Prompts } from "../dialogues/model/prompts.ts";
import { personSimulator, type TypedAnswer } from "../dialogues/person-simulator.ts";
import { PersonNeeded, personSystem } from "../dialogues/person-system.ts";
import { readingsThatRun } from "../dialogues/prepare-task.ts";
import type { TaskTools } from "../evaluation/task-tools.ts";
import type { SqlAnalysis } from "../sql-analysis/sql-analysis.ts";
import type { Workspace } from "../store/workspace.ts";
import {
  contextOf,
  type PlayedDialogue,
  partsOf,
  phaseAfter,
  simulatorAnswer,
  storedDialogue,
} from "./dialogue-views.ts";
import { ServiceFault } from "./fault.ts";
import type { ModelKeys } from "./model-keys.ts";
import { playersOfRun } from "./models-of-run.ts";
import { databaseOpener, saveResult } from "./play-run.ts";

interface Dependencies {
  workspace: Workspace;
  tools: TaskTools;
  analysis: Pick<SqlAnalysis, "compute">;
  modelKeys: ModelKeys;
  prompts(): Prompts;
  publish(change: Change): void;
}

/** What somebody at the keyboard does: an action as the system (null: stops), or an answer as the user. */
type Typed = { action: SystemAction | null } | { answer: TypedAnswer };

/** The turns of persons in stored dialogues: what they are asked to do, and playing on with what they do. */
// Longer than a function should be: the calls share what is known of each run and which dialogues are busy.
export function createPersonTurns(dependencies: Dependencies) {
  const { workspace, analysis, publish } = dependencies;
  // What never changes within a run is found out once for each of its tasks.
  const readings = new Map<string, Promise<RunningReadings[]>>();
  const keyOf = (runId: number, taskId: number) => `${runId} ${taskId}`;
  const givens = new Map<string, Promise<PersonTurn["given"]>>();
  const busy = new Set<number>();

  async function play(dialogueId: number, typed: Typed): Promise<void> {
    const played = await storedDialogue(workspace, dialogueId);
    const { stored, run } = played;
    if (stored.waiting === null || "action" in typed !== (stored.waiting.question === null))
      throw refused("It is not your turn in this dialogue: it has gone on in another window.");
    if (busy.has(dialogueId)) throw refused("The dialogue is going on. Wait until it is your turn.");
    busy.add(dialogueId);
    try {
      const result = await withDatabase(dependencies, played, (database) =>
        playOn(dependencies, { played, typed, database, readingsOnce }),
      );
      if (!(result instanceof PersonNeeded) && result.end === "infrastructure")
        throw refused(`The dialogue could not go on: ${result.reason} Nothing is lost; try again.`);
      await workspace.write((db) => saveResult(db, dialogueId, result));
    } finally {
      busy.delete(dialogueId);
    }
    publish({ type: "dialogues", projectId: run.projectId });
  }

  const readingsOnce: ReadingsOnce = ({ stored: { runId, taskId } }, find) =>
    once(readings, keyOf(runId, taskId), find);

  return {
    /** The readings of a task that was prepared for a run with persons: they need not be found out again. */
    prepared: (runId: number, taskId: number, found: RunningReadings[]): void =>
      void readings.set(keyOf(runId, taskId), Promise.resolve(found)),

    act: ({ dialogueId, action }: { dialogueId: number; action: SystemAction | null }) =>
      play(dialogueId, { action }),
    answer: ({ dialogueId, ...answer }: TypedAnswer & { dialogueId: number }) => play(dialogueId, { answer }),

    /** What a person is asked to do in a dialogue; null where it is nobody's turn. */
    async turnOf(played: PlayedDialogue): Promise<PersonTurn | null> {
      const { waiting, dialogue, runId, taskId } = played.stored;
      if (waiting === null) return null;
      const { question } = waiting;
      const turns = dialogue?.turns ?? [];
      const phase = phaseAfter(played.task, turns.at(-1));
      if (question !== null) {
        const parts = await partsOf(workspace, played.run, played.task, null);
        const suggestion = await simulatorAnswer(analysis, { parts, phase, question, earlier: turns });
        return { phase, question, suggestion, given: null };
      }
      const isGiven = played.run.plan.settings.protocol === "c";
      const given = isGiven
        ? await once(givens, keyOf(runId, taskId), () => givenOf(dependencies, played))
        : null;
      return { phase, question, suggestion: null, given };
    },
  };
}

type ReadingsOnce = (
  played: PlayedDialogue,
  find: () => Promise<RunningReadings[]>,
) => Promise<RunningReadings[]>;

function once<Value>(known: Map<string, Promise<Value>>, key: string, find: () => Promise<Value>) {
  const found = known.get(key) ?? find();
  known.set(key, found);
  found.catch(() => known.delete(key));
  return found;
}

async function withDatabase<Result>(
  { workspace, tools }: Dependencies,
  { run, task }: PlayedDialogue,
  work: (database: DialogueDatabase) => Promise<Result>,
): Promise<Result> {
  const { signal } = new AbortController();
  const open = await databaseOpener({ workspace, tools, signal }, run);
  const database = await open(task.database);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** Plays a dialogue on from where it waits, with what was typed. */
async function playOn(
  dependencies: Dependencies,
  {
    played,
    typed,
    database,
    readingsOnce,
  }: { played: PlayedDialogue; typed: Typed; database: DialogueDatabase; readingsOnce: ReadingsOnce },
): Promise<Dialogue | PersonNeeded> {
  const { stored, run, task } = played;
  const { signal } = new AbortController();
  const { schema } = await database.contents(signal);
  const context: ProvenanceContext = contextOf(await partsOf(dependencies.workspace, run, task, schema));
  const settings = { ...run.plan.settings, patience: stored.patience };
  const system = readSystemName(stored.dialogue?.system ?? "") as SystemName;
  const isOwn = system.kind !== "person" && system.kind !== "model";
  const environment = database.begin(context, settings.profile);
  const own = isOwn
    ? await readingsOnce(played, () => readingsThatRun(context, settings, environment, signal))
    : [];
  const { trial = 0, seed = 0, turns = [], grafted = 0 } = stored.dialogue ?? {};
  const job: DialogueJob = {
    ...{ prepared: { context, readings: own }, asked: system, system, trial, seed },
    ...{ patience: stored.patience, grafted: turns.slice(0, grafted), earlier: turns },
  };
  const players = await playersOfRun(
    { ...dependencies, prompts: dependencies.prompts(), signal, note: () => {} },
    run,
  );
  const dialogueRun: DialogueRun = {
    ...{ settings, dialect: dialectOf(run.engine), ...players, signal },
    ...{ tried: new WeakMap(), findFaults: false },
    ...("action" in typed ? { person: personSystem(typed) } : { simulator: personSimulator(typed.answer) }),
  };
  return playOnce(job, dialogueRun, database).catch((error) => {
    if (error instanceof PersonNeeded) return error;
    throw error;
  });
}

/** What c-Interact hands over to a system. */
function givenOf(dependencies: Dependencies, played: PlayedDialogue): Promise<PersonTurn["given"]> {
  const { run, task } = played;
  return withDatabase(dependencies, played, async (database) => {
    const { signal } = new AbortController();
    const context = contextOf(await partsOf(dependencies.workspace, run, task, null));
    const environment = database.begin(context, run.plan.settings.profile);
    return {
      schema: await environment.observe({ kind: "get_schema" }, signal),
      columnMeanings: await environment.observe({ kind: "get_all_column_meanings" }, signal),
      knowledge: await environment.observe({ kind: "get_all_knowledge_definitions" }, signal),
    };
  });
}

const refused = (message: string): ServiceFault => new ServiceFault("BAD_INPUT", message, { problems: [] });
