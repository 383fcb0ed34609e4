import { Option } from "@commander-js/extra-typings";
import type { ColumnMeaningsFile } from "#shared/formats/column-meanings.ts";
import type { KnowledgeBaseFile } from "#shared/formats/knowledge-base.ts";
import type { ReadTask, TaskFile } from "#shared/formats/task-file.ts";
import type { SqlDialect } from "#shared/sql/lex.ts";
import { lintEach } from "../sql-analysis/lint-each.ts";
import { openSqlAnalysis } from "../sql-analysis/sql-analysis.ts";
import { type CommandContext, defineCommand } from "./command.ts";
import { type FindingOutput, findingOutput, unreadRows } from "./finding-output.ts";
import { knowledgeOption, meaningsOption } from "./shared-options.ts";
import { readKnowledge, readMeanings, readTasks } from "./task-input.ts";

/** Tasks that go to the analysis at once. */
const tasksAtOnce = 50;

/** Writes what is wrong with tasks, as far as it can be seen without their data (docs/findings.md). */
export const tasksLint = defineCommand(
  (command) =>
    command
      .description("find what is wrong with tasks without running them")
      .requiredOption("--input <file>", "the tasks, JSONL")
      .addOption(knowledgeOption())
      .addOption(meaningsOption())
      .addOption(
        new Option("--dialect <dialect>").choices(["postgresql", "sqlite"]).default("postgresql" as const),
      )
      .requiredOption("--out <file>", "the findings, a line of JSON each"),
  async ({ input, out, knowledge, columnMeanings, dialect }, context) => {
    const file = await readTasks(await context.input(input));
    const bases = await readKnowledge(knowledge, file.tasks);
    const meanings = await readMeanings(columnMeanings, file.tasks);
    const findings = findingOutput(out, file.tasks.length, context);
    for (const finding of unreadRows(file, "linted")) findings.write(null, finding);
    await lintFile({ file, bases, meanings, dialect, findings }, context);
    return findings.end();
  },
);

export interface LintFile {
  file: TaskFile;
  /** The knowledge base and the meanings of columns of each database that has them. */
  bases: ReadonlyMap<string, KnowledgeBaseFile>;
  meanings: ReadonlyMap<string, ColumnMeaningsFile>;
  dialect: SqlDialect;
  findings: FindingOutput;
}

/** Writes the findings of the files, and then of their tasks. */
export async function lintFile(lint: LintFile, { host, progress, signal }: CommandContext): Promise<void> {
  const { file, bases, meanings, dialect, findings } = lint;
  for (const finding of file.findings) findings.write(null, finding);
  for (const base of new Set(bases.values()))
    for (const finding of base.findings) findings.write(null, finding);
  const { paths } = await host.program();
  const analysis = openSqlAnalysis({ entry: paths.sqlAnalysis });
  const linted = progress("linted", file.tasks.length, "tasks");
  let done = 0;
  try {
    for (const { database, tasks } of chunks(file.tasks)) {
      const knowledge = bases.get(database)?.nodes ?? null;
      const meant = meanings.get(database)?.meanings;
      const known = meant === undefined ? null : { schema: null, meanings: meant };
      const toLint = tasks.map(({ task, findings }) => ({ task, known: findings }));
      const found = await lintEach(analysis, { tasks: toLint, knowledge, database: known, dialect }, signal);
      for (const [index, { task }] of tasks.entries())
        for (const finding of found[index] ?? []) findings.write(task.instanceId, finding);
      done += tasks.length;
      linted(done);
    }
  } finally {
    await analysis.close();
  }
}

/** The tasks of each database, so many at once. */
function* chunks(all: readonly ReadTask[]): Generator<{ database: string; tasks: ReadTask[] }> {
  for (const [database, tasks] of Map.groupBy(all, ({ task }) => task.database))
    for (let at = 0; at < tasks.length; at += tasksAtOnce)
      yield { database, tasks: tasks.slice(at, at + tasksAtOnce) };
}
