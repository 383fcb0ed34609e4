import { useMemo } from "react";
import type { AmbiguityChain } from "#shared/domain/ambiguity-chain.ts";
import { longestTraced, tracedLength } from "#shared/sql/provenance/provenance.ts";
import { type ChainsQuestion, goldOf } from "../gold/gold-questions.ts";
import { useLastAnalysis } from "../gold/use-analysis.ts";
import { useTaskEditor } from "../store/task-editor-context.ts";

const none: readonly AmbiguityChain[] = [];

/** Which clarification of a task leads on to which, worked out beside the window. */
export function useChains(): readonly AmbiguityChain[] {
  const { taskId, task, dialect, knowledge } = useTaskEditor(({ taskId, task, dialect, knowledge }) => ({
    ...{ taskId, task, dialect, knowledge },
  }));
  const question = useMemo<ChainsQuestion | null>(() => {
    if (knowledge === undefined || task.ambiguities.length === 0) return null;
    // A gold of a megabyte would keep the anchors waiting.
    if (tracedLength({ 1: task.goldSql, 2: [] }, 1) > longestTraced) return null;
    const nodes = knowledge.nodes.length === 0 ? null : knowledge.nodes;
    return { about: "chains", gold: goldOf(task), task, dialect, nodes };
  }, [task, dialect, knowledge]);
  return useLastAnalysis(taskId, question).answer ?? none;
}
