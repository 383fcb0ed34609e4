import type { ColumnMeaning } from "../../domain/column-meaning.ts";
import { inPhase, type Location, type SubTaskLocation } from "../../domain/finding.ts";
import type { DatabaseSchema } from "../../domain/schema.ts";
import { type Phase, subTasks, type Task } from "../../domain/task.ts";
import { type SnippetLocations, snippetSearch } from "../anchor/snippet-search.ts";
import type { KnowledgeIndex } from "../knowledge-index.ts";
import type { SqlDialect } from "../lex.ts";
import type { SqlParser } from "../parse-port.ts";
import { parseTree } from "../tree/parse-tree.ts";
import type { SqlTree } from "../tree/sql-node.ts";

/** What a system under test is told of a database besides its knowledge base. */
export interface VisibleDatabase {
  /** Null where no schema is at hand: then every name is taken to be of it. */
  schema: DatabaseSchema | null;
  meanings: readonly ColumnMeaning[];
}

/** What lint needs besides the task: its knowledge base, or null where none is at hand, and the database's parsers. */
export interface LintOptions {
  dialect: SqlDialect;
  knowledge: KnowledgeIndex | null;
  parser: SqlParser;
  /** Null where nothing is at hand: then nobody can say what of a gold comes from nowhere. */
  database?: VisibleDatabase | null;
}

/** A task as the rules see it. */
export interface LintContext extends LintOptions, ParsedTask {}

/** A task with its gold read and its snippets found, once, however many rules ask. */
export interface ParsedTask {
  task: Task;
  /** The gold of each phase, a tree for each statement of its list; empty where it is withheld. */
  gold: Record<Phase, SqlTree[]>;
  /** Where each ambiguity's snippet stands in the gold of phase 1, by its place in the task's list. */
  places: SnippetLocations[];
}

/** A task made ready for the rules. */
export function lintContext(task: Task, options: LintOptions): LintContext {
  return { ...options, ...parseTask(task, options.dialect) };
}

/** Reads the gold of a task and finds its snippets; `read` may keep what it has read. */
export function parseTask(task: Task, dialect: SqlDialect, read = parseTree): ParsedTask {
  const gold: ParsedTask["gold"] = { 1: [], 2: [] };
  for (const { phase, goldSql } of subTasks(task)) gold[phase] = goldSql.map((sql) => read(sql, dialect));
  const search = snippetSearch(gold[1]);
  return { task, gold, places: task.ambiguities.map(({ sqlSnippet }) => search(sqlSnippet)) };
}

/** The place of a gold statement, seen from the task. */
export function goldLocation(
  phase: Phase,
  statement: number,
  range: { from: number; to: number } | null,
): Location {
  const place: SubTaskLocation = { kind: "gold", statement, range };
  return inPhase(phase, place);
}

/** Text in quotes for a message, cut where it is long, on one line. */
export function quoted(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return `"${line.length > 120 ? `${line.slice(0, 117)}…` : line}"`;
}
