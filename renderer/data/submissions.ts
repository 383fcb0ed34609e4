import { useCallback, useEffect } from "react";
import type { SubmissionVerdictEvent } from "#shared/contract/dialogues.ts";
import type { EvaluationEvent } from "#shared/contract/results.ts";
import type { PhaseResult } from "#shared/domain/task-run.ts";
import { oncePerClient, useClient } from "./client.ts";
import { afterEvaluationEvent, noPair, type PairEvaluation, type PairResults } from "./pair-evaluation.ts";
import { type Streamed, Streams, useStreamed } from "./streams.ts";

/** A submission judged again, or being judged; null until it was. */
export type SubmissionVerdict = Streamed<{ result: PhaseResult | null }>;

/** Where a submission stands: the turn is 1-based. */
interface SubmissionId {
  dialogueId: number;
  turn: number;
}

/** Submissions that this window runs again: beside the gold, and against their tests. */
interface Submissions {
  pairs: Streams<string, PairResults>;
  verdicts: Streams<string, { result: PhaseResult | null }>;
}

const useSubmissions = oncePerClient((): Submissions => ({ pairs: new Streams(), verdicts: new Streams() }));

const keyOf = ({ dialogueId, turn }: SubmissionId): string => `${dialogueId} ${turn}`;

/** A submission beside the gold, run when it is first looked at (not where `isApart`); leaving stops what runs. */
export function useSubmissionPair(
  submission: SubmissionId,
  isApart: boolean,
): { run: PairEvaluation | undefined; again(timeMs?: number): void; cancel(): void } {
  const client = useClient();
  const { pairs } = useSubmissions();
  const { dialogueId, turn } = submission;
  const key = keyOf(submission);
  const again = useCallback(
    (timeMs?: number) => {
      const input = { dialogueId, turn, ...(timeMs === undefined ? {} : { timeMs }) };
      void pairs.start<EvaluationEvent>(key, {
        first: noPair,
        events: (signal) => client.dialogues.compareSubmission(input, { signal }),
        after: afterEvaluationEvent,
      });
    },
    [client, pairs, key, dialogueId, turn],
  );
  useStartedOnce(pairs, isApart ? null : key, again);
  const cancel = useCallback(() => pairs.cancel(key), [pairs, key]);
  return { run: useStreamed(pairs, key), again, cancel };
}

/** A submission judged again when it is first looked at; leaving stops what runs. */
export function useSubmissionVerdict(submission: SubmissionId): {
  verdict: SubmissionVerdict | undefined;
  judgeAgain(): void;
  cancelJudging(): void;
} {
  const client = useClient();
  const { verdicts } = useSubmissions();
  const { dialogueId, turn } = submission;
  const key = keyOf(submission);
  const judgeAgain = useCallback(
    () =>
      void verdicts.start<SubmissionVerdictEvent>(key, {
        first: { result: null },
        events: (signal) => client.dialogues.judgeSubmission({ dialogueId, turn }, { signal }),
        after: (_, { result }) => ({ result }),
      }),
    [client, verdicts, key, dialogueId, turn],
  );
  useStartedOnce(verdicts, key, judgeAgain);
  const cancelJudging = useCallback(() => verdicts.cancel(key), [verdicts, key]);
  return { verdict: useStreamed(verdicts, key), judgeAgain, cancelJudging };
}

/** How long, in milliseconds, one rests on a submission before it runs: who steps through a dialogue starts nothing. */
const restMs = 150;

function useStartedOnce<Results extends object>(
  streams: Streams<string, Results>,
  key: string | null,
  start: () => void,
): void {
  useEffect(() => {
    streams.keepOnly(new Set(key === null ? [] : [key]));
    if (key === null) return;
    const state = streams.get(key)?.state;
    const isNeeded = state === undefined || state === "cancelled";
    const timer = isNeeded ? setTimeout(start, restMs) : undefined;
    return () => {
      clearTimeout(timer);
      streams.keepOnly(new Set());
    };
  }, [streams, key, start]);
}
