import { ArrowUpRight, ChevronDown, ChevronUp, GitFork, Pause, Play } from "lucide-react";
import type { RefObject } from "react";
import type { DialogueView, ShownDialogue } from "#shared/contract/dialogues.ts";
import { Chip } from "../../../ui/chip.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { SearchField } from "../../../ui/search-field.tsx";
import { countText } from "../../../ui/time-text.ts";
import { endWords, faultWords, settingsText, spentWords } from "../dialogue-words.ts";
import { OutcomeSigns } from "../outcome-signs.tsx";
import { BudgetMeter } from "./action-chips.tsx";
import type { DialogueSteps } from "./use-dialogue-steps.ts";

interface DialogueBarProps {
  view: DialogueView;
  dialogue: ShownDialogue;
  steps: DialogueSteps;
  onTask(taskId: number): void;
}

/** Whose dialogue about what it is, how it ended, and how much was used up at the turn one stands at. */
export function DialogueBar({ view, dialogue, steps, onTask }: DialogueBarProps) {
  const { system, instanceId, settings, simulator, reward, end, trial, budget, fault } = dialogue;
  const { title, definition, tone } = end === null ? yourTurn : endWords[end];
  const left = steps.turns[steps.current]?.budgetAfter ?? budget.total;
  return (
    <header className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b px-3 py-1.5">
      <OutcomeSigns outcome={dialogue} />
      <h2 className="font-semibold select-text">{system}</h2>
      <button
        type="button"
        onClick={() => onTask(view.taskId)}
        className="inline-flex items-center gap-0.5 text-accent hover:underline"
      >
        {instanceId}
        <ArrowUpRight size={13} aria-label="open the task" />
      </button>
      {!view.isCurrent && (
        <Chip
          tone="warning"
          definition="The task was edited since: what is shown is the revision that was played."
        >
          revision {view.revision}
        </Chip>
      )}
      <span className="text-sm text-muted">
        {settingsText(settings)} · simulator {simulator}
        {trial > 0 && ` · trial ${trial + 1}`}
      </span>
      <span className="flex-1" />
      <Chip tone={tone} definition={definition}>
        {title}
      </Chip>
      {fault !== null && fault.fault !== null && (
        <Chip definition={fault.reason}>{faultWords[fault.fault]}</Chip>
      )}
      <span className="shrink-0 text-sm" title="What the dialogue earned, from 0 to 1">
        reward <span className="font-medium">{reward.toFixed(2)}</span>
      </span>
      <BudgetMeter noun={spentWords[settings.protocol].many} total={budget.total} left={left} />
    </header>
  );
}

const yourTurn = {
  title: "your turn",
  definition: "A person takes part in this dialogue, and it waits for what they type.",
  tone: "changed",
} as const;

interface StepToolsProps {
  steps: DialogueSteps;
  searchField: RefObject<HTMLInputElement | null>;
}

/** Step through, replay, search, fork. */
export function StepTools({ steps, searchField }: StepToolsProps) {
  const { current, turns, setCurrent, isReplaying, toggleReplay, forkedAt } = steps;
  return (
    <div className="flex h-9 shrink-0 items-center gap-0.5 border-b bg-panel px-2">
      <IconButton
        size="sm"
        icon={ChevronUp}
        label="Previous turn"
        keys="ArrowUp"
        disabled={current < 0}
        onClick={() => setCurrent(current - 1)}
      />
      <IconButton
        size="sm"
        icon={ChevronDown}
        label="Next turn"
        keys="ArrowDown"
        disabled={current >= turns.length - 1}
        onClick={() => setCurrent(current + 1)}
      />
      <span className="min-w-24 px-1 text-sm whitespace-nowrap text-muted">
        {current < 0 ? `before ${countText(turns.length, "turn")}` : `turn ${current + 1} of ${turns.length}`}
      </span>
      <IconButton
        size="sm"
        icon={isReplaying ? Pause : Play}
        label={isReplaying ? "Pause the replay" : "Replay"}
        keys="p"
        disabled={turns.length === 0}
        onClick={toggleReplay}
      />
      <IconButton
        size="sm"
        icon={GitFork}
        label="Fork: ask the simulator after this turn"
        keys="f"
        pressed={forkedAt !== null}
        onClick={forkedAt === null ? steps.fork : steps.leaveFork}
      />
      <span className="flex-1" />
      <TranscriptSearch steps={steps} searchField={searchField} />
    </div>
  );
}

/** The search, and in how many turns it found something. */
function TranscriptSearch({ steps, searchField }: StepToolsProps) {
  const { current, wanted, setWanted, found, isSearching } = steps;
  const place = found.indexOf(current);
  return (
    <>
      {wanted.trim() !== "" && (
        <span role="status" className="px-1 text-sm text-muted">
          {found.length === 0
            ? isSearching
              ? "searching"
              : "not found"
            : `${place < 0 ? "" : `${place + 1} of `}${countText(found.length, "turn", "turns")}`}
        </span>
      )}
      <SearchField
        ref={searchField}
        label="Search in the transcript"
        placeholder="Search"
        keys="mod+f"
        value={wanted}
        onChange={setWanted}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          steps.stepFound(event.shiftKey ? -1 : 1);
        }}
        className="w-44"
      />
    </>
  );
}
