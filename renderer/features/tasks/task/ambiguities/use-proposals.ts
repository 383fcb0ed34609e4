import { useMemo } from "react";
import type { Task } from "#shared/domain/task.ts";
import type { SqlDialect } from "#shared/sql/lex.ts";
import type { Proposal } from "#shared/sql/propose/proposals.ts";
import { goldOf, type ProposalsQuestion } from "../gold/gold-questions.ts";
import { useLastAnalysis } from "../gold/use-analysis.ts";
import { type Undismissed, useDismissed } from "./use-dismissed.ts";

/** The ambiguities proposed from the gold. */
export interface Proposals extends Undismissed<Proposal> {
  /** They are of the task as it is; else of what it was a moment ago, and none can be accepted. */
  isCurrent: boolean;
}

const none: readonly Proposal[] = [];

/** The implementation-level ambiguities that the gold of a task proposes, worked out beside the window. */
export function useProposals(taskId: number, task: Task, dialect: SqlDialect): Proposals {
  const question = useMemo<ProposalsQuestion>(
    () => ({ about: "proposals", gold: goldOf(task), task, dialect }),
    [task, dialect],
  );
  const { answer, isCurrent } = useLastAnalysis(taskId, question);
  return { ...useDismissed(taskId, answer ?? none, keyOf), isCurrent };
}

const keyOf = ({ type, snippet }: Proposal): string => `${type} ${snippet.replaceAll(/\s+/g, " ")}`;
