import { useCallback, useEffect, useState } from "react";
import type { DialogueView, TurnReading } from "#shared/contract/dialogues.ts";
import { turnsWith } from "#shared/dialogue/turns-with.ts";
import type { ShownTurn } from "#shared/domain/dialogue.ts";
import { useForkedTurns, useTurnsWith } from "../../../data/dialogues.ts";
import { type Command, useCommands } from "../../../ui/commands.ts";

/** How long a turn stands there while a dialogue is replayed, in milliseconds. */
const replayMs = 1_200;

/** A dialogue as one walks through it: its turns (those of a fork behind them), the one that one stands at, the search. */
export interface DialogueSteps {
  turns: readonly ShownTurn[];
  readings: readonly TurnReading[];
  /** Place among the turns; -1: before the first. */
  current: number;
  setCurrent(at: number): void;
  isReplaying: boolean;
  toggleReplay(): void;
  wanted: string;
  setWanted(text: string): void;
  /** Places of the turns that hold what is searched for. */
  found: readonly number[];
  /** Whether turns whose observations are only begun here are still looked through. */
  isSearching: boolean;
  stepFound(step: 1 | -1): void;
  /** The turn behind which a person asks; null where nobody does. */
  forkedAt: number | null;
  fork(): void;
  leaveFork(): void;
  ask(question: string): void;
  asking: boolean;
  askError: unknown;
}

interface Fork {
  turn: number;
  questions: readonly string[];
}

const noTurns: ShownTurn[] = [];

/** Begins at the end of the dialogue: the whole of it has happened. */
// Longer than a function should be: one state of the walk, which the transcript, the bar and the commands share.
export function useDialogueSteps(view: DialogueView, projectId: number): DialogueSteps {
  const own = view.dialogue?.turns ?? noTurns;
  const [{ at, isReplaying, wanted, fork }, walk] = useWalk(view.dialogueId);
  const questions = fork?.questions ?? [];
  const answer = useForkedTurns({ dialogueId: view.dialogueId, turn: fork?.turn ?? 0, questions });
  const forked = fork !== null && questions.length > 0 ? answer.data : undefined;
  const kept = fork === null ? own.length : fork.turn;
  const turns: readonly ShownTurn[] = forked ? [...own.slice(0, kept), ...forked.turns] : own.slice(0, kept);
  const readings = forked
    ? [...view.readings.slice(0, kept), ...forked.readings]
    : view.readings.slice(0, kept);
  const last = turns.length - 1;
  const current = at === null ? last : Math.min(at, last);
  const { found, isSearching } = useFound({ projectId, dialogueId: view.dialogueId }, turns, wanted);

  useEffect(() => {
    if (!isReplaying) return;
    const next = current < last ? { at: current + 1 } : { isReplaying: false };
    const timer = setTimeout(() => walk(next), replayMs);
    return () => clearTimeout(timer);
  }, [isReplaying, current, last, walk]);

  return {
    ...{ turns, readings, current, isReplaying, wanted, found, isSearching },
    setWanted: (text) => walk({ wanted: text }),
    setCurrent: (next) => walk({ isReplaying: false, at: Math.max(-1, Math.min(next, last)) }),
    toggleReplay: () =>
      walk({ isReplaying: !isReplaying, ...(!isReplaying && current >= last && { at: -1 }) }),
    stepFound(step) {
      const next =
        step === 1
          ? (found.find((place) => place > current) ?? found[0])
          : (found.findLast((place) => place < current) ?? found.at(-1));
      if (next !== undefined) walk({ at: next });
    },
    forkedAt: fork?.turn ?? null,
    fork: () =>
      walk({
        isReplaying: false,
        fork: { turn: Math.min(current + 1, own.length), questions: [] },
        at: null,
      }),
    leaveFork: () => walk({ at: fork === null ? null : fork.turn - 1, fork: null }),
    ask: (question) =>
      walk({ fork: fork && { ...fork, questions: [...fork.questions, question] }, at: null }),
    asking: answer.isFetching,
    askError: answer.error,
  };
}

/** Where a text stands: in what is here at once, and in the rest of long observations as soon as the back end has looked. */
function useFound(
  { projectId, dialogueId }: { projectId: number; dialogueId: number },
  turns: readonly ShownTurn[],
  wanted: string,
): Pick<DialogueSteps, "found" | "isSearching"> {
  const isBegunOnly = turns.some(({ rest }) => rest !== undefined);
  const answer = useTurnsWith(projectId, dialogueId, isBegunOnly ? wanted.trim() : "");
  const here = turnsWith(turns, wanted);
  const behind = new Set(answer.data);
  if (behind.size === 0) return { found: here, isSearching: answer.isLoading };
  const known = new Set(here);
  const found = turns.flatMap(({ turn, rest }, at) =>
    known.has(at) || (rest !== undefined && behind.has(turn)) ? [at] : [],
  );
  return { found, isSearching: false };
}

/** How one walks through a dialogue; `at` null: at its end. */
interface Walk {
  at: number | null;
  isReplaying: boolean;
  wanted: string;
  fork: Fork | null;
}

const atTheEnd = { at: null, isReplaying: false, fork: null };

/** The walk through the dialogue on screen: another one begins at its end, with the same search. */
function useWalk(dialogueId: number): [Walk, (change: Partial<Walk>) => void] {
  const [kept, setKept] = useState({ dialogueId, walk: { ...atTheEnd, wanted: "" } as Walk });
  const change = useCallback(
    (part: Partial<Walk>) =>
      setKept((before) => ({
        dialogueId,
        walk: { ...before.walk, ...(before.dialogueId === dialogueId ? {} : atTheEnd), ...part },
      })),
    [dialogueId],
  );
  return [kept.dialogueId === dialogueId ? kept.walk : { ...kept.walk, ...atTheEnd }, change];
}

/** The ways through a dialogue by key and palette. */
export function useDialogueCommands(steps: DialogueSteps, focusSearch: () => void): void {
  const { current, turns, setCurrent, isReplaying, toggleReplay, forkedAt, fork, leaveFork } = steps;
  const at = (id: string, title: string, keys: string[], run: () => void, enabled = true): Command => ({
    ...{ id: `dialogue.${id}`, title, keys, run, enabled },
  });
  useCommands("Dialogue", [
    at("next-turn", "Next turn", ["ArrowDown", "l"], () => setCurrent(current + 1)),
    at("previous-turn", "Previous turn", ["ArrowUp", "h"], () => setCurrent(current - 1)),
    at("first-turn", "To the beginning of the dialogue", ["Home"], () => setCurrent(-1)),
    at("last-turn", "To the end of the dialogue", ["End"], () => setCurrent(turns.length - 1)),
    at("replay", isReplaying ? "Pause the replay" : "Replay the dialogue", ["p"], toggleReplay),
    at("search", "Search in the transcript", ["mod+f"], focusSearch),
    at("next-found", "Next turn that holds the search", ["n"], () => steps.stepFound(1)),
    at("previous-found", "Previous turn that holds the search", ["shift+n"], () => steps.stepFound(-1)),
    at("fork", "Fork: ask the simulator after this turn", ["f"], fork, forkedAt === null),
    at("leave-fork", "Leave the fork", ["Escape"], leaveFork, forkedAt !== null),
  ]);
}
