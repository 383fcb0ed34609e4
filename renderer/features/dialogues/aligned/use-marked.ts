import { useState } from "react";
import type { DialogueHead } from "#shared/contract/dialogues.ts";
import { notify } from "../../../ui/toasts.tsx";

/** So many dialogues stand side by side at most. */
const most = 8;

/** The dialogues that a person has marked to see them side by side: all about one task, of whichever runs. */
export interface Marked {
  ids: readonly number[];
  /** Marks a dialogue, or takes its mark away; one about another task begins anew. */
  toggle(head: Pick<DialogueHead, "dialogueId" | "taskId">): void;
  /** Marks these instead, the first eight of them. */
  choose(heads: readonly Pick<DialogueHead, "dialogueId" | "taskId">[]): void;
}

export function useMarked(): Marked {
  const [{ taskId, ids }, setMarked] = useState<{ taskId: number | null; ids: readonly number[] }>({
    taskId: null,
    ids: [],
  });
  return {
    ids,
    toggle({ dialogueId, taskId: task }) {
      if (task !== taskId) setMarked({ taskId: task, ids: [dialogueId] });
      else if (ids.includes(dialogueId)) setMarked({ taskId, ids: ids.filter((id) => id !== dialogueId) });
      else if (ids.length < most) setMarked({ taskId, ids: [...ids, dialogueId] });
      else notify({ title: `${most} dialogues are marked already. Take one out first.` });
    },
    choose(heads) {
      const [first] = heads;
      const chosen = heads.slice(0, most).map(({ dialogueId }) => dialogueId);
      setMarked({ taskId: first?.taskId ?? null, ids: chosen });
    },
  };
}

/** What stands side by side: what is marked, or with fewer than two marks the dialogues with turns about the task on screen, the one on screen first. */
export function comparedIds(
  { ids }: Marked,
  heads: readonly DialogueHead[],
  dialogueId: number | null,
): readonly number[] {
  if (ids.length > 1) return ids;
  const own = heads.find((head) => head.dialogueId === (ids[0] ?? dialogueId));
  const others = heads.filter((head) => head.taskId === own?.taskId && head.turns > 0 && head !== own);
  return [own, ...others].flatMap((head) => head?.dialogueId ?? []).slice(0, most);
}
