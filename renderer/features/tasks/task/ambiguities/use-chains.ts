import { useMemo } from "react";
import type { DatabaseKnowledge } from "#shared/contract/tasks.ts";
import type { AmbiguityChain } from "#shared/domain/ambiguity-chain.ts";
import type { Task } from "#shared/domain/task.ts";
import type { SqlDialect } from "#shared/sql/lex.ts";
import { longestTraced, tracedLength } from "#shared/sql/provenance/provenance.ts";
import type { ChainsQuestion } from "../anchors/anchor-messages.ts";
import { useLastAnalysis } from "../anchors/use-kept-analysis.ts";

const none: readonly AmbiguityChain[] = [];

/** Which clarification of a task leads on to which, worked out beside the window. */
export function useChains(
  taskId: number,
  task: Task,
  dialect: SqlDialect,
  knowledge: DatabaseKnowledge | undefined,
): readonly AmbiguityChain[] {
  const question = useMemo<ChainsQuestion | null>(() => {
    if (knowledge === undefined || task.ambiguities.length === 0) return null;
    // A gold of a megabyte would keep the anchors waiting.
    if (tracedLength({ 1: task.goldSql, 2: [] }, 1) > longestTraced) return null;
    const nodes = knowledge.nodes.length === 0 ? null : knowledge.nodes;
    return { about: "chains", task, dialect, nodes };
  }, [task, dialect, knowledge]);
  return useLastAnalysis(taskId, question).answer ?? none;
}
