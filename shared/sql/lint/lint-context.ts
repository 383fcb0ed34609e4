import { inPhase, type SubTaskPlace, type Where } from "../../domain/finding.ts";
import { type Phase, subTasks, type Task } from "../../domain/task.ts";
import { type SnippetPlaces, snippetSearch } from "../anchor/snippet-search.ts";
import type { SqlDialect } from "../lex.ts";
import type { SqlParser } from "../parse-port.ts";
import { parseTree } from "../tree/parse-tree.ts";
import type { SqlTree } from "../tree/sql-node.ts";
import type { LintKnowledge } from "./lint-knowledge.ts";

/** What lint needs besides the task: its knowledge base, or null where none is at hand, and the database's parsers. */
export interface LintOptions {
  dialect: SqlDialect;
  knowledge: LintKnowledge | null;
  parser: SqlParser;
}

/** A task as the rules see it; trees and places are made once, however many rules ask. */
export interface LintContext extends LintOptions {
  task: Task;
  /** The gold of each phase, a tree for each statement of its list; empty where it is withheld. */
  gold: Record<Phase, SqlTree[]>;
  /** Where each ambiguity's snippet stands in the gold of phase 1, by its place in the task's list. */
  places: SnippetPlaces[];
}

/** Reads the gold of a task and finds its snippets. */
export function lintContext(task: Task, options: LintOptions): LintContext {
  const gold: LintContext["gold"] = { 1: [], 2: [] };
  for (const { phase, goldSql } of subTasks(task))
    gold[phase] = goldSql.map((sql) => parseTree(sql, options.dialect));
  const search = snippetSearch(gold[1]);
  return { ...options, task, gold, places: task.ambiguities.map(({ sqlSnippet }) => search(sqlSnippet)) };
}

/** The place of a gold statement, seen from the task. */
export function goldPlace(
  phase: Phase,
  statement: number,
  range: { from: number; to: number } | null,
): Where {
  const place: SubTaskPlace = { kind: "gold", statement, range };
  return inPhase(phase, place);
}

/** Text in quotes for a message, cut where it is long, on one line. */
export function quoted(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return `"${line.length > 120 ? `${line.slice(0, 117)}…` : line}"`;
}
