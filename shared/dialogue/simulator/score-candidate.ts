import type { SimulatorAction } from "../../domain/dialogue.ts";
import type { Candidate } from "./candidates.ts";
import type { NodeRoles } from "./node-roles.ts";
import type { Place } from "./output-column.ts";
import type { AskedRoles, QuestionRole } from "./question-roles.ts";
import { isQuestionWord } from "./question-words.ts";
import { isSameWord } from "./said-text.ts";
import type { ValueKey } from "./said-values.ts";
import { nearness } from "./told-case.ts";
import type { ValueSort } from "./value-sort.ts";
import type { WordEvidence } from "./word-evidence.ts";

/** What is read from a question once, for all candidates. */
export interface AskedQuestion {
  /** Small letters. */
  text: string;
  /** The stems of its words. */
  words: readonly string[];
  /** The stems of what it says itself that it is about: "For the risk score, …". */
  topic: readonly string[];
  /** What it quotes, and the values that it says. */
  quotes: readonly string[];
  values: readonly ValueKey[];
  /** The numbers of a case that it tells; none where it tells none. */
  told: readonly number[];
  /** The columns that it calls by their names in the database, and those of the result that it calls by their places. */
  columns: readonly string[];
  places: readonly Place[];
  roles: AskedRoles;
  /** Which aggregates it offers to choose from, in small letters: "the mean or the median?"; empty where it offers none. */
  offered: ReadonlySet<string>;
  /** The sorts of value that it asks for. */
  kinds: readonly ValueSort[];
  evidence: WordEvidence;
  /** Whether it asks what words mean, or quotes them. */
  asksMeaning: boolean;
  /** What a question that points back points to; null where it does not. */
  before: SimulatorAction | null;
  /** Whether it speaks of what was asked for before the follow-up. */
  pointsBefore: boolean;
}

/** What each sign that a question is about a candidate counts, against one telling word (1). Chosen on the questions that judge it. */
const weights = {
  /** It quotes a text, or says a number or date, that the candidate compares with. */
  quote: 1.55,
  value: 0.8,
  /** It has a limit near the numbers of a case that is told. */
  near: 0.6,
  /** It has a column that is called by its name, or makes one that is called by its place. */
  column: 0.4,
  place: 0.9,
  /** It has all words of an ambiguity's term; half of them count a quarter. More where it asks for a meaning. */
  term: 0.6,
  synonym: 0.95,
  meaning: 0.7,
  /** Its topic is the term. */
  topic: 1,
  /** It has the term as a phrase, or the name of a masked knowledge node. */
  phrase: 0.95,
  /** It asks for what the candidate answers best; what else it answers counts a share of that. */
  role: 1.7,
  furtherRoles: 0.45,
  /** It points back to what was asked before; to what the request before the follow-up settled. */
  before: 1.15,
  settled: 1.3,
  /** An ambiguity whose term it speaks of, and one whose snippet's words alone it has. */
  named: 0.1,
  unnamed: -0.15,
  /** It holds a value of the sort that is asked for; it holds values, but none of that sort. */
  sort: 0.3,
  otherSort: -0.2,
  /** For each doubling of a node's size: of two that fit alike, the smaller one answers. */
  size: -0.1,
};

/** So much is left of the words of a candidate that answers nothing of what is asked for, and of one that is named besides. */
const leftUnanswered = 0.35;
const leftNamed = 0.65;
/** So much is left of them for a clause that is asked for by name only, where nothing else is asked for either. */
const leastOfClause = 0.52;
/** So well a part answers which aggregate is meant that has none of those that are offered. */
const ofOtherFunction = 0.6;
/** Who asks less surely does not rule out others. */
const leastSure = 0.73;

/** How well a candidate fits a question; comparable within one question. */
export function scoreOf(candidate: Candidate, asked: AskedQuestion): number {
  const { words, quotes, values, evidence, before } = asked;
  let score = evidence.scores.get(candidate) ?? 0;
  const quoted = [...candidate.literals].filter(
    (literal) => quotes.includes(literal) || (/\p{L} \p{L}/u.test(literal) && isWithin(asked.text, literal)),
  ).length;
  score += weights.quote * quoted;
  if (asked.kinds.length > 0 && candidate.kinds.size > 0)
    score += asked.kinds.some((kind) => candidate.kinds.has(kind)) ? weights.sort : weights.otherSort;
  if (asked.pointsBefore && candidate.isSettledBefore) score += weights.settled;
  const isValue = values.some((value) => candidate.literals.has(value));
  if (isValue) score += weights.value;
  if (asked.told.length > 0 && candidate.roles.has("threshold"))
    score += weights.near * nearness(asked.told, [...candidate.literals].map(Number));
  if (asked.columns.some((column) => candidate.columns.has(column))) score += weights.column;
  if (asked.places.some((place) => candidate.places.includes(place))) score += weights.place;
  const term = candidate.term.filter((root) => !isQuestionWord(root));
  const inTerm = shareOfTerm(candidate, words);
  const ofTerm = isOfForm(candidate, asked) ? 1 : ofOtherForm;
  if (inTerm > 0) score += ofTerm * (weights.term + (asked.asksMeaning ? weights.meaning : 0)) * inTerm ** 2;
  const inTopic = likeness(asked.topic, term);
  score += ofTerm * weights.topic * inTopic ** 2;
  const named = hasPhrase(asked.text, candidate.phrases) || inTopic === 1;
  if (named) score += ofTerm * weights.phrase;
  score = withRoles(candidate, asked, score, named || quoted > 0 || isValue);
  if (before !== null && JSON.stringify(candidate.action) === JSON.stringify(before)) score += weights.before;
  if (candidate.action.kind === "LOC") return score + weights.size * Math.log2(Math.max(1, candidate.size));
  return score + (inTerm > 0 || named ? weights.named : weights.unnamed);
}

/** A score with what the question asks for: what answers it gains, what does not loses the worth of its words. */
function withRoles(
  { roles: own, isBare, functions }: Candidate,
  { roles, offered }: AskedQuestion,
  score: number,
  named: boolean,
): number {
  let [best, all, answered, wanted, surest] = [0, 0, 0, 0, 0];
  for (const [role, weight] of roles) {
    const isOther =
      role === "aggregate" && offered.size > 0 && ![...functions].some((name) => offered.has(name));
    const degree = (own.get(role) ?? 0) * (isOther ? ofOtherFunction : 1);
    best = Math.max(best, weight * degree);
    all += weight * degree;
    answered += weight ** 2 * degree;
    wanted += weight ** 2;
    surest = Math.max(surest, weight);
  }
  const share =
    surest < leastSure
      ? (isBare && !roles.has("shown")) || isUnaskedClause(own, roles)
        ? leastOfClause
        : 1
      : answered / wanted;
  const least = named ? leftNamed : leftUnanswered;
  return score * (least + (1 - least) * share) + weights.role * (best + weights.furtherRoles * (all - best));
}

/** So much counts the term of an ambiguity about decimals, an order …, where something else is asked for. */
const ofOtherForm = 0.4;

function isOfForm({ settles }: Candidate, { roles, quotes }: AskedQuestion): boolean {
  return (
    settles.length === 0 || roles.size === 0 || quotes.length > 0 || settles.some((role) => roles.has(role))
  );
}

/** How much of what tells a candidate's term from others a question has (0 to 1). */
function shareOfTerm({ term, termWeights }: Candidate, words: readonly string[]): number {
  let [said, all] = [0, 0];
  for (const [at, root] of term.entries()) {
    if (isQuestionWord(root)) continue;
    const weight = termWeights[at] ?? 1;
    all += weight;
    if (words.includes(root)) said += weight;
    else if (words.some((word) => isSameWord(word, root))) said += weight * weights.synonym;
  }
  return all === 0 ? 0 : said / all;
}

/** How far two lists of stems are the same words (0 to 1). */
function likeness(one: readonly string[], other: readonly string[]): number {
  if (one.length === 0 || other.length === 0) return 0;
  const shared = one.filter((word) => other.some((root) => isSameWord(word, root))).length;
  return (2 * shared) / (one.length + other.length);
}

const ofClauses: readonly QuestionRole[] = ["order", "groups", "limit", "columns", "link"];

/** Whether a candidate is an order, a grouping, a limit, a join or a list of columns, which nobody asks for without saying so. */
function isUnaskedClause(own: NodeRoles, roles: AskedRoles): boolean {
  return ofClauses.some((role) => own.get(role) === 1 && !roles.has(role));
}

/** Whether a question has one of these phrases as whole words; all in small letters. */
export function hasPhrase(question: string, phrases: readonly string[]): boolean {
  return phrases.some((phrase) => phrase !== "" && isWithin(question, phrase));
}

function isWithin(question: string, phrase: string): boolean {
  const isInWord = (at: number) => /[\p{L}\p{N}]/u.test(question.charAt(at));
  for (let at = question.indexOf(phrase); at !== -1; at = question.indexOf(phrase, at + 1))
    if (!isInWord(at - 1) && !isInWord(at + phrase.length)) return true;
  return false;
}
