import type { Generated } from "kysely";
import type { VerdictChange } from "#shared/contract/verdicts.ts";
import type { Settlement } from "#shared/domain/consensus.ts";
import type { Judgement } from "#shared/domain/verdict.ts";
import type { Flag, JsonText } from "./column-types.ts";

interface VerdictEventTable {
  seq: Generated<number>;
  save_id: string | null;
  project_id: number;
  item_id: number;
  reviewer: string;
  actor: string;
  at: string;
  action: VerdictChange["action"];
  revision: number;
  judgement: JsonText<Judgement>;
  reverts: number | null;
  source_id: number | null;
  event_id: string | null;
}

interface VerdictTable {
  project_id: number;
  reviewer: string;
  item_id: number;
  revision: number;
  label: string | null;
  diagnoses: JsonText<Judgement["diagnoses"]>;
  note: string;
  skipped: Flag;
  flagged: Flag;
  saved_at: string;
  corrected_sql: Generated<string>;
  rubric: Generated<JsonText<Judgement["rubric"]>>;
}

interface DraftTable {
  item_id: number;
  reviewer: string;
  base_revision: number;
  judgement: JsonText<Partial<Judgement>>;
  typed_at: string;
}

interface ConsensusEventTable {
  seq: Generated<number>;
  save_id: string | null;
  project_id: number;
  item_id: number;
  actor: string;
  at: string;
  action: "import" | "settle" | "reopen" | "undo" | "redo" | "take-back" | "rename";
  revision: number;
  consensus: JsonText<Settlement> | null;
  reverts: number | null;
  source_id: number | null;
}

interface ConsensusTable {
  item_id: number;
  project_id: number;
  revision: number;
  rule: Settlement["rule"];
  label: string;
  diagnoses: JsonText<string[]>;
  notes: JsonText<string[]>;
  settled_by: string | null;
  at: string;
}

interface OpinionSeenTable {
  item_id: number;
  reviewer: string;
  seq: number;
}

interface OpinionCountTable {
  project_id: number;
  stage: "independent" | "discussed";
  db_id: string;
  opinions: JsonText<Record<string, number>>;
  items: number;
}

interface CountedItemTable {
  item_id: number;
  project_id: number;
  db_id: string;
  independent: JsonText<Record<string, number>>;
  discussed: JsonText<Record<string, number>>;
}

interface UncountedItemTable {
  project_id: number;
  item_id: number;
}

interface OpinionQuestionTable {
  id: Generated<number>;
  project_id: number;
  item_id: number;
  reviewer: string;
  revision: number;
  question: string;
  asked_by: string;
  actor: string;
  at: string;
  taken_back_at: string | null;
}

/** Verdicts, what items are settled as, and what follows from both. */
export interface VerdictTables {
  verdict_event: VerdictEventTable;
  verdict: VerdictTable;
  draft: DraftTable;
  consensus_event: ConsensusEventTable;
  consensus: ConsensusTable;
  opinion_seen: OpinionSeenTable;
  opinion_count: OpinionCountTable;
  counted_item: CountedItemTable;
  uncounted_item: UncountedItemTable;
  opinion_question: OpinionQuestionTable;
}
