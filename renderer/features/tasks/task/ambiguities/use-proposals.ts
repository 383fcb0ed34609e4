import { useCallback, useMemo, useState } from "react";
import { z } from "zod";
import type { Task } from "#shared/domain/task.ts";
import type { SqlDialect } from "#shared/sql/lex.ts";
import type { Proposal } from "#shared/sql/propose/proposals.ts";
import { usePreference } from "../../../../data/preferences.ts";
import type { ProposalsQuestion } from "../anchors/anchor-messages.ts";
import { useAnalysis } from "../anchors/use-analysis.ts";

/** What was dismissed, for each task by its id. */
const Dismissed = z.record(z.string(), z.array(z.string()));
const nothing: z.infer<typeof Dismissed> = {};
const none: readonly string[] = [];

/** The ambiguities proposed from the gold. */
export interface Proposals {
  /** Without those that were dismissed. */
  list: readonly Proposal[];
  /** They are of the task as it stands; else of what it was a moment ago, and none can be accepted. */
  isCurrent: boolean;
  dismissed: number;
  dismiss(proposal: Proposal): void;
  /** Shows those again that were dismissed. */
  restore(): void;
}

/** The implementation-level ambiguities that the gold of a task proposes, worked out beside the window. */
export function useProposals(taskId: number, task: Task, dialect: SqlDialect): Proposals {
  const question = useMemo<ProposalsQuestion>(() => ({ about: "proposals", task, dialect }), [task, dialect]);
  const answer = useAnalysis(question);
  const [last, setLast] = useState<{ taskId: number; list: readonly Proposal[] } | null>(null);
  if (answer !== null && last?.list !== answer) setLast({ taskId, list: answer });
  const all = answer ?? (last?.taskId === taskId ? last.list : []);
  const [kept, setKept] = usePreference("tasks.dismissed-proposals", Dismissed, nothing);
  const gone = kept[taskId] ?? none;
  const list = useMemo(() => all.filter((proposal) => !gone.includes(keyOf(proposal))), [all, gone]);
  return {
    list,
    isCurrent: answer !== null,
    dismissed: all.length - list.length,
    dismiss: useCallback(
      (proposal) => setKept({ ...kept, [taskId]: [...gone, keyOf(proposal)] }),
      [kept, gone, setKept, taskId],
    ),
    restore: useCallback(() => setKept({ ...kept, [taskId]: [] }), [kept, setKept, taskId]),
  };
}

/** What a proposal is about, whatever else is edited. */
const keyOf = ({ type, snippet }: Proposal): string => `${type} ${snippet.replaceAll(/\s+/g, " ")}`;
