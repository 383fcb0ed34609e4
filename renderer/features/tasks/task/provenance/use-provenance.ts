import { useMemo, useState } from "react";
import type { DatabaseKnowledge } from "#shared/contract/tasks.ts";
import type { Phase, Task } from "#shared/domain/task.ts";
import type { SqlDialect } from "#shared/sql/lex.ts";
import type { Origin } from "#shared/sql/provenance/origin.ts";
import { longestTraced, tracedLength } from "#shared/sql/provenance/provenance.ts";
import { goldId, type TaskDocument } from "../documents/task-documents.ts";
import { goldOf, type ProvenanceQuestion } from "../gold/gold-questions.ts";
import { useAnalysis } from "../gold/use-analysis.ts";
import type { TaskViewState } from "../task-view-state.ts";
import { originCounts, type ShownPart, shownParts } from "./shown-parts.ts";

/** Where the gold on screen comes from. */
export interface Provenance {
  phase: Phase;
  document: TaskDocument;
  /** Of the gold as it is, or as it was a moment ago where it is not current. */
  parts: readonly ShownPart[];
  counts: Partial<Record<Origin, number>>;
  isCurrent: boolean;
  /** Why nothing is traced, in a sentence; null where it is. */
  problem: string | null;
}

const nothing: readonly ShownPart[] = [];

export interface ProvenanceInputs {
  taskId: number;
  task: Task;
  viewState: TaskViewState;
  shown: TaskDocument;
  documents: readonly TaskDocument[];
  dialect: SqlDialect;
  knowledge: DatabaseKnowledge | undefined;
}

/** Traces the gold on screen, that of phase 1 beside other code, in the worker while it is asked for. */
export function useProvenance({
  taskId,
  task,
  viewState,
  shown,
  documents,
  dialect,
  knowledge,
}: ProvenanceInputs): Provenance {
  const isAsked = viewState.provenance || viewState.panel === "provenance";
  const phase = shown.kind === "gold" ? shown.phase : 1;
  const document = documents.find(({ id }) => id === goldId(phase)) as TaskDocument;
  const problem = problemOf(task, phase);
  const question = useMemo<ProvenanceQuestion | null>(
    () => (isAsked && problem === null ? questionOf({ task, phase, dialect, knowledge }) : null),
    [isAsked, problem, task, phase, dialect, knowledge],
  );
  const traced = useAnalysis(question);
  const fresh = useMemo(() => traced && shownParts(document, traced), [document, traced]);
  const of = `${taskId} ${phase}`;
  const [last, setLast] = useState({ of, parts: nothing });
  if (fresh !== null && last.parts !== fresh) setLast({ of, parts: fresh });
  const parts = fresh ?? (last.of === of && problem === null ? last.parts : nothing);
  const counts = useMemo(() => originCounts(parts), [parts]);
  const isCurrent = fresh !== null;
  return useMemo(
    () => ({ phase, document, parts, counts, isCurrent, problem }),
    [phase, document, parts, counts, isCurrent, problem],
  );
}

type Asked = Pick<ProvenanceQuestion, "task" | "phase" | "dialect"> & {
  knowledge: DatabaseKnowledge | undefined;
};

/** Nothing is asked before the knowledge of the database is there. */
function questionOf({ knowledge, ...asked }: Asked): ProvenanceQuestion | null {
  if (knowledge === undefined) return null;
  const { nodes, schema, columnMeanings } = knowledge;
  return {
    about: "provenance",
    gold: goldOf(asked.task),
    ...asked,
    nodes: nodes.length === 0 ? null : nodes,
    database: { schema, meanings: columnMeanings },
  };
}

function problemOf(task: Task, phase: Phase): string | null {
  const gold = { 1: task.goldSql, 2: task.followUp?.goldSql ?? [] };
  if (gold[phase].every((sql) => sql.trim() === "")) return "There is no gold SQL to trace.";
  if (tracedLength(gold, phase) > longestTraced)
    return `The gold is longer than ${longestTraced.toLocaleString("en")} characters: it is not traced.`;
  return null;
}
