import { Columns3 } from "lucide-react";
import type { DialogueHead } from "#shared/contract/dialogues.ts";
import { countText } from "../../../ui/time-text.ts";
import { endWords } from "../dialogue-words.ts";
import { OutcomeSigns } from "../outcome-signs.tsx";

interface DialogueRowProps {
  head: DialogueHead | undefined;
  isSweep: boolean;
  /** It is to stand side by side with others. */
  isMarked: boolean;
}

/** A dialogue in the list: how both phases ended, its task and reward, its system and how many turns it took. */
export function DialogueRow({ head, isSweep, isMarked }: DialogueRowProps) {
  if (head === undefined) return null;
  const { instanceId, system, patience, trial, end, reward, turns } = head;
  const isApart = end === null || end === "infrastructure" || end === "not-judged";
  return (
    <div className="flex h-full items-center gap-2 border-b px-3">
      <OutcomeSigns outcome={head} />
      <div className="min-w-0 flex-1">
        <div className="flex gap-2">
          <span className="min-w-0 flex-1 truncate">{instanceId}</span>
          {isMarked && <Columns3 size={13} className="shrink-0 text-accent" aria-label="marked" />}
          {!isApart && (
            <span className="shrink-0" title="reward, from 0 to 1">
              {reward.toFixed(2)}
            </span>
          )}
        </div>
        <div className="flex gap-2 text-sm text-muted">
          <span className="min-w-0 flex-1 truncate">
            {system}
            {isSweep && ` · patience ${patience}`}
            {trial > 0 && ` · trial ${trial + 1}`}
          </span>
          <span className="shrink-0">
            {end === null
              ? head.isWaiting
                ? "your turn"
                : "not played yet"
              : isApart
                ? endWords[end].title
                : countText(turns, "turn")}
          </span>
        </div>
      </div>
    </div>
  );
}
