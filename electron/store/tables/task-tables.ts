import type { Generated } from "kysely";
import type { FindingOrigin, TaskChange } from "#shared/contract/tasks.ts";
import type { Criterion, CrossCheckEvent, GivenJudgement } from "#shared/domain/cross-check.ts";
import type { EngineKind } from "#shared/domain/engine.ts";
import type { Finding, Severity } from "#shared/domain/finding.ts";
import type { Task } from "#shared/domain/task.ts";
import type { TaskPart } from "#shared/domain/task-part.ts";
import type { TaskFormat } from "#shared/domain/task-revision.ts";
import type { PhaseResult, TaskRun } from "#shared/domain/task-run.ts";
import type { TaskStatus } from "#shared/domain/task-status.ts";
import type { EvaluatorProfile } from "#shared/domain/test-script.ts";
import type { Flag, JsonText } from "./column-types.ts";

interface TaskTable {
  id: Generated<number>;
  project_id: number;
  idx: number;
  revision: number;
  instance_id: string;
  database: string;
  category: string | null;
  tier: string | null;
  is_clear: Flag;
  question: string;
  ambiguities: number;
  ambiguity_types: JsonText<string[]>;
  has_follow_up: Flag;
  follow_up_type: string | null;
  status: Generated<TaskStatus>;
  assignee: string | null;
}

interface TaskWordsTable {
  task_id: number;
  words: string;
}

interface TaskSourceTable {
  id: Generated<number>;
  form: TaskFormat;
  text: string;
}

interface TaskEventTable {
  seq: Generated<number>;
  save_id: string | null;
  task_id: number;
  actor: string;
  at: string;
  action: TaskChange["action"];
  revision: number;
  base_revision: number;
  task: JsonText<Task>;
  source_id: number | null;
  reverts: number | null;
  parts: JsonText<TaskPart[]> | null;
}

interface TaskStateEventTable {
  seq: Generated<number>;
  task_id: number;
  actor: string;
  at: string;
  status: TaskStatus;
  assignee: string | null;
  revision: number | null;
}

interface TaskTemplateTable {
  id: Generated<number>;
  project_id: number;
  name: string;
  task: JsonText<Task>;
  made_by: string;
  made_at: string;
}

interface DatabaseTextTable {
  project_id: number;
  database: string;
  kind: "knowledge" | "column-meanings" | "schema";
  file_name: string;
  text: string;
  imported_by: string;
  imported_at: string;
}

/** Which revision of a task was read last for findings of an origin; a task without findings was read, too. */
interface TaskFindingOriginTable {
  task_id: number;
  origin: FindingOrigin;
  revision: number;
  at: string;
  stale: Generated<Flag>;
}

interface TaskFindingTable {
  id: Generated<number>;
  task_id: number;
  origin: FindingOrigin;
  rule: string;
  severity: Severity;
  finding: JsonText<Finding>;
}

interface FileFindingTable {
  id: Generated<number>;
  project_id: number;
  finding: JsonText<Finding>;
  at: string;
}

interface TaskRunTable {
  task_id: number;
  profile: EvaluatorProfile;
  engine: EngineKind;
  revision: number;
  at: string;
  phases: JsonText<Pick<PhaseResult, "phase" | "passed" | "passedFixed">[]>;
  passed: Flag;
  differs: Flag;
  run: JsonText<TaskRun>;
  stale: Generated<Flag>;
}

interface PredictionRunTable {
  id: Generated<number>;
  project_id: number;
  file_name: string;
  profile: EvaluatorProfile;
  engine: EngineKind;
  started_by: string;
  started_at: string;
}

interface PredictionTable {
  id: Generated<number>;
  prediction_run_id: number;
  idx: number;
  instance_id: string;
  task_id: number | null;
  phase1_sql: JsonText<readonly string[]> | null;
  phase2_sql: JsonText<readonly string[]> | null;
  is_done: Generated<Flag>;
}

interface PredictionResultTable {
  prediction_id: number;
  phase: PhaseResult["phase"];
  passed: Flag;
  passed_fixed: Flag;
  reason: PhaseResult["reason"];
  tests: JsonText<PhaseResult["tests"]>;
  elapsed_ms: number;
}

interface CrossCheckEventTable {
  seq: Generated<number>;
  project_id: number;
  task_id: number;
  revision: number;
  actor: string;
  at: string;
  action: CrossCheckEvent["action"];
  criterion: Criterion | null;
  accepted: Flag | null;
  reason: string | null;
  judgements: JsonText<GivenJudgement[]> | null;
  reverts: number | null;
}

interface QualificationTaskTable {
  task_id: number;
  project_id: number;
}

interface QualificationExerciseTable {
  task_id: number;
  of_task_id: number;
  project_id: number;
  person: string;
}

/** Tasks, what was found in them, their runs and predictions, and their cross-checks. */
export interface TaskTables {
  task: TaskTable;
  task_words: TaskWordsTable;
  task_source: TaskSourceTable;
  task_event: TaskEventTable;
  task_state_event: TaskStateEventTable;
  task_template: TaskTemplateTable;
  database_text: DatabaseTextTable;
  task_finding_origin: TaskFindingOriginTable;
  task_finding: TaskFindingTable;
  file_finding: FileFindingTable;
  task_run: TaskRunTable;
  prediction_run: PredictionRunTable;
  prediction: PredictionTable;
  prediction_result: PredictionResultTable;
  cross_check_event: CrossCheckEventTable;
  qualification_task: QualificationTaskTable;
  qualification_exercise: QualificationExerciseTable;
}
