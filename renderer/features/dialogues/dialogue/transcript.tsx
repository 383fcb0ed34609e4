import { useVirtualizer, type Virtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useEffect, useRef } from "react";
import type { DialogueView, ShownDialogue } from "#shared/contract/dialogues.ts";
import type { ShownTurn } from "#shared/domain/dialogue.ts";
import type { Phase } from "#shared/domain/task.ts";
import { Chip } from "../../../ui/chip.tsx";
import { endWords, spentWords } from "../dialogue-words.ts";
import { TurnCard } from "./turn-card.tsx";

interface TranscriptProps {
  view: DialogueView;
  dialogue: ShownDialogue;
  turns: readonly ShownTurn[];
  /** Place of the turn one stands at; -1: before the first. */
  current: number;
  onCurrent(at: number): void;
  wanted: string;
  /** Places of the turns that hold it. */
  found: readonly number[];
  /** The turn behind which a person asks; null where nobody does: then the end stands at the end. */
  forkedAt: number | null;
}

type Entry =
  | { kind: "question"; phase: Phase; text: string }
  | { kind: "turn"; at: number; turn: ShownTurn }
  | { kind: "fork"; turn: number }
  | { kind: "end" };

/** What was said, turn by turn, with the question of each phase; only what is in sight is drawn. */
export function Transcript(props: TranscriptProps) {
  const { view, dialogue, turns, current, onCurrent, wanted, found, forkedAt } = props;
  const entries = entriesOf(view.task, turns, forkedAt);
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: entries.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 112,
    overscan: 4,
    useFlushSync: false,
  });
  const index = entries.findIndex((entry) => entry.kind === "turn" && entry.at === current);
  useInView(virtual, index, current);
  const draw = (entry: Entry): ReactNode => {
    if (entry.kind === "question") return <PhaseQuestion {...entry} />;
    if (entry.kind === "fork") return <ForkLine turn={entry.turn} />;
    if (entry.kind === "end") return <EndLine dialogue={dialogue} />;
    return (
      <TurnCard
        turn={entry.turn}
        view={view}
        spent={spentWords[dialogue.settings.protocol]}
        isCurrent={entry.at === current}
        isLater={entry.at > current}
        wanted={wanted}
        isFound={found.includes(entry.at)}
        onChoose={() => onCurrent(entry.at)}
      />
    );
  };
  return (
    <section
      ref={scroller}
      aria-label="Transcript"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by the keyboard.
      tabIndex={0}
      className="min-h-0 flex-1 overflow-auto contain-strict"
    >
      <ol className="relative w-full" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) => {
          const entry = entries[item.index];
          return (
            <li
              key={item.key}
              ref={virtual.measureElement}
              data-index={item.index}
              aria-current={item.index === index ? "step" : undefined}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${item.start}px)` }}
            >
              {entry && draw(entry)}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

/** Keeps the turn one stands at in view; before the first that is the question. */
function useInView(
  virtual: Pick<Virtualizer<HTMLDivElement, Element>, "scrollToIndex">,
  index: number,
  current: number,
) {
  useEffect(() => {
    if (index >= 0) virtual.scrollToIndex(index, { align: "auto" });
    else if (current < 0) virtual.scrollToIndex(0, { align: "start" });
  }, [index, current, virtual]);
}

function entriesOf(
  { ambiguousQuestion, clearQuestion, followUp }: DialogueView["task"],
  turns: readonly ShownTurn[],
  forkedAt: number | null,
): Entry[] {
  const questions = { 1: ambiguousQuestion ?? clearQuestion ?? "", 2: followUp?.question ?? "" };
  const entries: Entry[] = [{ kind: "question", phase: 1, text: questions[1] }];
  let phase: Phase = 1;
  for (const [at, turn] of turns.entries()) {
    if (turn.phase !== phase)
      entries.push({ kind: "question", phase: turn.phase, text: questions[turn.phase] });
    phase = turn.phase;
    if (at === forkedAt) entries.push({ kind: "fork", turn: at });
    entries.push({ kind: "turn", at, turn });
  }
  if (forkedAt === null) entries.push({ kind: "end" });
  else if (forkedAt >= turns.length) entries.push({ kind: "fork", turn: forkedAt });
  return entries;
}

function PhaseQuestion({ phase, text }: { phase: Phase; text: string }) {
  return (
    <div className="border-b bg-panel px-4 py-2.5 select-text">
      <div className="text-sm font-medium text-muted">
        {phase === 1 ? "Phase 1: the ambiguous question" : "Phase 2: the follow-up"}
      </div>
      <p className="mt-0.5 break-words">{text}</p>
    </div>
  );
}

function ForkLine({ turn }: { turn: number }) {
  return (
    <div className="border-b bg-changed-fill px-4 py-1.5 text-sm text-changed">
      {turn === 0 ? "Forked at the beginning" : `Forked after turn ${turn}`}: you ask, the simulator answers.
      Nothing is stored.
    </div>
  );
}

function EndLine({ dialogue: { end, reason, turns } }: { dialogue: ShownDialogue }) {
  if (end === null)
    return <p className="px-4 py-3 text-muted">It continues below as soon as you have answered.</p>;
  const { title, definition, tone } = endWords[end];
  return (
    <div className="flex items-start gap-2 px-4 py-3 select-text">
      <Chip tone={tone} definition={definition}>
        {title}
      </Chip>
      <p className="min-w-0 break-words text-muted">
        {reason ?? (turns.length === 0 ? "It ended before the first turn." : definition)}
      </p>
    </div>
  );
}
