import { type Phase, subTasks, type Task } from "../domain/task.ts";
import type { KnowledgeIndex } from "../sql/knowledge-index.ts";
import type { SqlDialect } from "../sql/lex.ts";
import type { SqlParser, SyntaxProblem } from "../sql/parse-port.ts";
import { type InformedTask, parseTask, type VisibleDatabase } from "../sql/parsed-task.ts";

/** A task as the rules about its text see it; `knowledge` is null where no knowledge base is at hand. */
export interface TextContext {
  task: Task;
  knowledge: Pick<KnowledgeIndex, "graph"> | null;
}

/** What the lint needs besides the task. */
export interface LintOptions {
  dialect: SqlDialect;
  knowledge: KnowledgeIndex | null;
  parser: SqlParser;
  /** Null where the project has neither: then it is unknown which parts of a gold come from nowhere. */
  database?: VisibleDatabase | null;
}

/** A task as the rules about its SQL see it. */
export interface LintContext extends InformedTask {
  knowledge: KnowledgeIndex | null;
  dialect: SqlDialect;
  database: VisibleDatabase | null;
  /** The gold statements that the parser of the database refuses. */
  refused: readonly { phase: Phase; statement: number; problem: SyntaxProblem }[];
}

/** Makes a task ready for the rules: all that several of them ask is asked once. */
export function lintContext(
  task: Task,
  { dialect, knowledge, parser, database = null }: LintOptions,
): LintContext {
  const refused = subTasks(task).flatMap(({ phase, goldSql }) =>
    goldSql.flatMap((sql, statement) => {
      const problem = sql.trim() === "" ? null : parser.syntaxProblem(sql, dialect);
      return problem === null ? [] : [{ phase, statement, problem }];
    }),
  );
  return { ...parseTask(task, dialect), knowledge, dialect, database, refused };
}
