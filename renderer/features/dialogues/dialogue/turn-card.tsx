import { CornerDownRight, Info } from "lucide-react";
import { useState } from "react";
import type { DialogueView } from "#shared/contract/dialogues.ts";
import { actionText } from "#shared/dialogue/action-text.ts";
import type { DialogueTurn } from "#shared/domain/dialogue.ts";
import { PassedSign } from "../../../results/passed-sign.tsx";
import { Button } from "../../../ui/button.tsx";
import { Chip } from "../../../ui/chip.tsx";
import { classes } from "../../../ui/classes.ts";
import { countText } from "../../../ui/time-text.ts";
import { amountText, SimulatorActionChip, SystemActionChip } from "./action-chips.tsx";
import { HighlightedText } from "./highlighted-text.tsx";
import { sqlOfTurn } from "./turn-texts.ts";

interface TurnCardProps {
  turn: DialogueTurn;
  task: DialogueView["task"];
  /** "turns" or "coins". */
  spent: { one: string; many: string };
  isCurrent: boolean;
  /** It lies behind the turn that one stands at. */
  isLater: boolean;
  /** What is searched for. */
  wanted: string;
  onChoose(): void;
}

/** One turn: what the system did and what it cost, and what it was answered. */
export function TurnCard({ turn, task, spent, isCurrent, isLater, wanted, onChoose }: TurnCardProps) {
  const sql = sqlOfTurn(turn);
  const text = actionText(turn.action);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the arrow keys step through the turns.
    // biome-ignore lint/a11y/noStaticElementInteractions: see above.
    <div
      onClick={onChoose}
      className={classes(
        "relative flex gap-3 border-b py-2.5 pr-4 pl-3 select-text",
        isCurrent
          ? "bg-selected/50 before:absolute before:inset-y-0 before:left-0 before:w-0.5 before:bg-accent"
          : "hover:bg-hover/50",
      )}
    >
      <span className={classes("w-7 shrink-0 text-right", isLater ? "text-faint" : "font-medium")}>
        {turn.turn}
      </span>
      <div className={classes("flex min-w-0 flex-1 flex-col gap-1.5", isLater && "text-muted")}>
        <div className="flex min-w-0 items-center gap-2">
          <SystemActionChip turn={turn} />
          {turn.refused && (
            <Chip tone="warning" definition="The protocol did not allow this action; the answer says why.">
              refused
            </Chip>
          )}
          {turn.passed !== null && <PassedSign passed={turn.passed} />}
          {turn.reward > 0 && <span className="text-sm text-added">+{turn.reward.toFixed(2)}</span>}
          <span className="flex-1" />
          <CostText cost={turn.cost} spent={spent} />
        </div>
        {sql === null ? (
          text !== "" && (
            <p className="break-words whitespace-pre-wrap">
              <HighlightedText text={text} wanted={wanted} />
            </p>
          )
        ) : (
          <LongText text={sql} lines={6} wanted={wanted} mono />
        )}
        <Answer turn={turn} task={task} wanted={wanted} />
      </div>
    </div>
  );
}

function CostText({ cost, spent }: { cost: number; spent: TurnCardProps["spent"] }) {
  if (cost === 0) return <span className="shrink-0 text-sm text-faint">free</span>;
  return (
    <span className="shrink-0 text-sm text-muted">
      −{amountText(cost)} {cost === 1 ? spent.one : spent.many}
    </span>
  );
}

/** The user's words, or what the environment answered. */
function Answer({ turn, task, wanted }: Pick<TurnCardProps, "turn" | "task" | "wanted">) {
  const { answer, observation } = turn;
  return (
    <div className="flex gap-2">
      <CornerDownRight size={14} className="mt-0.75 shrink-0 text-faint" aria-label="answer" />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        {answer !== null && (
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            {answer.actions.map((action, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the actions stand in the order of the questions.
              <SimulatorActionChip key={at} action={action} task={task} />
            ))}
          </div>
        )}
        {observation !== "" && (
          <LongText text={observation} lines={8} wanted={wanted} mono={turn.action.kind === "execute"} />
        )}
        {answer?.contradictions?.map(({ words, sql, turn: other }) => (
          <p key={`${words} ${sql} ${other}`} className="flex items-center gap-1 text-sm text-error">
            <Info size={12} aria-hidden /> contradicts {other === null ? "the gold" : `turn ${other}`}: “
            {words}” for <code>{sql}</code>
          </p>
        ))}
        {answer?.leaks.map(({ words, of }) => (
          <p key={`${of} ${words}`} className="flex items-center gap-1 text-sm text-error">
            <Info size={12} aria-hidden /> leaks the {of.replace("-", " ")}: {words}
          </p>
        ))}
      </div>
    </div>
  );
}

interface LongTextProps {
  text: string;
  /** So many of its lines stand there at first. */
  lines: number;
  wanted: string;
  mono?: boolean;
}

/** A text of any length, folded; a fold that hides what is searched for is open. */
function LongText({ text, lines, wanted, mono = false }: LongTextProps) {
  const [isOpen, setOpen] = useState(false);
  const all = text.split("\n");
  const hidden = all.slice(lines).join("\n");
  const isFound = wanted !== "" && hidden.toLowerCase().includes(wanted.toLowerCase());
  const isWhole = isOpen || isFound || all.length <= lines + 1;
  return (
    <div className="min-w-0">
      <p
        className={classes(
          "break-words whitespace-pre-wrap",
          mono && "rounded-sm bg-sunken px-2 py-1 font-mono text-sm",
        )}
      >
        <HighlightedText text={isWhole ? text : all.slice(0, lines).join("\n")} wanted={wanted} />
      </p>
      {all.length > lines + 1 && !isFound && (
        <Button size="sm" variant="quiet" className="mt-0.5 -ml-2" onClick={() => setOpen(!isOpen)}>
          {isOpen ? "Show less" : `Show ${countText(all.length - lines, "more line", "more lines")}`}
        </Button>
      )}
    </div>
  );
}
