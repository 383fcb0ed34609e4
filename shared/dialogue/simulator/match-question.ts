import type { SimulatorAction } from "../../domain/dialogue.ts";
import type { Phase } from "../../domain/task.ts";
import type { ProvenanceContext } from "../../sql/provenance/sources.ts";
import { stem } from "../../sql/provenance/word-index.ts";
import { type Candidate, candidatesOf } from "./candidates.ts";
import { type AskedRoles, askedRoles, type QuestionRole } from "./question-roles.ts";
import { refusalReason } from "./refusal.ts";
import { isSameWord, type SaidText, saidText } from "./said-text.ts";
import { contentWords } from "./task-words.ts";

/** A candidate has to reach this to be what a question is about. */
const leastScore = 1.2;
/** So much of a question may be unknown to the task before it counts as off-topic, unless something fits it well. */
const mostUnknown = 0.6;
const goodScore = 4;
/** A question about the schema is none where it is about a definition that the gold makes, with this score. */
const leastDefinition = 4;

/** What one question is about; `before` is what the question before it in the same turn was about. */
export function actionFor(
  context: ProvenanceContext,
  phase: Phase,
  question: string,
  before: SimulatorAction | null,
): SimulatorAction {
  const refusal = refusalReason(question);
  if (refusal !== null && refusal !== "schema") return { kind: "UNA", reason: refusal };
  const candidates = candidatesOf(context, phase);
  const asked = askedIn(question, candidates, before);
  let best: { candidate: Candidate; score: number } | null = null;
  for (const candidate of candidates) {
    const score = scoreOf(candidate, asked);
    if (best === null || score > best.score) best = { candidate, score };
  }
  if (
    refusal !== null &&
    !(best !== null && best.score >= leastDefinition && isDefinition(context, phase, best.candidate))
  )
    return { kind: "UNA", reason: refusal };
  const isQuoted = asked.quotes.some((quote) => candidates.some(({ literals }) => literals.has(quote)));
  const isStrange = asked.unknown > mostUnknown && asked.roles.strong.size === 0 && !isQuoted;
  if (best !== null && best.score >= (isStrange ? goodScore : leastScore)) return best.candidate.action;
  const isOurs = asked.roles.strong.size > 0 || isAboutTask(context, phase, asked.words);
  return { kind: "UNA", reason: isOurs ? "settled-elsewhere" : "off-topic" };
}

/** Whether a candidate is part of what the gold creates: then a question about columns or keys is not one about the schema. */
function isDefinition(context: ProvenanceContext, phase: Phase, { action }: Candidate): boolean {
  if (action.kind !== "LOC") return false;
  const sql = context.gold[phase][action.statement]?.sql ?? "";
  return /^\s*(?:create|alter)\b/i.test(sql);
}

/** Words that stand in every question. */
const questionWords = new Set(
  "what which how should would could can shall will you your me mean means meant want wants need like exactly precisely specifically clarify define definition please tell explain know refer refers referring consider considered count counts use used using show include included when where who why does do did here term word phrase question request results result rows row data values value there any some only also case just want regard treat handle handled mention mentioned say said have has get i'm we our us about each every i me my he she him her than then so too very may might must own such into onto over out up down off again once more most much many few lot lots them themselves something anything everything nothing someone thing things two three first second next before after during while until whether either neither both other another others else if unless because since though although however therefore understand understood ask asked asking asks question questions answer answers wondering wonder sure unsure right correct correctly clear unclear suppose assume assumed think thought guess believe take taken takes make makes made keep put gets got go goes going come comes came give gave gives given see sees seen look looks looking let sry sorry thanks thank hello hi hey ok okay yes no now here today still yet already rather quite really actually possibly perhaps maybe one's ones one way ways part parts bit little big want wanted wish wishes wished like liked help helps needed required requirement note noted instead per".split(
    " ",
  ),
);

function askedWords(said: SaidText): string[] {
  const words = said.words.filter(
    ({ word }, at) => !(/^(?:kind|sort|type)$/.test(word) && said.words[at + 1]?.word === "of"),
  );
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

/** How much each word of a question points to each candidate, and how few candidates it points to. */
function wordScores(words: readonly string[], candidates: readonly Candidate[]): WordScores {
  const spelled = knownSpellings.get(candidates) ?? new Map<string, Spelling[]>();
  knownSpellings.set(candidates, spelled);
  const vocabulary = vocabularyOf(candidates);
  const scores = new Map<Candidate, number>();
  let unknown = 0;
  for (const word of words) {
    const spellings = spelled.get(word) ?? spellingsOf(word, vocabulary);
    spelled.set(word, spellings);
    const weights = candidates.map((candidate) => weightOf(candidate, spellings));
    const about = weights.filter((weight) => weight > 0).length;
    if (about === 0) unknown += 1;
    // A word that points to a single candidate tells most.
    const telling = 1 / (1 + Math.log2(Math.max(1, about)) / 6);
    for (const [at, candidate] of candidates.entries())
      scores.set(candidate, (scores.get(candidate) ?? 0) + (weights[at] ?? 0) * telling);
  }
  return { scores, unknown: words.length === 0 ? 0 : unknown / words.length };
}

interface WordScores {
  scores: ReadonlyMap<Candidate, number>;
  /** The share of the words that point to none (0 to 1). */
  unknown: number;
}

/** A word of the candidates that another word stands for, and how surely (0 to 1). */
interface Spelling {
  root: string;
  sureness: number;
}

const knownSpellings = new WeakMap<readonly Candidate[], Map<string, Spelling[]>>();
const knownVocabularies = new WeakMap<readonly Candidate[], Set<string>>();

function vocabularyOf(candidates: readonly Candidate[]): Set<string> {
  const known = knownVocabularies.get(candidates);
  if (known !== undefined) return known;
  const vocabulary = new Set(candidates.flatMap(({ words, term }) => [...words.keys(), ...term]));
  knownVocabularies.set(candidates, vocabulary);
  return vocabulary;
}

function spellingsOf(word: string, vocabulary: ReadonlySet<string>): Spelling[] {
  const found: Spelling[] = vocabulary.has(word) ? [{ root: word, sureness: 1 }] : [];
  for (const root of vocabulary)
    if (root !== word && isSameWord(word, root)) found.push({ root, sureness: 0.9 });
  if (found.length > 0) return found;
  return [...vocabulary].filter((root) => isMistyped(word, root)).map((root) => ({ root, sureness: 0.8 }));
}

function weightOf({ words, term }: Candidate, spellings: readonly Spelling[]): number {
  return spellings.reduce((best, { root, sureness }) => {
    const weight = words.get(root) ?? (term.includes(root) ? 0.1 : 0);
    return Math.max(best, weight * sureness);
  }, 0);
}

/** Whether a word is another one with a single letter too many, too few, wrong or exchanged. */
function isMistyped(word: string, other: string): boolean {
  if (word.length < 5 || other.length < 5 || Math.abs(word.length - other.length) > 1) return false;
  let head = 0;
  while (head < word.length && word[head] === other[head]) head += 1;
  let tail = 0;
  const least = Math.min(word.length, other.length);
  while (tail < least - head && word[word.length - 1 - tail] === other[other.length - 1 - tail]) tail += 1;
  const [a, b] = [word.slice(head, word.length - tail), other.slice(head, other.length - tail)];
  return (a.length <= 1 && b.length <= 1) || (a.length === 2 && a === [...b].reverse().join(""));
}

interface Asked {
  /** Small letters. */
  question: string;
  words: readonly string[];
  /** What it quotes, and its numbers. */
  quotes: readonly string[];
  numbers: readonly string[];
  /** The share of its words that the task does not know (0 to 1). */
  unknown: number;
  roles: AskedRoles;
  scores: ReadonlyMap<Candidate, number>;
  /** What a question that points back points to; null where it does not. */
  before: SimulatorAction | null;
}

function askedIn(question: string, candidates: readonly Candidate[], before: SimulatorAction | null): Asked {
  const said = saidText(question);
  const words = askedWords(said);
  const { scores, unknown } = wordScores(words, candidates);
  const roles = askedRoles(question);
  const quoted = Array.from(question.matchAll(/['"“‘`]([^'"”’`]{1,40})['"”’`]/g), ([, text]) =>
    (text ?? "").toLowerCase(),
  );
  const numbers = said.numbers.map(({ value }) => String(value));
  const pointsBack = /\b(?:it|that|this|those|these|them|they|there|none)\b/i.test(question);
  return {
    question: question.toLowerCase(),
    words,
    quotes: quoted,
    numbers,
    unknown,
    roles: { strong: withoutNames(roles.strong, said, candidates), weak: roles.weak },
    scores,
    before: pointsBack ? before : null,
  };
}

/** "Stream order" asks for no order: a word that is part of a column's name is not what the question asks for. */
function withoutNames(
  roles: ReadonlySet<QuestionRole>,
  { text }: SaidText,
  candidates: readonly Candidate[],
): ReadonlySet<QuestionRole> {
  if (!roles.has("order")) return roles;
  const before = /(\p{L}+) orders?\b/iu.exec(text)?.[1]?.toLowerCase();
  const isName =
    before !== undefined &&
    candidates.some(({ words }) => (words.get("order") ?? 0) >= 2 && (words.get(stem(before)) ?? 0) >= 2);
  return isName ? new Set([...roles].filter((role) => role !== "order")) : roles;
}

function scoreOf(candidate: Candidate, asked: Asked): number {
  const { question, words, quotes, numbers, roles, scores, before } = asked;
  let score = scores.get(candidate) ?? 0;
  for (const quote of quotes) if (candidate.literals.has(quote)) score += 2.5;
  for (const number of numbers) if (candidate.literals.has(number)) score += 1.2;
  const term = candidate.term.filter((root) => !questionWords.has(root));
  const inTerm = term.filter((root) => words.some((word) => isSameWord(word, root))).length;
  // Half of a term says much less than half of it.
  if (inTerm > 0) score += 3 * inTerm * (inTerm / term.length) ** 2;
  const named = candidate.phrases.filter((phrase) => phrase !== "" && hasPhrase(question, phrase));
  if (named.length > 0) score += named.some((phrase) => phrase.includes(" ")) ? 4 : 2.5;
  const matches = [...roles.strong].filter((role) => candidate.roles.has(role)).length;
  if (roles.strong.size > 0)
    score =
      matches > 0
        ? score + 3 + matches
        : score *
          (named.some((phrase) => phrase !== candidate.phrases[0]) ? 0.9 : named.length > 0 ? 0.7 : 0.5);
  if (score === 0) return 0;
  for (const role of roles.weak)
    if (candidate.roles.has(role)) score += candidate.isCondition && role === "threshold" ? 1.4 : 0.5;
  if (before !== null && JSON.stringify(candidate.action) === JSON.stringify(before)) score += 2;
  if (candidate.action.kind === "LOC") return score - Math.min(1, candidate.size / 40);
  // What the request itself calls open is more likely meant than a snippet's columns.
  if (inTerm > 0 || named.length > 0) return score + 0.5;
  return matches > 0 ? score : score * 0.85;
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
