import type { Ambiguity, ambiguityKinds } from "../../domain/ambiguity.ts";
import { type Random, randomOf } from "../seed.ts";
import type { BuiltInSystemName } from "./system-name.ts";

/** A question of a built-in system, and the ambiguity (0-based) that it takes the answer to be about. */
export interface AboutAmbiguity {
  ambiguity: number;
  question: string;
}

/** The order in which what matters most is asked first. */
const byWeight = [
  "critical",
  "knowledge",
  "non-critical",
  "environmental",
] satisfies (typeof ambiguityKinds)[number][];

/** What a built-in system asks in phase 1, in order; `over-asks` never ends. */
export function* questionsOf(
  name: BuiltInSystemName,
  ambiguities: readonly Ambiguity[],
  seed: number,
): Generator<AboutAmbiguity> {
  const order = byWeight.flatMap((kind) =>
    [...ambiguities.keys()].filter((at) => ambiguities[at]?.kind === kind),
  );
  const about = (ambiguity: number) => ({
    ambiguity,
    question: plainQuestion(ambiguities[ambiguity] as Ambiguity),
  });
  if (name.kind === "asks-everything") yield* order.map(about);
  else if (name.kind === "asks-all-but-one")
    yield* order.filter((ambiguity) => ambiguity !== name.ambiguity).map(about);
  else if (name.kind === "asks-badly") yield* badly(order, randomOf(seed));
  else if (name.kind === "asks-at-random") yield* atRandom(order, ambiguities, randomOf(seed));
  else if (name.kind === "over-asks" && order.length > 0) for (;;) yield* order.map(about);
}

/** Each ambiguity with even chances, in any order, in one of three styles. */
function* atRandom(
  order: readonly number[],
  ambiguities: readonly Ambiguity[],
  random: Random,
): Generator<AboutAmbiguity> {
  const shuffled = order
    .map((ambiguity) => ({ ambiguity, at: random() }))
    .sort((one, other) => one.at - other.at);
  for (const { ambiguity } of shuffled) {
    const asks = random() < 0.5;
    const question = inStyle(ambiguities[ambiguity] as Ambiguity, random());
    if (asks) yield { ambiguity, question };
  }
}

/** As many questions as there are ambiguities, none of which says what it is about, or says something else. */
function* badly(order: readonly number[], random: Random): Generator<AboutAmbiguity> {
  const from = Math.floor(random() * badQuestions.length);
  for (const [at, ambiguity] of order.entries())
    yield { ambiguity, question: badQuestions[(from + at) % badQuestions.length] as string };
}

const badQuestions = [
  "Could you tell me a bit more?",
  "What exactly is it that you would like to see?",
  'What do you mean by "the quarterly budget"?',
  "Is there anything else that I should know?",
  "Which one do you mean?",
  "Can you put that in other words?",
];

function inStyle(ambiguity: Ambiguity, chance: number): string {
  if (chance < 1 / 3) return `${ambiguity.term}?`;
  if (chance < 2 / 3) return plainQuestion(ambiguity);
  return `I have read your question and the description of the data, and before I write any SQL I want to be sure that I have understood you. ${plainQuestion(ambiguity)}`;
}

/** A question that names the term, and asks for what its type leaves open. */
function plainQuestion({ kind, term, type }: Ambiguity): string {
  const ask = byType[type] ?? (kind === "knowledge" ? howDefined : whatMeant);
  return ask(`"${term}"`);
}

const whatMeant = (term: string) => `What do you mean by ${term}?`;
const howDefined = (term: string) => `How is ${term} defined?`;

const byType: Record<string, (term: string) => string> = {
  decimal_ambiguity: (term) => `To how many decimal places do you want ${term}?`,
  join_ambiguity: (term) => `For ${term}, should rows without a match be kept or left out?`,
  distinct_ambiguity: (term) => `In ${term}, does each one count once or every time that it occurs?`,
  sort_ambiguity: (term) => `What order do you want with ${term}?`,
  null_ambiguity: (term) => `What should I show for ${term} where the value is missing?`,
  rank_ambiguity: (term) => `How should equal values share ${term}?`,
  divide_by_zero_ambiguity: (term) => `What should I show for ${term} where the divisor is zero?`,
  null_value_ambiguity: (term) => `How should I treat missing values for ${term}?`,
  mixed_unit_ambiguity: (term) => `The units behind ${term} are mixed. How should I convert them?`,
  inconsistent_name_ambiguity: (term) =>
    `The spelling of ${term} varies in the data. Which form do you want?`,
};
