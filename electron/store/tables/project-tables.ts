import type { Generated } from "kysely";
import type { EvaluatorProfile } from "#shared/domain/test-script.ts";
import type { Flag, JsonText } from "./column-types.ts";

interface ProjectTable {
  id: Generated<number>;
  name: string;
  databases_dir: string;
  created_at: string;
  evaluating: Generated<Flag>;
  evaluating_for: string | null;
  deleting: Generated<Flag>;
}

interface ProjectSettingTable {
  project_id: number;
  key: string;
  value: JsonText<unknown>;
}

interface GuidelinesVersionTable {
  project_id: number;
  version: number;
  text: string;
  written_by: string;
  at: string;
}

interface PersonTable {
  account: string;
  name: string;
}

interface PreferenceTable {
  account: string;
  key: string;
  value: JsonText<unknown>;
}

interface ScratchQueryTable {
  id: Generated<number>;
  project_id: number;
  account: string;
  db_id: string;
  sql: string;
  ran_at: string;
  status: string;
  row_count: number;
}

interface TaskJobTable {
  project_id: number;
  kind: "lint" | "check" | "run" | "evaluate-tasks";
  profile: EvaluatorProfile | null;
  prediction_run_id: number | null;
}

interface CertifyJobTable {
  project_id: number;
  task_ids: JsonText<readonly number[]> | null;
  is_full: Flag;
}

/** One row: a checksum of the statements that made the tables (row-sums.ts). */
interface SchemaSumTable {
  sum: number;
}

/** Projects, people, and work on whole projects that is wanted. */
export interface ProjectTables {
  project: ProjectTable;
  project_setting: ProjectSettingTable;
  guidelines_version: GuidelinesVersionTable;
  person: PersonTable;
  preference: PreferenceTable;
  scratch_query: ScratchQueryTable;
  task_job: TaskJobTable;
  certify_job: CertifyJobTable;
  schema_sum: SchemaSumTable;
}
