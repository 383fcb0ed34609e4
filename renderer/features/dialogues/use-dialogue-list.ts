import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { DialogueHead, StoredRun } from "#shared/contract/dialogues.ts";
import { lastInList } from "#shared/settings/view-state.ts";
import { useDialogue, useDialogueHeads, useDialogueRuns } from "../../data/dialogues.ts";
import { useViewState } from "../../data/view-state.ts";
import { type ListPosition, useListFilter, useListPosition } from "../../ui/use-list-position.ts";
import { shownRunState } from "./dialogues-view.ts";
import { type DialogueFilter, matchingDialogues } from "./list/dialogue-filter.ts";

/** The runs of a project, the dialogues of one of them as filtered, and the dialogue on screen. */
export interface DialogueList extends Omit<ListPosition, "id"> {
  /** Undefined while they are read. */
  runs: StoredRun[] | undefined;
  run: StoredRun | null;
  chooseRun(runId: number): void;
  /** All dialogues of the run, and those that pass the filter. */
  heads: readonly DialogueHead[];
  shown: readonly DialogueHead[];
  dialogueId: number | null;
  filter: DialogueFilter;
  setFilter(filter: DialogueFilter): void;
}

const noHeads: DialogueHead[] = [];

/** Walks the dialogues of a run; the address names the one on screen, and so its run. */
export function useDialogueList(
  projectId: number,
  asked: number | null,
  onDialogue: (dialogueId: number) => void,
): DialogueList {
  const { data: runs, error: runsError } = useDialogueRuns(projectId);
  const { runId, chooseRun, onPosition } = useRunOfAddress(projectId, asked, onDialogue, runs);
  const run = runs?.find((one) => one.runId === runId) ?? null;
  const answer = useDialogueHeads(projectId, run === null ? null : run.runId);
  const heads = answer.data ?? noHeads;
  const { filter, setFilter } = useListFilter<DialogueFilter>();
  const shown = useMemo(() => matchingDialogues(heads, filter), [heads, filter]);
  const ids = useMemo(() => shown.map(({ dialogueId }) => dialogueId), [shown]);
  const { id: dialogueId, ...position } = useListPosition({
    answer: {
      data: ids,
      isPlaceholderData: false,
      isPending: runs === undefined || (run !== null && answer.isPending),
      error: runsError ?? answer.error,
    },
    setFilter,
    asked,
    memoryKey: lastInList("dialogues.dialogue", projectId),
    onPosition,
  });
  // A run that was chosen opens at its first dialogue, which the address then names. Only what has come on screen is written: an
  // address that leads elsewhere is about to be followed, and would be called back without end.
  const named = useRef<number | null>(null);
  useEffect(() => {
    if (dialogueId === named.current) return;
    named.current = dialogueId;
    if (dialogueId !== null && dialogueId !== asked) onPosition(dialogueId);
  }, [dialogueId, asked, onPosition]);
  return { ...position, runs, run, chooseRun, heads, shown, dialogueId, filter, setFilter };
}

/** The run that is shown: that of an address which leads here, then the one that is chosen, else the newest. */
function useRunOfAddress(
  projectId: number,
  asked: number | null,
  onDialogue: (dialogueId: number) => void,
  runs: readonly StoredRun[] | undefined,
) {
  const [remembered, chooseRun] = useViewState(shownRunState(projectId));
  // It may have been deleted since.
  const chosen = runs?.some(({ runId }) => runId === remembered) ? remembered : null;
  /** The dialogue in the address that this screen wrote there, or has followed. */
  const [known, setKnown] = useState<number | null>(null);
  const isFollowing = asked !== null && asked !== known;
  const linked = useDialogue(projectId, asked);
  const linkedRun = linked.data?.dialogueId === asked ? (linked.data?.runId ?? null) : null;
  const isRead = linkedRun !== null || linked.error !== null;
  useEffect(() => {
    if (!isRead) return;
    if (linkedRun !== null && (isFollowing || chosen === null)) chooseRun(linkedRun);
    setKnown(asked);
  }, [isRead, isFollowing, asked, linkedRun, chosen, chooseRun]);
  const onPosition = useCallback(
    (dialogueId: number) => {
      setKnown(dialogueId);
      onDialogue(dialogueId);
    },
    [onDialogue],
  );
  const runId = isFollowing && linked.error === null ? linkedRun : (chosen ?? runs?.[0]?.runId ?? null);
  return { runId, chooseRun, onPosition };
}
