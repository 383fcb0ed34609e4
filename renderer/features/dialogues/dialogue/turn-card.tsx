import { CornerDownRight, Info } from "lucide-react";
import { useState } from "react";
import type { DialogueView } from "#shared/contract/dialogues.ts";
import { actionText } from "#shared/dialogue/action-text.ts";
import type { ShownTurn } from "#shared/domain/dialogue.ts";
import { useObservation } from "../../../data/dialogues.ts";
import { errorText } from "../../../data/faults.ts";
import { PassedSign } from "../../../results/passed-sign.tsx";
import { Button } from "../../../ui/button.tsx";
import { Chip } from "../../../ui/chip.tsx";
import { classes } from "../../../ui/classes.ts";
import { countText } from "../../../ui/time-text.ts";
import { amountText, SimulatorActionChip, SystemActionChip } from "./action-chips.tsx";
import { sqlOfTurn } from "./turn-texts.ts";

interface TurnCardProps {
  turn: ShownTurn;
  view: DialogueView;
  /** "turns" or "coins". */
  spent: { one: string; many: string };
  isCurrent: boolean;
  /** It lies behind the turn that one stands at. */
  isLater: boolean;
  /** What is searched for. */
  wanted: string;
  /** The turn holds that, perhaps where its observation is only begun. */
  isFound: boolean;
  onChoose(): void;
}

/** One turn: what the system did and what it cost, and what it was answered. */
export function TurnCard(props: TurnCardProps) {
  const { turn, spent, isCurrent, isLater, wanted, onChoose } = props;
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
          <FoldedText text={sql} lines={6} wanted={wanted} mono />
        )}
        <Answer {...props} />
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
function Answer(props: TurnCardProps) {
  const { turn, view } = props;
  const { answer, observation } = turn;
  return (
    <div className="flex gap-2">
      <CornerDownRight size={14} className="mt-0.75 shrink-0 text-faint" aria-label="answer" />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        {answer !== null && (
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            {answer.actions.map((action, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the actions stand in the order of the questions.
              <SimulatorActionChip key={at} action={action} task={view.task} />
            ))}
          </div>
        )}
        {observation !== "" && <Observation {...props} />}
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

/** What was answered; of what is only begun here the rest is fetched when it is opened, or holds what is searched for. */
function Observation({ turn, view, wanted, isFound }: TurnCardProps) {
  const [isOpen, setOpen] = useState(false);
  const isSought = wanted.trim() !== "" && isFound;
  const { data, isFetching, error } = useObservation(view.dialogueId, turn, isOpen || isSought);
  const { observation, rest } = turn;
  const isWhole = rest === undefined || data !== undefined;
  return (
    <>
      <LongText
        text={isWhole ? (data?.text ?? observation) : observation}
        rest={isWhole ? undefined : rest}
        lines={8}
        wanted={wanted}
        mono={turn.action.kind === "execute"}
        isOpen={isOpen}
        isBusy={isFetching}
        onOpen={setOpen}
      />
      {error !== null && <p className="text-sm text-error">{errorText(error)}</p>}
    </>
  );
}

interface FoldedTextProps {
  text: string;
  /** So many of its lines stand there at first. */
  lines: number;
  wanted: string;
  mono?: boolean;
}

function FoldedText(props: FoldedTextProps) {
  const [isOpen, setOpen] = useState(false);
  return <LongText {...props} rest={undefined} isOpen={isOpen} isBusy={false} onOpen={setOpen} />;
}

interface LongTextProps extends FoldedTextProps {
  /** What stands behind the text and is not here. */
  rest: ShownTurn["rest"];
  isOpen: boolean;
  isBusy: boolean;
  onOpen(isOpen: boolean): void;
}

/** A text of any length, folded; a fold that hides what is searched for is open. */
function LongText({ text, rest, lines, wanted, mono = false, isOpen, isBusy, onOpen }: LongTextProps) {
  const all = text.split("\n");
  const hidden = all.slice(lines).join("\n");
  const isFound = wanted !== "" && hidden.toLowerCase().includes(wanted.toLowerCase());
  const isShort = all.length <= lines + 1;
  const isWhole = isOpen || isFound || isShort;
  return (
    <div className="min-w-0">
      <p
        className={classes(
          "break-words whitespace-pre-wrap",
          mono && "rounded-sm bg-sunken px-2 py-1 font-mono text-sm",
        )}
      >
        <HighlightedText text={isWhole ? text : all.slice(0, lines).join("\n")} wanted={wanted} />
        {rest !== undefined && isWhole && "…"}
      </p>
      {(rest !== undefined || (!isShort && !isFound)) && (
        <Button
          size="sm"
          variant="quiet"
          className="mt-0.5 -ml-2"
          busy={isBusy}
          onClick={() => onOpen(!isOpen)}
        >
          {isOpen ? "Show less" : moreText(isWhole ? 0 : all.length - lines, rest)}
        </Button>
      )}
    </div>
  );
}

function moreText(hiddenLines: number, rest: ShownTurn["rest"]): string {
  const lines = hiddenLines + (rest?.lines ?? 0);
  if (lines === 0) return `Show ${countText(rest?.characters ?? 0, "more character", "more characters")}`;
  return `Show ${countText(lines, "more line", "more lines")}`;
}

/** A text in which what is searched for is marked. */
function HighlightedText({ text, wanted }: { text: string; wanted: string }) {
  const needle = wanted.trim().toLowerCase();
  if (needle === "") return text;
  const pieces: { from: number; text: string; isFound: boolean }[] = [];
  const low = text.toLowerCase();
  let at = 0;
  for (let found = low.indexOf(needle); found >= 0; found = low.indexOf(needle, at)) {
    if (found > at) pieces.push({ from: at, text: text.slice(at, found), isFound: false });
    at = found + needle.length;
    pieces.push({ from: found, text: text.slice(found, at), isFound: true });
  }
  pieces.push({ from: at, text: text.slice(at), isFound: false });
  return pieces.map((piece) =>
    piece.isFound ? (
      <mark key={piece.from} className="rounded-sm bg-marker text-ink">
        {piece.text}
      </mark>
    ) : (
      piece.text
    ),
  );
}
