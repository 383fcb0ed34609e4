import type { DialogueView } from "#shared/contract/dialogues.ts";
import { builtInAnswer } from "#shared/dialogue/simulator/built-in-answer.ts";
import type { DialogueTurn, SimulatorAnswer } from "#shared/domain/dialogue.ts";
import type { TaskSettings } from "#shared/domain/project.ts";
import type { DatabaseSchema } from "#shared/domain/schema.ts";
import { textLength } from "#shared/domain/sql-length.ts";
import type { Phase, Task } from "#shared/domain/task.ts";
import { dialectOf } from "#shared/sql/dialect-of.ts";
import type { ProvenanceContext } from "#shared/sql/provenance/sources.ts";
import { hashOf } from "../certificate/certificate-hashes.ts";
import { taskLimits } from "../evaluation/phases.ts";
import type { TaskTools } from "../evaluation/task-tools.ts";
import {
  computations,
  contextOfParts,
  readDialogue,
  type SimulatorCall,
  type TaskParts,
} from "../sql-analysis/computations.ts";
import type { SqlAnalysis } from "../sql-analysis/sql-analysis.ts";
import { type RunOfProject, runById } from "../store/dialogue-runs.ts";
import { dialogueById, type StoredDialogue } from "../store/dialogues.ts";
import { taskAtRevision } from "../store/tasks.ts";
import type { Workspace } from "../store/workspace.ts";
import { stateSchema } from "../task-databases/state-schema.ts";
import { begunTurn } from "./begun-turn.ts";
import { databaseKnowledge } from "./database-knowledge.ts";
import { ServiceFault } from "./fault.ts";
import { storedProject } from "./stored-records.ts";

interface Dependencies {
  workspace: Workspace;
  tools: TaskTools;
  analysis: Pick<SqlAnalysis, "compute">;
}

/** A stored dialogue with its run, and its task at the revision that was played. */
export interface PlayedDialogue {
  stored: StoredDialogue;
  run: RunOfProject;
  task: Task;
}

/** Reads stored dialogues, and asks the user simulator further questions behind one of their turns. */
export function createDialogueViews({ workspace, tools, analysis }: Dependencies) {
  const schemas = new Map<string, Promise<DatabaseSchema>>();
  /** The tables of a task's database as it is loaded, read once: the simulator of a run has seen the same. */
  async function schemaOf({ projectId, engine }: RunOfProject, database: string): Promise<DatabaseSchema> {
    const settings = { ...(await storedProject(workspace, projectId)).taskSettings, engine };
    const key = JSON.stringify([settings, database]);
    const known = schemas.get(key) ?? readSchema(tools, settings, database);
    schemas.set(key, known);
    known.catch(() => schemas.delete(key));
    return known;
  }
  return {
    async view({ stored, run, task }: PlayedDialogue): Promise<Omit<DialogueView, "personTurn">> {
      const { dialogueId, dialogue, runId, taskId, revision, newestRevision, patience } = stored;
      const settings = { ...run.plan.settings, patience };
      const turns = dialogue?.turns ?? [];
      const parts = await partsOf(workspace, run, task, null);
      return {
        ...{ dialogueId, runId, taskId, revision, task },
        isCurrent: revision === newestRevision,
        dialogue:
          dialogue === null
            ? null
            : { ...dialogue, settings, simulator: run.simulator, turns: turns.map(begunTurn) },
        ...(await readApart(analysis, parts, turns)),
      };
    },

    async ask({
      dialogueId,
      turn,
      questions,
    }: {
      dialogueId: number;
      turn: number;
      questions: string[];
    }): Promise<Pick<DialogueView, "readings"> & { turns: DialogueTurn[] }> {
      const { stored, run, task } = await storedDialogue(workspace, dialogueId);
      const parts = await partsOf(workspace, run, task, await schemaOf(run, task.database));
      const earlier = stored.dialogue?.turns.slice(0, turn) ?? [];
      const phase = phaseAfter(task, earlier.at(-1));
      const budget = earlier.at(-1)?.budgetAfter ?? stored.dialogue?.budget.total ?? 0;
      for (const question of questions) {
        const answer = await simulatorAnswer(analysis, { parts, phase, question, earlier });
        earlier.push(freeTurn({ turn: earlier.length + 1, phase, budget }, question, answer));
      }
      const { readings } = await readApart(analysis, parts, earlier);
      return { turns: earlier.slice(-questions.length), readings: readings.slice(-questions.length) };
    },
  };
}

async function readSchema(
  { databases }: TaskTools,
  settings: TaskSettings,
  database: string,
): Promise<DatabaseSchema> {
  const { signal } = new AbortController();
  const { engine, template } = await databases.open(settings, database, { signal });
  const state = await engine.open(template);
  try {
    const { statement: limits } = taskLimits(settings.timeLimitMs);
    return await stateSchema(state, { database, dialect: dialectOf(settings.engine), limits, signal });
  } finally {
    await state.close();
  }
}

/** A dialogue of the workspace; NOT_FOUND where there is none of that id. */
export async function storedDialogue(workspace: Workspace, dialogueId: number): Promise<PlayedDialogue> {
  return workspace.read(async (db) => {
    const stored = await dialogueById(db, dialogueId);
    const run = stored === null ? null : await runById(db, stored.runId);
    const task =
      stored === null ? undefined : (await taskAtRevision(db, stored.taskId, stored.revision))?.revision.task;
    if (stored !== null && run !== null && task !== undefined) return { stored, run, task };
    throw new ServiceFault("NOT_FOUND", "This dialogue is not in the workspace.", {
      what: `dialogue ${dialogueId}`,
    });
  });
}

/** The last few contexts, by all that they are made of: what the simulator has read of one stays with it for the next question. */
const contexts = new Map<string, ProvenanceContext>();
const mostContexts = 8;

/** All that is known about the task of a dialogue; `schema` null: as it was imported. */
export async function partsOf(
  workspace: Workspace,
  { projectId, engine }: Pick<RunOfProject, "projectId" | "engine">,
  task: Task,
  schema: DatabaseSchema | null,
): Promise<TaskParts> {
  const known = await workspace.read((db) => databaseKnowledge(db, { projectId, database: task.database }));
  return {
    ...{ task, dialect: dialectOf(engine), nodes: known.nodes },
    ...{ schema: schema ?? known.schema, meanings: known.columnMeanings },
  };
}

/** The same, taken apart: for a task that is short, as what `tooLongToTakeApart` names is played nowhere. */
export function contextOf(parts: TaskParts): ProvenanceContext {
  const key = hashOf(parts);
  const context = contexts.get(key) ?? contextOfParts(parts);
  contexts.delete(key);
  contexts.set(key, context);
  const [oldest] = contexts.keys();
  if (contexts.size > mostContexts && oldest !== undefined) contexts.delete(oldest);
  return context;
}

/** What a simulator would answer; a long task is taken apart in a thread, anew for each question. */
export function simulatorAnswer(
  { compute }: Pick<SqlAnalysis, "compute">,
  call: SimulatorCall,
): Promise<SimulatorAnswer> | SimulatorAnswer {
  const { parts, phase, question, earlier } = call;
  const characters = charactersOf(parts, earlier) + question.length;
  if (characters > computations.simulatorAnswer.atOnce) return compute("simulatorAnswer", call, characters);
  return builtInAnswer(contextOf(parts), phase, question, earlier);
}

/** What has been settled turn by turn; long texts are read in a thread. */
async function readApart(
  { compute }: Pick<SqlAnalysis, "compute">,
  parts: TaskParts,
  turns: readonly DialogueTurn[],
): Promise<ReturnType<typeof readDialogue>> {
  // Rows and definitions settle nothing.
  const read = turns.map((turn) => (turn.answer === null ? { ...turn, observation: "" } : turn));
  const characters = charactersOf(parts, read);
  if (characters > computations.readDialogue.atOnce)
    return compute("readDialogue", { parts, turns: read }, characters);
  return readDialogue(contextOf(parts), read);
}

/** As long as four of a turn takes each character of a task, which is taken apart: 8,000 of them take a tenth of a second. */
const perCharacterOfTask = 4;

/** How much of a task and of a dialogue about it is read, in characters of a turn. */
function charactersOf({ task }: TaskParts, turns: readonly DialogueTurn[]): number {
  const said = turns.map(({ action, observation }) => JSON.stringify(action).length + observation.length);
  return said.reduce((sum, length) => sum + length, perCharacterOfTask * textLength(task));
}

/** The phase that the user is asked in behind a turn. */
export function phaseAfter({ followUp }: Task, last: DialogueTurn | undefined): Phase {
  if (last === undefined) return 1;
  return last.phase === 1 && last.passed === true && followUp !== null ? 2 : last.phase;
}

/** A question that nobody pays for. */
function freeTurn(
  { turn, phase, budget }: { turn: number; phase: Phase; budget: number },
  question: string,
  answer: SimulatorAnswer,
): DialogueTurn {
  return {
    ...{ turn, phase, action: { kind: "ask", question }, refused: false, observation: answer.text, answer },
    ...{ passed: null, cost: 0, budgetBefore: budget, budgetAfter: budget, reward: 0 },
  };
}
