import { stem as stemOf } from "../../sql/provenance/word-index.ts";
import type { Candidate } from "./candidates.ts";
import { type AskedWord, isCommonWord } from "./question-words.ts";
import { areRelated } from "./related-words.ts";
import { isSameWord } from "./said-text.ts";

/** How the words of a question point to candidates. */
export interface WordEvidence {
  /** For each candidate the sum of its words' weights, each times how telling the word is. */
  scores: ReadonlyMap<Candidate, number>;
  /** The share of the words, by how telling they are, that point to no candidate (0 to 1). */
  unknown: number;
}

/** A word of the candidates that another word stands for, and how surely (0 to 1). */
interface Spelling {
  root: string;
  sureness: number;
}

/** What candidates know of words; read once for a list of candidates. */
interface Vocabulary {
  roots: ReadonlySet<string>;
  /** For each candidate those that lie within it, by their place in the list. */
  within: readonly (readonly number[])[];
  spellings: Map<string, Spelling[]>;
}

/** How much more the word counts that says what is asked for: "which basin". */
const ofFocus = 1.3;
/** How much less one that stands only in an answer that is offered. */
const ofAside = 0.5;
/** And one that only names what the rows are. */
const ofEntity = 0.85;
/** How steeply a word tells less the more candidates it points to, and the more words there are beside it (exponents). */
const rarity = 0.33;
const dilution = 0.36;
const known = new WeakMap<readonly Candidate[], Vocabulary>();

/** Weighs the words of a question, inverse to how many candidates each of them points to. */
export function wordEvidence(words: readonly AskedWord[], candidates: readonly Candidate[]): WordEvidence {
  const vocabulary = known.get(candidates) ?? readVocabulary(candidates);
  known.set(candidates, vocabulary);
  const scores = new Map<Candidate, number>();
  let [strange, all] = [0, 0];
  for (const { word, stem, isFocus, isAside, isEntity } of words) {
    const spellings = vocabulary.spellings.get(stem) ?? spellingsOf({ word, stem }, vocabulary.roots);
    vocabulary.spellings.set(stem, spellings);
    const weights = candidates.map((candidate) => weightOf(candidate, spellings));
    const about = pointedTo(weights, vocabulary.within);
    const isUnknown = about === 0;
    if (isUnknown && isCommonWord(word)) continue;
    const telling = isUnknown ? 1 : Math.log1p(candidates.length / about) / Math.log1p(candidates.length);
    const attention = (isFocus ? ofFocus : isAside ? ofAside : 1) * (isEntity === true ? ofEntity : 1);
    all += isUnknown ? attention : Math.max(0.5, telling);
    if (isUnknown) strange += attention;
    for (const [at, candidate] of candidates.entries())
      scores.set(
        candidate,
        (scores.get(candidate) ?? 0) + (weights[at] ?? 0) * telling ** rarity * attention,
      );
  }
  // Of a long question each word says less.
  const length = words.reduce((sum, { isAside }) => sum + (isAside ? ofAside : 1), 0);
  const scale = Math.max(1, length / 4) ** -dilution;
  for (const [candidate, score] of scores) scores.set(candidate, score * scale);
  return { scores, unknown: all === 0 ? 0 : strange / all };
}

/** How many candidates a word points to, by weight; one that holds another such candidate is not counted again. */
function pointedTo(weights: readonly number[], within: readonly (readonly number[])[]): number {
  return weights.reduce((sum, weight, at) => {
    const isInner = weight > 0 && !within[at]?.some((inner) => (weights[inner] ?? 0) >= weight);
    return sum + (isInner ? Math.min(1, weight) : 0);
  }, 0);
}

function readVocabulary(candidates: readonly Candidate[]): Vocabulary {
  const roots = new Set(candidates.flatMap(({ words, term }) => [...words.keys(), ...term]));
  return { roots, within: withinEach(candidates), spellings: new Map() };
}

/** For each candidate those whose place lies in its own. In the order of their places, so that each looks no further than it reaches. */
function withinEach(candidates: readonly Candidate[]): number[][] {
  const within = candidates.map((): number[] => []);
  const placed = candidates
    .flatMap(({ action }, at) =>
      action.kind === "LOC" ? [{ at, statement: action.statement, ...action.range }] : [],
    )
    .sort((one, other) => one.statement - other.statement || one.from - other.from);
  for (const [place, outer] of placed.entries()) {
    const isBeside = (inner = placed[0]) => inner?.statement === outer.statement && inner.from <= outer.to;
    let next = place;
    while (next > 0 && isBeside(placed[next - 1]) && placed[next - 1]?.from === outer.from) next -= 1;
    for (; next < placed.length && isBeside(placed[next]); next += 1) {
      const inner = placed[next];
      if (inner !== undefined && next !== place && inner.to <= outer.to) within[outer.at]?.push(inner.at);
    }
  }
  return within;
}

function spellingsOf({ word, stem }: { word: string; stem: string }, roots: ReadonlySet<string>): Spelling[] {
  const found: Spelling[] = roots.has(stem) ? [{ root: stem, sureness: 1 }] : [];
  const isTelling = !isCommonWord(word);
  for (const root of roots) {
    if (root === stem) continue;
    if (isSameWord(stem, root)) found.push({ root, sureness: 0.9 });
    else if (isTelling && (areRelated(stem, root) || areRelated(word, root)))
      found.push({ root, sureness: 0.6 });
  }
  if (found.length > 0) return found;
  // Who asks for the unreliable ones asks which are reliable.
  const denied = /^(?:un|non|dis)-?(\p{L}{5,})$/u.exec(word)?.[1];
  if (denied !== undefined) {
    const opposite = spellingsOf({ word: denied, stem: stemOf(denied) }, roots);
    if (opposite.length > 0) return opposite;
  }
  return [...roots].filter((root) => isMistyped(stem, root)).map((root) => ({ root, sureness: 0.8 }));
}

function weightOf({ words, term }: Candidate, spellings: readonly Spelling[]): number {
  return spellings.reduce((best, { root, sureness }) => {
    const weight = Math.max(words.get(root) ?? 0, term.includes(root) ? 0.1 : 0);
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
