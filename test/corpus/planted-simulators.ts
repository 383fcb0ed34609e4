import { clarificationWords } from "#shared/dialogue/simulator/clarification-words.ts";
import { leaksIn } from "#shared/dialogue/simulator/leaks-in.ts";
import type { DialogueTurn, SimulatorAnswer } from "#shared/domain/dialogue.ts";
import type { Phase } from "#shared/domain/task.ts";
import type { ProvenanceContext } from "#shared/sql/provenance/sources.ts";
import { builtInSimulator } from "../../electron/dialogues/built-in-simulator.ts";
import type { SimulatorOfRun } from "../../electron/dialogues/dialogue-job.ts";

/** What a question was asked about, by whom and after what. */
interface Asked {
  context: ProvenanceContext;
  phase: Phase;
  earlier: readonly DialogueTurn[];
}

/** A user who answers as the built-in one does, but for what `spoil` makes of the answer. */
function spoiling(
  name: string,
  spoil: (answer: SimulatorAnswer, asked: Asked) => Partial<SimulatorAnswer>,
): SimulatorOfRun {
  const user = {
    name,
    async answer(
      context: ProvenanceContext,
      phase: Phase,
      question: string,
      earlier: readonly DialogueTurn[],
    ): Promise<SimulatorAnswer> {
      const right = await builtInSimulator.answer(context, phase, question, earlier);
      const answer = { ...right, ...spoil(right, { context, phase, earlier }) };
      return { ...answer, leaks: leaksIn(context, phase, answer.text, answer.actions) };
    },
  };
  return { name, begin: () => user };
}

/** Says nothing to any question. */
export const silent = spoiling("silent", () => ({ text: "I would rather leave that to you." }));

/** Takes every question for one that it need not answer. */
export const refusing = spoiling("refusing", () => ({
  actions: [{ kind: "UNA", reason: "off-topic" }],
  text: "That has nothing to do with what I want to know.",
}));

/** Says of each ambiguity what settles the next one. */
export const confused = spoiling("confused", ({ actions: [action] }, { context }) => {
  if (action?.kind !== "AMB") return {};
  const ambiguity = (action.ambiguity + 1) % context.task.ambiguities.length;
  return { actions: [{ kind: "AMB", ambiguity }], text: clarificationWords(context, ambiguity) };
});

/** Breaks off after a third of the words. */
export const brief = spoiling("brief", ({ text }) => {
  const words = text.split(" ");
  return { text: `${words.slice(0, Math.floor(words.length / 3)).join(" ")} …` };
});

/** Gives the right words at the first question of a dialogue and nothing later. */
export const tiring = spoiling("tiring", ({ text }, { earlier }) => ({
  text: earlier.some(({ action }) => action.kind === "ask") ? "As I said." : text,
}));

/** Answers the questions about all ambiguities but one, which it gets wrong. */
export const wrongAbout = (ambiguity: number) =>
  spoiling(`wrong about ${ambiguity + 1}`, ({ actions, text }) => ({
    text: actions.some((action) => action.kind === "AMB" && action.ambiguity === ambiguity)
      ? "Whatever you think is usual."
      : text,
  }));

/** Gives the right answer, and behind it the snippet of the next ambiguity. */
export const rambling = spoiling("rambling", ({ actions: [action], text }, { context }) => {
  if (action?.kind !== "AMB") return {};
  const next = context.task.ambiguities[(action.ambiguity + 1) % context.task.ambiguities.length];
  return { text: `${text} By the way: ${next?.sqlSnippet}` };
});

/** Whatever it is asked, it gives away one ambiguity after another in words that settle it, and how the gold begins. */
export const leaking = (order: readonly number[]) =>
  spoiling("leaking", (_, { context, earlier }) => {
    const ambiguity = order[earlier.filter(({ action }) => action.kind === "ask").length] ?? 0;
    const beginning = context.task.goldSql[0]?.slice(0, 80);
    return {
      actions: [{ kind: "UNA", reason: "not-understood" }],
      text: `${clarificationWords(context, ambiguity)} It begins with ${beginning} …`,
    };
  });

/** As `leaking`, without a word of SQL: what it gives away can be seen from its meaning only. */
export const talkative = (order: readonly number[]) =>
  spoiling("talkative", (_, { context, earlier }) => {
    const ambiguity = order[earlier.filter(({ action }) => action.kind === "ask").length] ?? 0;
    return {
      actions: [{ kind: "UNA", reason: "not-understood" }],
      text: clarificationWords(context, ambiguity),
    };
  });
