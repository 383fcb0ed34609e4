import type { Contradiction, DialogueTurn, SimulatorAction } from "../../domain/dialogue.ts";
import type { TextRange } from "../../domain/finding.ts";
import type { Phase } from "../../domain/task.ts";
import type { ProvenanceContext } from "../../sql/provenance/sources.ts";
import { type GoldPart, snippetPart } from "./clarification-words.ts";
import { otherwiseSaid } from "./otherwise-said.ts";
import { saidParts } from "./said-parts.ts";
import { saidText } from "./said-text.ts";

/** The words and actions of an answer. */
interface Answered {
  actions: readonly SimulatorAction[];
  text: string;
}

/**
 * Where an answer says a part of the gold otherwise than the gold has it, or than an earlier answer of the phase said it: another
 * number, direction or comparison. Found by the word check, whoever answered; what an answer only leaves out is no contradiction.
 */
export function contradictionsIn(
  context: ProvenanceContext,
  phase: Phase,
  answer: Answered,
  earlier: readonly DialogueTurn[],
): Contradiction[] {
  const before = earlier.flatMap((turn) =>
    turn.phase === phase && turn.answer !== null ? [{ turn: turn.turn, answer: turn.answer }] : [],
  );
  const parts = partsOf(context, phase, answer.actions);
  return parts.flatMap((part) => {
    const now = statements(context, phase, part, answer, parts.length > 1);
    const gold = now.flatMap(({ otherwise, sql }): Contradiction[] =>
      otherwise === null ? [] : [{ words: otherwise, sql, turn: null }],
    );
    return [...gold, ...earlierThan(context, phase, part, now, before)];
  });
}

/** What an answer says of one part of the gold. */
interface Statement {
  range: TextRange;
  sql: string;
  isSaid: boolean;
  /** The words that say it; null where none do. */
  words: string | null;
  /** The words that say it otherwise; null where none do. */
  otherwise: string | null;
}

function earlierThan(
  context: ProvenanceContext,
  phase: Phase,
  part: GoldPart,
  now: readonly Statement[],
  before: readonly { turn: number; answer: Answered }[],
): Contradiction[] {
  const found: Contradiction[] = [];
  for (const { turn, answer } of before) {
    const told = partsOf(context, phase, answer.actions);
    if (!told.some((other) => isSamePart(other, part))) continue;
    const then = statements(context, phase, part, answer, told.length > 1);
    for (const [at, { otherwise, isSaid, words, sql }] of now.entries()) {
      const old = then[at];
      const isTurned =
        (otherwise !== null && old?.isSaid) || (isSaid && old !== undefined && old.otherwise !== null);
      const isOther =
        otherwise !== null &&
        old?.otherwise != null &&
        old.otherwise.toLowerCase() !== otherwise.toLowerCase();
      if (isTurned || isOther) found.push({ words: otherwise ?? words ?? sql, sql, turn });
    }
  }
  return found;
}

/** The stretches of the gold that actions speak of; a refusal speaks of none. */
function partsOf(context: ProvenanceContext, phase: Phase, actions: readonly SimulatorAction[]): GoldPart[] {
  return actions.flatMap((action): GoldPart[] => {
    if (action.kind === "LOC") return [{ statement: action.statement, range: action.range }];
    const part = action.kind === "AMB" && phase === 1 ? snippetPart(context, action.ambiguity) : null;
    return part === null ? [] : [part];
  });
}

function isSamePart(one: GoldPart, other: GoldPart): boolean {
  return (
    one.statement === other.statement && one.range.from < other.range.to && other.range.from < one.range.to
  );
}

function statements(
  context: ProvenanceContext,
  phase: Phase,
  part: GoldPart,
  { actions, text }: Answered,
  isShared: boolean,
): Statement[] {
  const sql = context.gold[phase][part.statement]?.sql ?? "";
  // What the words say of the answer's other parts is nothing that they say of this one.
  const others = isShared
    ? partsOf(context, phase, actions).flatMap((one) => saidParts(context, phase, one, text))
    : [];
  const own = saidParts(context, phase, part, text);
  // Two mentions of a number that the part has once are no other number.
  const values = new Set(own.map(({ range }) => Number(sql.slice(range.from, range.to))));
  const whole = saidText(text);
  const said = { ...whole, numbers: whole.numbers.filter(({ value }) => !values.has(value)) };
  // One sentence that says all of it is about it, whatever the others say.
  const isWhole =
    isShared &&
    sentencesOf(text).some((one) => saidParts(context, phase, part, one).every(({ isSaid }) => isSaid));
  const claimed = [...own, ...others];
  return own.map((one) => {
    const written = sql.slice(one.range.from, one.range.to);
    const isSaid = one.isSaid || isWhole;
    return {
      range: one.range,
      sql: written,
      isSaid,
      words: one.words,
      otherwise: isSaid ? null : otherwiseSaid(one.kind, written, said, claimed),
    };
  });
}

function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?;])\s+/);
}
