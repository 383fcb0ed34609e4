import type { DialogueHead, StoredRun } from "#shared/contract/dialogues.ts";
import type { Dialogue, DialogueTurn } from "#shared/domain/dialogue.ts";
import type { ReadHandle, WriteHandle } from "./handles.ts";

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
export function planDialogues(db: WriteHandle, runId: number, planned: readonly PlannedDialogue[]): void {
  const insert = db.sql(
    `INSERT INTO dialogue (run_id, task_id, position, system, patience, trial, seed)
     VALUES (@runId, @taskId, @position, @system, @patience, @trial, @seed)
     ON CONFLICT (run_id, task_id, system, patience, trial) DO UPDATE SET position = excluded.position`,
  );
  for (const dialogue of planned) insert.run({ runId, ...dialogue });
}

/** Dialogues of a run that are still to be played: those that were not, and those that failed for their infrastructure. */
export function pendingDialogues(
  db: ReadHandle,
  runId: number,
): (Pick<PlannedDialogue, "taskId" | "system" | "patience" | "trial"> & { dialogueId: number })[] {
  return db
    .sql(
      `SELECT id AS dialogueId, task_id AS taskId, system, patience, trial FROM dialogue
       WHERE run_id = ? AND (end IS NULL OR end = 'infrastructure') AND waiting IS NULL`,
    )
    .all(runId) as ReturnType<typeof pendingDialogues>;
}

/** Keeps a dialogue that was played. */
export function saveDialogue(db: WriteHandle, dialogueId: number, dialogue: Dialogue): void {
  putDialogue(db, dialogueId, { ...dialogue, waiting: null });
}

/** Keeps how far a dialogue has come, and what a person is asked to do in it. */
export function pauseDialogue(
  db: WriteHandle,
  dialogueId: number,
  { turns, budget, grafted, question }: DialogueSoFar & { question: string | null },
): void {
  const passed = (phase: 1 | 2) => turns.some((turn) => turn.phase === phase && turn.passed === true);
  putDialogue(db, dialogueId, {
    ...{
      turns,
      budget,
      grafted,
      end: null,
      reason: null,
      fault: null,
      waiting: JSON.stringify({ question }),
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
  waiting: string | null;
};

function putDialogue(db: WriteHandle, dialogueId: number, dialogue: PutDialogue): void {
  const { end, reason, phase1Passed, phase2Passed, reward, budget, turns, fault, grafted = 0 } = dialogue;
  db.sql(
    `UPDATE dialogue SET end = @end, reason = @reason, phase1_passed = @phase1, phase2_passed = @phase2,
       reward = @reward, budget_total = @total, budget_left = @left, turns = @turns, grafted = @grafted, actions = @actions,
       fault = @fault, waiting = @waiting
     WHERE id = @dialogueId`,
  ).run({
    ...{ dialogueId, end, reason, reward, grafted, ...budget, waiting: dialogue.waiting },
    phase1: Number(phase1Passed),
    phase2: Number(phase2Passed),
    turns: turns.length,
    actions: JSON.stringify(countsOf(turns.map(({ action }) => action.kind))),
    fault: fault === null ? null : JSON.stringify(fault),
  });
  db.sql("DELETE FROM dialogue_turn WHERE dialogue_id = ?").run(dialogueId);
  const insert = db.sql("INSERT INTO dialogue_turn (dialogue_id, turn, content) VALUES (?, ?, ?)");
  for (const turn of turns) insert.run(dialogueId, turn.turn, JSON.stringify(turn));
}

function countsOf(names: readonly string[]): Record<string, number> {
  return Object.fromEntries([...Map.groupBy(names, (name) => name)].map(([name, all]) => [name, all.length]));
}

const columns = `d.id AS dialogueId, d.task_id AS taskId, t.instance_id AS instanceId, t.has_follow_up AS hasFollowUp,
  d.system, d.patience, d.trial, d.seed, d.end, d.reason, d.phase1_passed AS phase1Passed, d.phase2_passed AS phase2Passed,
  d.reward, d.turns, d.actions, d.waiting IS NOT NULL AS isWaiting,
  coalesce(d.budget_total - max(0, d.budget_left), 0) AS spent`;
const joined = "FROM dialogue d JOIN dialogue_run_task t ON t.run_id = d.run_id AND t.task_id = d.task_id";

type HeadRow = Omit<
  DialogueHead,
  "hasFollowUp" | "phase1Passed" | "phase2Passed" | "actions" | "isWaiting"
> & {
  isWaiting: number;
  hasFollowUp: number;
  phase1Passed: number;
  phase2Passed: number;
  actions: string;
};

/** The dialogues of a run: task by task, system by system, trial by trial. */
export function headsOfRun(db: ReadHandle, runId: number): DialogueHead[] {
  const rows = db.sql(`SELECT ${columns} ${joined} WHERE d.run_id = ? ORDER BY t.idx, d.position`).all(runId);
  return (rows as HeadRow[]).map((row) => ({
    ...row,
    hasFollowUp: row.hasFollowUp === 1,
    phase1Passed: row.phase1Passed === 1,
    phase2Passed: row.phase2Passed === 1,
    isWaiting: row.isWaiting === 1,
    actions: JSON.parse(row.actions) as Record<string, number>,
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

type StoredRow = Omit<HeadRow, "turns" | "end"> &
  Omit<StoredDialogue, "dialogue" | "waiting"> & {
    waiting: string | null;
    seed: number;
    end: Dialogue["end"] | null;
    total: number;
    left: number;
    grafted: number;
    fault: string | null;
  };

/** A dialogue, or null. */
export function dialogueById(db: ReadHandle, dialogueId: number): StoredDialogue | null {
  const row = db
    .sql(
      `SELECT ${columns}, d.run_id AS runId, t.revision, task.revision AS newestRevision, d.budget_total AS total,
         d.budget_left AS "left", d.fault, d.grafted, d.waiting
       ${joined} JOIN task ON task.id = d.task_id WHERE d.id = ?`,
    )
    .get(dialogueId) as StoredRow | undefined;
  if (row === undefined) return null;
  const { runId, taskId, revision, newestRevision, instanceId, system, patience, trial, seed, ...rest } = row;
  const { reward, end, reason, total, left, fault, grafted } = rest;
  const waiting = row.waiting === null ? null : (JSON.parse(row.waiting) as StoredDialogue["waiting"]);
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
      fault: fault === null ? null : (JSON.parse(fault) as Dialogue["fault"]),
      turns: turnsOf(db, dialogueId),
    },
  };
}

/** The dialogues of a run that were played, or one of them, one after the other, in the order of `headsOfRun`. */
export function* playedDialogues(
  db: ReadHandle,
  { runId, plan, simulator }: Pick<StoredRun, "runId" | "plan" | "simulator">,
  only: number | null = null,
): Generator<Dialogue> {
  for (const { dialogueId, end, patience } of headsOfRun(db, runId)) {
    if (only !== null && only !== dialogueId) continue;
    const dialogue = end === null ? null : (dialogueById(db, dialogueId)?.dialogue ?? null);
    if (dialogue !== null && end !== null)
      yield { ...dialogue, end, settings: { ...plan.settings, patience }, simulator };
  }
}

function turnsOf(db: ReadHandle, dialogueId: number): DialogueTurn[] {
  const rows = db
    .sql("SELECT content FROM dialogue_turn WHERE dialogue_id = ? ORDER BY turn")
    .pluck()
    .all(dialogueId) as string[];
  return rows.map((content) => JSON.parse(content) as DialogueTurn);
}
