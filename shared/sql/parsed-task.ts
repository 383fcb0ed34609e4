import type { ColumnMeaning } from "../domain/column-meaning.ts";
import type { DatabaseSchema } from "../domain/schema.ts";
import { type Phase, subTasks, type Task } from "../domain/task.ts";
import { type SnippetLocations, snippetSearch } from "./anchor/snippet-search.ts";
import type { KnowledgeIndex } from "./knowledge-index.ts";
import type { SqlDialect } from "./lex.ts";
import { parseTree } from "./tree/parse-tree.ts";
import type { SqlTree } from "./tree/sql-node.ts";

/** What a system under test sees of a database besides its knowledge base. */
export interface VisibleDatabase {
  /** Null where no schema is at hand: then every name is taken to be of it. */
  schema: DatabaseSchema | null;
  meanings: readonly ColumnMeaning[];
}

/** A task with its gold parsed and its snippets found, once, however many ask. */
export interface ParsedTask {
  task: Task;
  /** The gold of each phase, a tree for each statement of its list; empty where it is withheld. */
  gold: Record<Phase, SqlTree[]>;
  /** Where each ambiguity's snippet is in the gold of phase 1, in the order of the task's list. */
  locations: SnippetLocations[];
}

/** A parsed task with its knowledge base; null where none is at hand. */
export interface InformedTask extends ParsedTask {
  knowledge: KnowledgeIndex | null;
}

/** Parses the gold of a task and finds its snippets; `parse` may remember what it has parsed. */
export function parseTask(task: Task, dialect: SqlDialect, parse = parseTree): ParsedTask {
  const gold: ParsedTask["gold"] = { 1: [], 2: [] };
  for (const { phase, goldSql } of subTasks(task)) gold[phase] = goldSql.map((sql) => parse(sql, dialect));
  const search = snippetSearch(gold[1]);
  return { task, gold, locations: task.ambiguities.map(({ sqlSnippet }) => search(sqlSnippet)) };
}
