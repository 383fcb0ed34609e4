import { useRemoveRun, useResumeRun, useRunText } from "../../data/dialogues.ts";
import { useIfMay } from "../../data/members.ts";
import { abilities } from "../../host/abilities.ts";
import { notify } from "../../ui/toasts.tsx";

type RunFile = "jsonl" | "html" | "recording";

/** What can be done with a run; null is what this person may not do. */
export interface RunActions {
  play(): void;
  resume(runId: number): void;
  remove: ((runId: number) => void) | null;
  /** Saves its dialogues, or one of them: the lines of a file of dialogues, or one page with figures and transcripts; or its calls to language models. */
  save: ((runId: number, dialogueId: number | null, format: RunFile) => void) | null;
}

/** What can be done with a run, and why the last of it failed. */
export function useRunActions(
  projectId: number,
  play: () => void,
): { actions: RunActions; failure: unknown } {
  const resume = useResumeRun();
  const remove = useRemoveRun(projectId);
  const text = useRunText();
  const ifMay = useIfMay(projectId);
  const save = async (runId: number, dialogueId: number | null, format: RunFile): Promise<void> => {
    const file = await text.mutateAsync({ runId, dialogueId, format });
    const saved = await abilities.saveText(file.fileName, file.text);
    if (saved !== null) notify({ kind: "done", title: "Exported", description: saved });
  };
  return {
    actions: {
      play,
      resume: (runId) => resume.mutate(runId),
      remove: ifMay("dialogues", "remove", (runId) => remove.mutate(runId)),
      // What went wrong stands in `failure`.
      save: ifMay("dialogues", "exportToText", (...what) => void save(...what).catch(() => undefined)),
    },
    failure: resume.error ?? remove.error ?? text.error,
  };
}
