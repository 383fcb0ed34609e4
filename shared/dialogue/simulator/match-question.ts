import type { SimulatorAction } from "../../domain/dialogue.ts";
import type { Phase } from "../../domain/task.ts";
import type { ProvenanceContext } from "../../sql/provenance/sources.ts";
import { type Candidate, candidatesOf } from "./candidates.ts";
import { type AskedRoles, askedRoles } from "./question-roles.ts";
import { refusalReason } from "./refusal.ts";
import { isSameWord, type SaidText, saidText } from "./said-text.ts";
import { contentWords } from "./task-words.ts";

/** A candidate has to reach this to be what a question is about. */
const leastScore = 3;

/** What one question is about. */
export function actionFor(context: ProvenanceContext, phase: Phase, question: string): SimulatorAction {
  const refusal = refusalReason(question);
  if (refusal !== null) return { kind: "UNA", reason: refusal };
  const said = saidText(question);
  const roles = askedRoles(question);
  const words = askedWords(said);
  const candidates = candidatesOf(context, phase);
  const telling = howTelling(words, candidates);
  let best: { candidate: Candidate; score: number } | null = null;
  for (const candidate of candidates) {
    const score = scoreOf(candidate, { question: question.toLowerCase(), words, roles, telling });
    if (best === null || score > best.score) best = { candidate, score };
  }
  if (best !== null && best.score >= leastScore) return best.candidate.action;
  return {
    kind: "UNA",
    reason: isAboutTask(context, phase, words) || roles.strong.size > 0 ? "settled-elsewhere" : "off-topic",
  };
}

/** Words that stand in every question. */
const questionWords = new Set(
  "what which how should would could can shall will you your me mean means meant want wants need like exactly precisely specifically clarify define definition please tell explain know refer refers referring consider considered count counts use used using show include included when where who why does do did here term word phrase question request results result rows row data values value there any some only also case just want regard treat handle handled mention mentioned say said have has get i'm we our us about each every".split(
    " ",
  ),
);

function askedWords({ words }: SaidText): string[] {
  const content = new Set(contentWords(words.map(({ word }) => word).join(" ")));
  return [
    ...new Set(
      words.filter(({ word }) => content.has(word) && !questionWords.has(word)).map(({ stem }) => stem),
    ),
  ];
}

/** Whether a question has no words of its own, as "And the other one?". */
export function isContentless(question: string): boolean {
  return askedWords(saidText(question)).length === 0 && askedRoles(question).strong.size === 0;
}

/** How few candidates each word points to: 1 for one that points to a single one. */
function howTelling(words: readonly string[], candidates: readonly Candidate[]): Map<string, number> {
  return new Map(
    words.map((word) => {
      const about = candidates.filter((candidate) => weightOf(candidate, word) > 0).length;
      return [word, 1 / (1 + Math.log2(Math.max(1, about)) / 2)];
    }),
  );
}

function weightOf({ words }: Candidate, word: string): number {
  const exact = words.get(word);
  if (exact !== undefined) return exact;
  let best = 0;
  for (const [other, weight] of words) if (weight > best && isSameWord(word, other)) best = weight * 0.9;
  return best;
}

interface Asked {
  /** Small letters. */
  question: string;
  words: readonly string[];
  roles: AskedRoles;
  telling: ReadonlyMap<string, number>;
}

function scoreOf(candidate: Candidate, { question, words, roles, telling }: Asked): number {
  let score = 0;
  for (const word of words) score += weightOf(candidate, word) * (telling.get(word) ?? 1);
  const named = candidate.phrases.filter((phrase) => phrase !== "" && hasPhrase(question, phrase));
  if (named.length > 0) score += 4;
  const matches = [...roles.strong].filter((role) => candidate.roles.has(role)).length;
  if (roles.strong.size > 0)
    score = matches > 0 ? score + 4 + matches : score * (named.length > 0 ? 0.6 : 0.35);
  const supports = [...roles.weak].some((role) => candidate.roles.has(role));
  if (supports && score > 0) score += 0.8;
  const isOpen = candidate.action.kind === "AMB";
  return isOpen && score > 0 ? score + 1 : score;
}

function hasPhrase(question: string, phrase: string): boolean {
  const escaped = phrase.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, "u").test(question);
}

/** Whether a question has words of the request or of its gold. */
function isAboutTask(context: ProvenanceContext, phase: Phase, words: readonly string[]): boolean {
  const { task } = context;
  const request = phase === 2 ? task.followUp?.question : (task.ambiguousQuestion ?? task.clearQuestion);
  const known = askedWords(saidText(request ?? ""));
  return words.some((word) => known.some((other) => isSameWord(word, other)));
}
