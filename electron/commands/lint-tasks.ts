import type { ColumnMeaningsFile } from "#shared/formats/column-meanings.ts";
import type { KnowledgeBaseFile } from "#shared/formats/knowledge-base.ts";
import type { TaskFile } from "#shared/formats/task-file.ts";
import { openSqlAnalysis, type SqlAnalysis } from "../sql-analysis/sql-analysis.ts";
import { commandOptions, explaining, WrongUsage } from "./command-options.ts";
import type { CommandOutput } from "./command-output.ts";
import { findingLines, unreadRows } from "./finding-lines.ts";
import { readKnowledge, readMeanings, readTasks } from "./task-input.ts";
import { openWholeFile, type WholeFile } from "./whole-file.ts";

/** Tasks that go to the analysis at once. */
const tasksAtOnce = 50;

const dialects = ["postgresql", "sqlite"] as const;

/**
 * `lint-tasks --input TASKS.jsonl [--knowledge FILE|DIR] [--column-meanings FILE|DIR] [--dialect postgresql|sqlite] --out
 * FINDINGS.jsonl`: a line per finding, `{instance_id, phase, rule, severity, where, message}` (docs/findings.md), and a
 * summary on standard output. A knowledge base called `<db>_kb.jsonl` counts for the tasks of that database, one of another
 * name for all; a DIR holds them by database; so with column meanings. Exit code 0 without a finding of severity error, 1
 * with, 2 for wrong usage or unreadable input.
 */
export function run(args: string[], output: CommandOutput): Promise<number> {
  return explaining(output, async () => {
    const options = commandOptions(args, ["input", "out"], ["knowledge", "column-meanings", "dialect"]);
    const dialect = dialects.find((name) => name === (options.dialect ?? "postgresql"));
    if (dialect === undefined) throw new WrongUsage(`--dialect is one of ${dialects.join(", ")}`);
    const file = await readTasks(options.input);
    const knowledge = await readKnowledge(options.knowledge, file.tasks);
    const meanings = await readMeanings(options["column-meanings"], file.tasks);
    const out = openWholeFile(options.out);
    const analysis = openSqlAnalysis();
    try {
      const summary = await lintFile({ file, knowledge, meanings, dialect, analysis, out, output });
      out.complete();
      output.result(summary);
      return summary.errors > 0 ? 1 : 0;
    } finally {
      out.discard();
      await analysis.close();
    }
  });
}

interface Lint {
  file: TaskFile;
  knowledge: ReadonlyMap<string, KnowledgeBaseFile>;
  meanings: ReadonlyMap<string, ColumnMeaningsFile>;
  dialect: (typeof dialects)[number];
  analysis: SqlAnalysis;
  out: WholeFile;
  output: CommandOutput;
}

async function lintFile({ file, knowledge, meanings, dialect, analysis, out, output }: Lint) {
  const { counts, write } = findingLines(out, file.tasks.length);
  for (const finding of [...unreadRows(file, "linted"), ...file.findings]) write(null, finding);
  for (const base of new Set(knowledge.values())) for (const finding of base.findings) write(null, finding);
  let done = 0;
  for (const [database, tasks] of Map.groupBy(file.tasks, ({ task }) => task.database)) {
    const nodes = knowledge.get(database)?.nodes.map(({ node }) => node) ?? null;
    const meant = meanings.get(database)?.meanings;
    const told = meant === undefined ? null : { schema: null, meanings: meant };
    for (let at = 0; at < tasks.length; at += tasksAtOnce) {
      const chunk = tasks
        .slice(at, at + tasksAtOnce)
        .map(({ task, findings }) => ({ task, known: findings }));
      const found = await analysis.lint({ tasks: chunk, knowledge: nodes, database: told, dialect });
      for (const [index, { task }] of chunk.entries())
        for (const finding of found[index] ?? []) write(task.instanceId, finding);
      done += chunk.length;
      output.note(`linted ${done} of ${file.tasks.length} tasks`);
    }
  }
  return counts;
}
