import {
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useEffect } from "react";
import type { DialogueHead, DialogueView, RunPlan } from "#shared/contract/dialogues.ts";
import type { Job } from "#shared/contract/jobs.ts";
import type { ShownTurn } from "#shared/domain/dialogue.ts";
import { useAnswer } from "./answers.ts";
import { type Client, useClient } from "./client.ts";
import { withJob } from "./jobs.ts";
import { keys } from "./keys.ts";

/** The runs of a project, the newest first; it follows one that is being played. */
export const useDialogueRuns = (projectId: number) =>
  useAnswer([...keys.dialogueRuns(projectId), "list"], (client, options) =>
    client.dialogues.runs({ projectId }, options),
  );

/** The dialogues of a run without their turns; none is asked for without a run. */
export const useDialogueHeads = (projectId: number, runId: number | null) =>
  useAnswer(
    [...keys.dialogueRuns(projectId), "heads", runId],
    (client, options) => client.dialogues.heads({ runId: runId ?? 0 }, options),
    { enabled: runId !== null },
  );

/** The types of the ambiguities of each task of a run. */
export const useAmbiguityTypes = (projectId: number, runId: number) =>
  useAnswer(
    [...keys.dialogueRuns(projectId), "types", runId],
    (client, options) => client.dialogues.ambiguityTypes({ runId }, options),
    { staleTime: Number.POSITIVE_INFINITY },
  );

/** The dialogues of several runs, each under its run; a run that is still being read is missing. */
export function useHeadsOfRuns(projectId: number, runIds: readonly number[]): Map<number, DialogueHead[]> {
  const client = useClient();
  const answers = useQueries({
    queries: runIds.map((runId) => ({
      queryKey: [...keys.dialogueRuns(projectId), "heads", runId],
      queryFn: ({ signal }: { signal: AbortSignal }) => client.dialogues.heads({ runId }, { signal }),
    })),
  });
  return new Map(
    runIds.flatMap((runId, at): [number, DialogueHead[]][] => {
      const heads = answers[at]?.data;
      return heads === undefined ? [] : [[runId, heads]];
    }),
  );
}

/** One dialogue with its turns; a long one is not kept longer than one walks back to it. */
const dialogueQuery = (client: Client, projectId: number, dialogueId: number | null) =>
  queryOptions({
    queryKey: [...keys.dialogueRuns(projectId), "dialogue", dialogueId],
    queryFn: ({ signal }) => client.dialogues.view({ dialogueId: dialogueId ?? 0 }, { signal }),
    structuralSharing: false,
    gcTime: 30_000,
  });

/** One dialogue with its turns; the one before stays while the next is read. */
export function useDialogue(projectId: number, dialogueId: number | null) {
  const query = dialogueQuery(useClient(), projectId, dialogueId);
  return useQuery({ ...query, enabled: dialogueId !== null, placeholderData: keepPreviousData });
}

/** Several dialogues with their turns, in the order asked for; `missing` counts those that are still being read. */
export function useDialogues(
  projectId: number,
  dialogueIds: readonly number[],
): { views: DialogueView[]; missing: number; error: unknown } {
  const client = useClient();
  const answers = useQueries({
    queries: dialogueIds.map((dialogueId) => dialogueQuery(client, projectId, dialogueId)),
  });
  const views = answers.flatMap(({ data }) => (data === undefined ? [] : [data]));
  return {
    views,
    missing: dialogueIds.length - views.length,
    error: answers.find(({ error }) => error !== null)?.error ?? null,
  };
}

/** What a turn was answered, whole, once that is wanted of a turn that came with its beginning only. */
export const useObservation = (dialogueId: number, { turn, rest }: ShownTurn, isWanted: boolean) =>
  useAnswer(
    ["observation", dialogueId, turn, rest?.hash],
    (client, options) => client.dialogues.observation({ dialogueId, turn }, options),
    { enabled: isWanted && rest !== undefined, staleTime: Number.POSITIVE_INFINITY, gcTime: 30_000 },
  );

/** The turns (1-based) of a dialogue that hold a text in what the window does not have of them; nothing is asked for an empty one. */
export const useTurnsWith = (projectId: number, dialogueId: number, text: string) =>
  useAnswer(
    [...keys.dialogueRuns(projectId), "turns-with", dialogueId, text],
    (client, options) => client.dialogues.turnsWith({ dialogueId, text }, options),
    { enabled: text !== "", gcTime: 30_000 },
  );

/** How long, in milliseconds, one rests on a dialogue before those around it are fetched. */
const restMs = 100;

/** Fetches dialogues that one may go to next. */
export function usePreparedDialogues(projectId: number, dialogueIds: readonly (number | undefined)[]): void {
  const client = useClient();
  const queries = useQueryClient();
  const [one, other] = dialogueIds;
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const dialogueId of [one, other])
        if (dialogueId !== undefined)
          void queries.prefetchQuery(dialogueQuery(client, projectId, dialogueId));
    }, restMs);
    return () => clearTimeout(timer);
  }, [client, queries, projectId, one, other]);
}

/** What a run would take of its language models; nothing is asked where it has none. */
export const useRunEstimate = (run: RunPlan & { projectId: number; taskIds: number[] | null }) =>
  useAnswer(["run-estimate", run], (client, options) => client.dialogues.estimate(run, options), {
    enabled: run.modelSystems.length > 0 || run.modelSimulator !== null,
    placeholderData: keepPreviousData,
    retry: false,
  });

/** Enters a run and plays it in the background. */
export function useStartDialogues() {
  const client = useClient();
  const shown = useStarted();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (run: RunPlan & { projectId: number; taskIds: number[] | null }) =>
      client.dialogues.start(run),
    onSuccess({ job }, { projectId }) {
      void shown(job);
      // The screen opens at the newest run: it has to know this one by then.
      return queries.invalidateQueries({ queryKey: [...keys.dialogueRuns(projectId), "list"] });
    },
  });
}

/** Takes the action of a person who is the system of a dialogue. */
export function useAct(projectId: number) {
  const client = useClient();
  return usePlayedOn(projectId, (what: Parameters<typeof client.dialogues.act>[0]) =>
    client.dialogues.act(what),
  );
}

/** Gives the answer of a person who is its user. */
export function useAnswerAsUser(projectId: number) {
  const client = useClient();
  return usePlayedOn(projectId, (what: Parameters<typeof client.dialogues.answer>[0]) =>
    client.dialogues.answer(what),
  );
}

function usePlayedOn<What>(projectId: number, mutationFn: (what: What) => Promise<void>) {
  const queries = useQueryClient();
  const onSuccess = () => queries.invalidateQueries({ queryKey: keys.dialogueRuns(projectId) });
  return useMutation({ mutationFn, onSuccess });
}

/** Goes on with a run that was stopped. */
export function useResumeRun() {
  const client = useClient();
  const shown = useStarted();
  return useMutation({
    mutationFn: (runId: number) => client.dialogues.resume({ runId }),
    onSuccess: shown,
  });
}

/** Takes a run out of the workspace. */
export function useRemoveRun(projectId: number) {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (runId: number) => client.dialogues.remove({ runId }),
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.dialogueRuns(projectId) }),
  });
}

/** Fetches the dialogues of a run, or one of them, as the text of a file. */
export function useRunText() {
  const client = useClient();
  return useMutation({
    mutationFn: (run: { runId: number; dialogueId: number | null; format: "jsonl" | "html" | "recording" }) =>
      client.dialogues.exportToText(run),
  });
}

function useStarted() {
  const queries = useQueryClient();
  return (job: Job) => {
    queries.setQueryData<Job[]>(keys.jobs, (jobs = []) => withJob(jobs, job));
    return queries.invalidateQueries({ queryKey: keys.dialogueRuns(job.projectId) });
  };
}

/** The simulator's answers to questions behind a turn of a dialogue, as turns; those before stay while the next is answered. */
export function useForkedTurns(fork: { dialogueId: number; turn: number; questions: readonly string[] }) {
  const client = useClient();
  const { dialogueId, turn, questions } = fork;
  return useQuery({
    queryKey: ["forked-turns", dialogueId, turn, questions],
    queryFn: ({ signal }) =>
      client.dialogues.ask({ dialogueId, turn, questions: [...questions] }, { signal }),
    enabled: questions.length > 0,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
