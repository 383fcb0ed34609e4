import { addRun, setRunState } from "../../electron/store/dialogue-runs.ts";
import { planDialogues, saveDialogue } from "../../electron/store/dialogues.ts";
import type { Workspace } from "../../electron/store/workspace.ts";
import type { DialogueTurn } from "../../shared/domain/dialogue.ts";
import { plainSql } from "../support/plain-sql.ts";
import { playedDialogue } from "./played-dialogues.ts";

const noModels = { modelSystems: [], modelSimulator: null, personAsUser: false };

export const longSettings = { protocol: "a", profile: "adk", behaviour: "fixed", patience: 7 } as const;

/** A run of trials of one task that were played already, each of so many turns with so many rows of answer. */
export interface LongRun {
  dialogues: number;
  turns: number;
  rows: number;
}

/** Enters a run about the first task of a workspace, as if it had been played; answers its id and its task's. */
export function addLongRun(
  workspace: Workspace,
  { dialogues, turns, rows }: LongRun,
): Promise<{ runId: number; taskId: number }> {
  return workspace.write(async (db) => {
    const { projectId, taskId } = await db.one(
      plainSql<{ projectId: number; taskId: number }>(
        "SELECT project_id AS projectId, id AS taskId FROM task ORDER BY id LIMIT 1",
      ),
    );
    const systems = ["asks-everything"];
    const plan = {
      settings: longSettings,
      sweep: [],
      systems,
      trials: dialogues,
      seed: 1,
      graft: null,
      ...noModels,
    };
    const head = { projectId, plan, engine: "pglite", simulator: "built-in 1" } as const;
    const runId = await addRun(db, { ...head, startedBy: "anna", startedAt: "2026-11-22T12:00:00Z" }, [
      taskId,
    ]);
    const planned = Array.from({ length: dialogues }, (_, trial) => ({
      ...{ taskId, position: trial, system: "asks-everything", patience: longSettings.patience },
      ...{ trial, seed: 1 },
    }));
    await planDialogues(db, runId, planned);
    const played = Array.from({ length: turns }, (_, at) => longTurn(at + 1, turns, rows));
    const budget = { total: turns, left: 0 };
    for (const id of await db.values(
      plainSql<{ id: number }>("SELECT id FROM dialogue WHERE run_id = ?", runId),
    ))
      await saveDialogue(db, id, playedDialogue({ settings: longSettings, turns: played, budget }));
    await setRunState(db, runId, "done");
    return { runId, taskId };
  });
}

function longTurn(turn: number, turns: number, rows: number): DialogueTurn {
  return {
    ...{ turn, phase: 1, refused: false, answer: null, passed: null, cost: 1, reward: 0 },
    action: { kind: "execute", sql: `SELECT ${turn} AS turn, name FROM river ORDER BY name` },
    observation: Array.from({ length: rows }, (_, row) => `${turn} | river ${row}`).join("\n"),
    ...{ budgetBefore: turns - turn + 1, budgetAfter: turns - turn },
  };
}
