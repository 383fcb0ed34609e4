import type { Generated } from "kysely";
import type { CheckKind } from "#shared/domain/check-item.ts";
import type { DifferenceKind } from "#shared/domain/difference.ts";
import type { Evaluation } from "#shared/domain/evaluation.ts";
import type { Item } from "#shared/domain/item.ts";
import type { RunStatus } from "#shared/domain/result.ts";
import type { FileLayout } from "#shared/formats/text-items.ts";
import type { Flag, JsonText } from "./column-types.ts";

interface SourceTable {
  id: Generated<number>;
  project_id: number;
  file_name: string;
  form: string;
  kind: FileLayout["kind"];
  prologue: string;
  epilogue: string;
  reviewer: string | null;
  imported_by: string;
  imported_at: string;
  deleting: Generated<Flag>;
  taken_back_by: string | null;
  taken_back_at: string | null;
}

interface ItemTable {
  id: Generated<number>;
  project_id: number;
  source_id: number;
  idx: number;
  question_id: JsonText<Item["questionId"]>;
  db_id: string;
  system: string | null;
  question: string;
  evidence: string;
  predicted_sql: string;
  gold_sql: string;
}

interface ItemOccurrenceTable {
  source_id: number;
  position: number;
  item_id: number;
  system: string | null;
  lead: string;
  text: string;
}

interface EvaluationTable {
  project_id: number;
  item_id: number;
  ex_set: Flag | null;
  ex_multiset: Flag | null;
  ex_ordered: Flag | null;
  ex_first200: Flag | null;
  difference: DifferenceKind;
  predicted_status: RunStatus;
  gold_status: RunStatus;
  stale: Generated<Flag>;
}

interface EvaluationDetailTable {
  item_id: number;
  evaluation: JsonText<Evaluation>;
  evaluated_at: string;
}

interface CheckItemTable {
  project_id: number;
  item_id: number;
  kind: CheckKind;
  expected: string;
}

interface AttentionClearedTable {
  project_id: number;
  reviewer: string;
  cleared_by: string;
  at: string;
}

interface JudgeLabelTable {
  project_id: number;
  judge: string;
  item_id: number;
  score: Flag | null;
  gold_x: Flag | null;
  amb_q: Flag | null;
  imported_by: string;
  imported_at: string;
}

/** Imported files, their items, and what programs found out about these. */
export interface ItemTables {
  source: SourceTable;
  item: ItemTable;
  item_occurrence: ItemOccurrenceTable;
  evaluation: EvaluationTable;
  evaluation_detail: EvaluationDetailTable;
  check_item: CheckItemTable;
  attention_cleared: AttentionClearedTable;
  judge_label: JudgeLabelTable;
}
