import type { DialogueHead, StoredRun } from "#shared/contract/dialogues.ts";
import type { Dialogue, DialogueTurn } from "#shared/domain/dialogue.ts";
import type { ReadHandle, WriteHandle } from "./handles.ts";
import { compiledOnce, query } from "./query.ts";
import { flagOf, type JsonText, jsonText, parsed } from "./tables/column-types.ts";
import type { NewRow } from "./tables/workspace-tables.ts";

/** A dialogue that a run is to play: `position` is its place among those of its task. */
export interface PlannedDialogue {
  taskId: number;
  position: number;
  system: string;
  patience: number;
  trial: number;
  seed: number;
}

/** Enters the dialogues of a run that it does not have yet. */
export async function planDialogues(
  db: WriteHandle,
  runId: number,
  planned: readonly PlannedDialogue[],
): Promise<void> {
  for (const { taskId, ...dialogue } of planned)
    await db.run(planDialogue({ run_id: runId, task_id: taskId, ...dialogue }));
}

const planDialogue = compiledOnce((row: NewRow<"dialogue">) =>
  query
    .insertInto("dialogue")
    .values(row)
    .onConflict((same) =>
      same
        .columns(["run_id", "task_id", "system", "patience", "trial"])
        .doUpdateSet((of) => ({ position: of.ref("excluded.position") })),
    ),
);

/** Dialogues of a run that are still to be played: those that were not, and those that failed for their infrastructure. */
export async function pendingDialogues(
  db: ReadHandle,
  runId: number,
): Promise<(Pick<PlannedDialogue, "taskId" | "system" | "patience" | "trial"> & { dialogueId: number })[]> {
  return db.all(
    query
      .selectFrom("dialogue")
      .select(["id as dialogueId", "task_id as taskId", "system", "patience", "trial"])
      .where("run_id", "=", runId)
      .where((of) => of.or([of("end", "is", null), of("end", "=", "infrastructure")]))
      .where("waiting", "is", null)
      .orderBy("id"),
  );
}

/** Keeps a dialogue that was played. */
export async function saveDialogue(db: WriteHandle, dialogueId: number, dialogue: Dialogue): Promise<void> {
  await putDialogue(db, dialogueId, { ...dialogue, waiting: null });
}

/** Keeps how far a dialogue has come, and what a person is asked to do in it. */
export async function pauseDialogue(
  db: WriteHandle,
  dialogueId: number,
  { turns, budget, grafted, question }: DialogueSoFar & { question: string | null },
): Promise<void> {
  const passed = (phase: 1 | 2) => turns.some((turn) => turn.phase === phase && turn.passed === true);
  await putDialogue(db, dialogueId, {
    ...{
      turns,
      budget,
      grafted,
      end: null,
      reason: null,
      fault: null,
      waiting: jsonText({ question }),
    },
    ...{ phase1Passed: passed(1), phase2Passed: passed(2) },
    reward: turns.reduce((sum, turn) => sum + turn.reward, 0),
  });
}

type DialogueSoFar = Pick<Dialogue, "turns" | "budget"> & { grafted: number };
type PutDialogue = Omit<
  Dialogue,
  "end" | "instanceId" | "hasFollowUp" | "settings" | "system" | "simulator" | "seed" | "trial"
> & {
  end: Dialogue["end"] | null;
  waiting: JsonText<{ question: string | null }> | null;
};

async function putDialogue(db: WriteHandle, dialogueId: number, dialogue: PutDialogue): Promise<void> {
  const { end, reason, phase1Passed, phase2Passed, reward, budget, turns, fault, grafted = 0 } = dialogue;
  await db.run(
    query
      .updateTable("dialogue")
      .set({
        ...{ end, reason, reward, grafted, waiting: dialogue.waiting },
        phase1_passed: flagOf(phase1Passed),
        phase2_passed: flagOf(phase2Passed),
        budget_total: budget.total,
        budget_left: budget.left,
        turns: turns.length,
        actions: jsonText(countsOf(turns.map(({ action }) => action.kind))),
        fault: fault && jsonText(fault),
      })
      .where("id", "=", dialogueId),
  );
  await db.run(query.deleteFrom("dialogue_turn").where("dialogue_id", "=", dialogueId));
  for (const turn of turns)
    await db.run(insertTurn({ dialogue_id: dialogueId, turn: turn.turn, content: jsonText(turn) }));
}

const insertTurn = compiledOnce((row: NewRow<"dialogue_turn">) =>
  query.insertInto("dialogue_turn").values(row),
);

function countsOf(names: readonly string[]): Record<string, number> {
  return Object.fromEntries([...Map.groupBy(names, (name) => name)].map(([name, all]) => [name, all.length]));
}

const dialogues = query
  .selectFrom("dialogue as d")
  .innerJoin("dialogue_run_task as t", (join) =>
    join.onRef("t.run_id", "=", "d.run_id").onRef("t.task_id", "=", "d.task_id"),
  )
  .select([
    "d.id as dialogueId",
    "d.task_id as taskId",
    "t.instance_id as instanceId",
    "t.has_follow_up as hasFollowUp",
  ])
  .select(["d.system", "d.patience", "d.trial", "d.seed", "d.end", "d.reason", "d.reward", "d.waiting"])
  .select(["d.phase1_passed as phase1Passed", "d.phase2_passed as phase2Passed"])
  .select(["d.budget_total as total", "d.budget_left as left"]);

/** The dialogues of a run: task by task, system by system, trial by trial. */
export async function headsOfRun(db: ReadHandle, runId: number): Promise<DialogueHead[]> {
  const rows = await db.all(
    dialogues
      .select(["d.turns", "d.actions"])
      .where("d.run_id", "=", runId)
      .orderBy("t.idx")
      .orderBy("d.position"),
  );
  return rows.map(({ waiting, total, left, ...row }) => ({
    ...row,
    hasFollowUp: row.hasFollowUp === 1,
    phase1Passed: row.phase1Passed === 1,
    phase2Passed: row.phase2Passed === 1,
    isWaiting: waiting !== null,
    actions: parsed(row.actions),
    spent: total - Math.max(0, left),
  }));
}

/** A dialogue with what it was played on; settings and simulator are its run's. */
export interface StoredDialogue {
  dialogueId: number;
  runId: number;
  taskId: number;
  revision: number;
  newestRevision: number;
  patience: number;
  /** What a person is asked to do; null where it is nobody's turn. */
  waiting: { question: string | null } | null;
  /** Null until it has been played; without an end while it is a person's turn. */
  dialogue: (Omit<Dialogue, "settings" | "simulator" | "end"> & { end: Dialogue["end"] | null }) | null;
}

/** A dialogue, or null. */
export async function dialogueById(db: ReadHandle, dialogueId: number): Promise<StoredDialogue | null> {
  const row = await db.first(
    dialogues
      .innerJoin("task", "task.id", "d.task_id")
      .select(["d.run_id as runId", "t.revision", "task.revision as newestRevision", "d.fault", "d.grafted"])
      .where("d.id", "=", dialogueId),
  );
  if (row === undefined) return null;
  const { runId, taskId, revision, newestRevision, instanceId, system, patience, trial, seed, ...rest } = row;
  const { reward, end, reason, total, left, fault, grafted } = rest;
  const waiting = row.waiting && parsed(row.waiting);
  const known = { dialogueId, runId, taskId, revision, newestRevision, patience, waiting };
  if (end === null && waiting === null) return { ...known, dialogue: null };
  return {
    ...known,
    dialogue: {
      ...{ instanceId, system, trial, seed, reward, end, reason, budget: { total, left } },
      hasFollowUp: row.hasFollowUp === 1,
      phase1Passed: row.phase1Passed === 1,
      phase2Passed: row.phase2Passed === 1,
      ...(grafted > 0 && { grafted }),
      fault: fault && parsed(fault),
      turns: await turnsOf(db, dialogueId),
    },
  };
}

/** The dialogues of a run that were played, or one of them, one after the other, in the order of `headsOfRun`. */
export async function* playedDialogues(
  db: ReadHandle,
  { runId, plan, simulator }: Pick<StoredRun, "runId" | "plan" | "simulator">,
  only: number | null = null,
): AsyncGenerator<Dialogue> {
  for (const { dialogueId, end, patience } of await headsOfRun(db, runId)) {
    if (only !== null && only !== dialogueId) continue;
    const dialogue = end === null ? null : ((await dialogueById(db, dialogueId))?.dialogue ?? null);
    if (dialogue !== null && end !== null)
      yield { ...dialogue, end, settings: { ...plan.settings, patience }, simulator };
  }
}

/** One turn (1-based) of a dialogue, or null. */
export async function turnOfDialogue(
  db: ReadHandle,
  dialogueId: number,
  turn: number,
): Promise<DialogueTurn | null> {
  const [content] = await db.values(
    query
      .selectFrom("dialogue_turn")
      .select("content")
      .where("dialogue_id", "=", dialogueId)
      .where("turn", "=", turn),
  );
  return content === undefined ? null : parsed(content);
}

async function turnsOf(db: ReadHandle, dialogueId: number): Promise<DialogueTurn[]> {
  const contents = await db.values(
    query.selectFrom("dialogue_turn").select("content").where("dialogue_id", "=", dialogueId).orderBy("turn"),
  );
  return contents.map((content) => parsed(content));
}
