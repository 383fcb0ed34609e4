import type { InputProblem } from "#shared/contract/errors.ts";
import type { Finding } from "#shared/domain/finding.ts";
import type { KnowledgeNode } from "#shared/domain/knowledge-node.ts";
import type { Task } from "#shared/domain/task.ts";
import type { TaskMeasures } from "#shared/metrics/task-measures.ts";
import type { SqlDialect } from "#shared/sql/lex.ts";
import type { SyntaxProblem } from "#shared/sql/parse-port.ts";
import type { VisibleDatabase } from "#shared/sql/parsed-task.ts";
import type { Computation, ComputationInput, ComputationResult } from "./computations.ts";
import type { Reader, Readings } from "./readers.ts";

/** A task to lint, with what its import found. */
export interface TaskToLint {
  task: Task;
  known: Finding[];
}

/** Tasks of one database to lint; `knowledge` and `database` null where nothing of the kind is at hand. */
export interface LintRequest {
  kind: "lint";
  tasks: TaskToLint[];
  knowledge: KnowledgeNode[] | null;
  database: VisibleDatabase | null;
  dialect: SqlDialect;
}

/** A text to be parsed by the database's own parser. */
export interface SyntaxRequest {
  kind: "syntax";
  sql: string;
  dialect: SqlDialect;
}

/** Tasks to be measured for statistics. */
export interface MeasureRequest {
  kind: "measure";
  tasks: Task[];
  dialect: SqlDialect;
}

/** A file, or a text and the name by which problems speak of it. */
export type TextSource = { path: string } | { text: string; name: string };

/** A file or text to be read. */
export interface ReadRequest {
  kind: "read";
  reader: Reader;
  source: TextSource;
}

/** Something that is computed of foreign text alone. */
export interface ComputeRequest {
  kind: "compute";
  name: Computation;
  input: ComputationInput<Computation>;
}

/** What goes to the analysis thread. */
export type AnalysisRequest = LintRequest | SyntaxRequest | MeasureRequest | ReadRequest | ComputeRequest;

/** The answer to each request: the findings of each task in order, the first syntax error, the measures of each task in order, what was read, what was computed. */
export interface AnalysisResponses {
  lint: Finding[][];
  syntax: SyntaxProblem | null;
  measure: TaskMeasures[];
  read: Readings[Reader];
  compute: ComputationResult<Computation>;
}

/** What comes back from the thread: the answer, or why there is none; `refused` is what is wrong with a text. */
export type AnalysisResponse =
  | { answer: AnalysisResponses[keyof AnalysisResponses] }
  | { refused: readonly InputProblem[] }
  | { failed: string };
