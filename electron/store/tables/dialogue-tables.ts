import type { Generated } from "kysely";
import type { RunPlan, StoredRun } from "#shared/contract/dialogues.ts";
import type { Dialogue, DialogueTurn } from "#shared/domain/dialogue.ts";
import type { EngineKind } from "#shared/domain/engine.ts";
import type { Flag, JsonText } from "./column-types.ts";

interface DialogueRunTable {
  id: Generated<number>;
  project_id: number;
  number: number;
  plan: JsonText<RunPlan>;
  engine: EngineKind;
  simulator: string;
  started_by: string;
  started_at: string;
  state: StoredRun["state"];
}

interface DialogueRunTaskTable {
  run_id: number;
  task_id: number;
  idx: number;
  revision: number;
  instance_id: string;
  has_follow_up: Flag;
  problem: string | null;
}

interface DialogueTable {
  id: Generated<number>;
  run_id: number;
  task_id: number;
  position: number;
  system: string;
  patience: number;
  trial: number;
  seed: number;
  end: Dialogue["end"] | null;
  reason: string | null;
  phase1_passed: Generated<Flag>;
  phase2_passed: Generated<Flag>;
  reward: Generated<number>;
  budget_total: Generated<number>;
  budget_left: Generated<number>;
  turns: Generated<number>;
  grafted: Generated<number>;
  actions: Generated<JsonText<Record<string, number>>>;
  fault: JsonText<NonNullable<Dialogue["fault"]>> | null;
  waiting: JsonText<{ question: string | null }> | null;
}

interface DialogueTurnTable {
  dialogue_id: number;
  turn: number;
  content: JsonText<DialogueTurn>;
}

interface ModelExchangeTable {
  run_id: number;
  position: number;
  endpoint: string;
  line: string;
}

interface ReadingExchangeTable {
  project_id: number;
  position: number;
  actor: string;
  endpoint: string;
  line: string;
}

interface BlindAttemptTable {
  id: Generated<number>;
  project_id: number;
  task_id: number;
  person: string;
  run_id: number | null;
  started_at: string;
  given_up_at: string | null;
}

/** Runs of dialogues, and what language models answered. */
export interface DialogueTables {
  dialogue_run: DialogueRunTable;
  dialogue_run_task: DialogueRunTaskTable;
  dialogue: DialogueTable;
  dialogue_turn: DialogueTurnTable;
  model_exchange: ModelExchangeTable;
  reading_exchange: ReadingExchangeTable;
  blind_attempt: BlindAttemptTable;
}
