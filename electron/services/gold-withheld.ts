import { type AnyContractProcedure, getEventIteratorSchemaDetails } from "@orpc/contract";
import type { DialogueView } from "#shared/contract/dialogues.ts";
import { type Contract, contract } from "#shared/contract/index.ts";
import { solutionTexts, withoutSolution } from "#shared/domain/blind-attempt.ts";
import { type OpenAttempt, openAttemptsOfAccount } from "../store/blind-attempts.ts";
import { tasksOfRun } from "../store/dialogue-runs.ts";
import { dialogueById } from "../store/dialogues.ts";
import type { ReadHandle } from "../store/handles.ts";
import { taskById } from "../store/tasks.ts";
import type { Workspace } from "../store/workspace.ts";
import type { CallContext } from "./call-context.ts";
import { ServiceFault } from "./fault.ts";

/** Areas that hold nothing of tasks; one that is not named here waits until the attempt has ended. */
const areasWithoutTasks: ReadonlySet<string> = new Set<keyof Contract>([
  ...(["agreementFigures", "importedFiles", "judges"] as const),
  ...(["changes", "checkItems", "databases", "disagreements", "exports", "files", "guidelines"] as const),
  ...(["jobs", "members", "models", "projects", "queue", "results", "session", "settings"] as const),
  ...(["verdictForms", "verdicts"] as const),
]);

/** Calls about a task that answer nothing of its solution. */
const callsWithoutSolution: ReadonlySet<string> = new Set([
  ...[
    "tasks.ids",
    "tasks.rows",
    "tasks.counts",
    "tasks.facets",
    "tasks.setStatus",
    "tasks.statusHistory",
    "tasks.knowledge",
  ],
  ...["dialogues.runs", "dialogues.heads", "dialogues.remove"],
  ...[
    "crossChecks.list",
    "crossChecks.ofTask",
    "crossChecks.acceptance",
    "crossChecks.tryBlind",
    "crossChecks.giveUp",
  ],
  ...["certificates.matrix", "certificates.trend"],
  ...["qualification.tasks", "qualification.choose", "qualification.own", "qualification.people"],
]);

/** What these answer lies in a file, where it cannot be looked through. */
const answersInFiles: ReadonlySet<string> = new Set(["exports.toDownload"]);

type Call = (input: unknown, context: CallContext | undefined) => unknown;

/**
 * The services, as they answer a person who tries to solve a task without its gold: what concerns that task is refused unless
 * its answer is known to say nothing of the solution, its dialogue comes without it, and an answer with the gold in it is held back.
 */
export function withGoldWithheld<Services extends object>(
  services: Services,
  workspace: Workspace,
): Services {
  const areas = Object.entries(services as unknown as Record<string, Record<string, Call>>);
  const wrapped = areas.map(([area, calls]) => {
    const own = Object.entries(calls).map(([name, call]) => [
      name,
      withheld(workspace, { area, name }, call),
    ]);
    return [area, Object.fromEntries(own)];
  });
  return Object.fromEntries(wrapped) as Services;
}

function withheld(workspace: Workspace, { area, name }: { area: string; name: string }, call: Call): Call {
  const path = `${area}.${name}`;
  const isSafe = (areasWithoutTasks.has(area) || callsWithoutSolution.has(path)) && !answersInFiles.has(path);
  const refuseConcerned = async (input: unknown, context: CallContext | undefined) => {
    const attempts = await attemptsOf(workspace, context);
    if (attempts.length === 0 || isSafe || isOwnTurn(path, input, attempts)) return;
    const concerned = await workspace.read((db) =>
      Array.fromAsync(attempts, (attempt) => concerns(db, attempt, input)),
    );
    if (concerned.includes(true)) throw refusal();
  };
  /** The answer, looked through once it is there: an attempt may have begun meanwhile. */
  const shown = async (answer: unknown, context: CallContext | undefined) => {
    const open = await attemptsOf(workspace, context);
    if (open.length === 0) return answer;
    const seen = path === "dialogues.view" ? blindView(answer as DialogueView, open) : answer;
    for (const { taskId } of open) if (await holdsSolution(workspace, taskId, seen)) throw refusal();
    return seen;
  };
  if (isStream(area, name))
    return async function* (input, context) {
      await refuseConcerned(input, context);
      for await (const event of call(input, context) as AsyncIterable<unknown>) yield shown(event, context);
    };
  return async (input, context) => {
    await refuseConcerned(input, context);
    return shown(await call(input, context), context);
  };
}

/** Whether a call of the contract answers a stream of events. */
function isStream(area: string, name: string): boolean {
  const calls = contract[area as keyof Contract] as unknown as Record<string, AnyContractProcedure>;
  return getEventIteratorSchemaDetails(calls[name]?.["~orpc"].outputSchema) !== undefined;
}

async function attemptsOf(workspace: Workspace, context: CallContext | undefined): Promise<OpenAttempt[]> {
  if (context === undefined) return [];
  return openAttemptsOfAccount(workspace.autocommit, context.actor);
}

const isOwnDialogue = (dialogueId: unknown, attempts: readonly OpenAttempt[]): boolean =>
  attempts.some((attempt) => attempt.dialogueId !== null && attempt.dialogueId === dialogueId);

const ownCalls: ReadonlySet<string> = new Set(
  ["view", "observation", "turnsWith", "act"].map((name) => `dialogues.${name}`),
);

/** The person goes on with the dialogue in which they try. */
const isOwnTurn = (path: string, input: unknown, attempts: readonly OpenAttempt[]): boolean =>
  ownCalls.has(path) && isOwnDialogue((input as { dialogueId?: unknown } | undefined)?.dialogueId, attempts);

/** Whether a call has to do with the task: it names it, a dialogue or run about it, or its project and no other task. */
async function concerns(db: ReadHandle, attempt: OpenAttempt, input: unknown): Promise<boolean> {
  const named = await namedIn(db, input);
  if (named.tasks.size > 0) return named.tasks.has(attempt.taskId);
  return named.projects.has(attempt.projectId);
}

interface Named {
  tasks: Set<number>;
  projects: Set<number>;
}

/** The tasks and projects that an input names, however deep. */
async function namedIn(
  db: ReadHandle,
  input: unknown,
  named: Named = { tasks: new Set(), projects: new Set() },
): Promise<Named> {
  if (typeof input !== "object" || input === null) return named;
  for (const [key, value] of Object.entries(input)) {
    if (key === "taskId") named.tasks.add(value);
    else if (key === "taskIds" && Array.isArray(value)) for (const taskId of value) named.tasks.add(taskId);
    else if (key === "dialogueId" && value !== null)
      named.tasks.add((await dialogueById(db, value))?.taskId ?? 0);
    else if (key === "runId") for (const { taskId } of await tasksOfRun(db, value)) named.tasks.add(taskId);
    else if (key === "projectId") named.projects.add(value);
    else await namedIn(db, value, named);
  }
  return named;
}

/** A dialogue as the person who plays it without the gold sees it. */
function blindView(view: DialogueView, attempts: readonly OpenAttempt[]): DialogueView {
  if (!isOwnDialogue(view.dialogueId, attempts)) return view;
  const { dialogue } = view;
  const turns = (dialogue?.turns ?? []).map(({ answer, ...turn }) => ({
    ...turn,
    // What the simulator's words give away, and against what, quotes the gold.
    answer: answer && { actions: answer.actions, text: answer.text, leaks: [] },
  }));
  return {
    ...view,
    task: withoutSolution(view.task),
    dialogue: dialogue && { ...dialogue, turns },
    ...{ places: [], readings: [] },
  };
}

/** Whether an answer has a gold or a test of the task in it, also as a part of a file's text. */
async function holdsSolution(workspace: Workspace, taskId: number, answer: unknown): Promise<boolean> {
  const task = (await workspace.read((db) => taskById(db, taskId)))?.revision.task;
  if (task === undefined) return false;
  const text = JSON.stringify(answer) ?? "";
  return solutionTexts(task).some((solution) => {
    const once = JSON.stringify(solution).slice(1, -1);
    return text.includes(once) || text.includes(JSON.stringify(once).slice(1, -1));
  });
}

const refusal = (): ServiceFault =>
  new ServiceFault(
    "BAD_INPUT",
    "This would show you the gold of a task that you try to solve without it. Finish the dialogue or give up first (Quality, Cross-check).",
    { problems: [] },
  );
