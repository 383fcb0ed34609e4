import type { TextRange } from "../../domain/finding.ts";
import {
  comparisonAt,
  comparisonsSaid,
  directionsSaid,
  type SaidDirection,
  turnedSign,
} from "./comparison-said.ts";
import { phraseSaid } from "./said-text.ts";
import type { Way } from "./way.ts";

/** How a comparison with a value is said: by the comparing words next to the value. */
export function comparisonWay(sign: string, value: Way, isTurned: boolean): Way {
  const wanted = isTurned ? turnedSign(sign) : sign;
  if (wanted === "=" || wanted === "==") return equalityWay(value, false);
  if (wanted === "<>" || wanted === "!=") return equalityWay(value, true);
  return (said) => {
    const range = value(said);
    if (range === null) return null;
    const comparison = comparisonAt(said.text, range);
    if (comparison === null) return null;
    // "Leave out what is below 5" keeps what is at least 5.
    const end = Math.max(comparison.to, range.to);
    const isLeftOut =
      leavesOut.test(said.text.slice(sentenceStart(said.text, comparison.from), comparison.from)) ||
      goesOut.test(said.text.slice(end, end + 60));
    const sign = isLeftOut ? complements[comparison.sign] : comparison.sign;
    return sign === wanted ? comparison : null;
  };
}

const complements: Record<string, string> = { ">": "<=", "<=": ">", "<": ">=", ">=": "<" };
const leavesOut =
  /\b(?:leav(?:e|es|ing) (?:\w+ )?out|exclud\w+|ignor\w+|drop(?:s|ped)?|skip(?:s|ped)?|omit\w*|discard\w*|disregard\w*|remov(?:e|es|ing)|(?:don't|do not|not) (?:count|includ\w+|show|list|consider|keep))\b(?![^.;]*\b(?:keep|but|only|except|unless)\b)/i;
/** "What is 5 or less drops out." */
const goesOut =
  /^(?![^.;,]*\b(?:exactly|itself|precisely)\b)(?:[^.;,]{0,25}|, (?:the|an?|it|they)\b[^.;,]{0,20})\b(?:drops? (?:out|away)|(?:is|are|goes?|gets?|falls?|stays?|be|remains?) (?:left )?(?:out|away|aside|excluded|ignored|dropped|discarded|disregarded|removed|skipped|omitted)|(?:do|does|should|must|may|need|will|would)(?:es)?(?: not|n't) (?:count|qualify|matter|belong|appear|interest|show|be (?:shown|listed|counted|included))|(?:is|are) (?:still |quite )?(?:fine|okay|ok|all right|harmless)\b(?=[^.;,]{0,20}[;,.] ?(?:otherwise|else|anything else|all others?|the rest)\b)|(?:is|are)(?: not|n't) (?:yet )?(?:large|big|long|overlong|recent|weak|shaky|too \w+)|(?:is|are)(?: not|n't) (?:counted|included|shown|listed|wanted|of interest))\b/i;

function sentenceStart(text: string, at: number): number {
  return Math.max(text.lastIndexOf(". ", at), text.lastIndexOf(";", at), -1) + 1;
}

/** How it is said that something is a value, or is not: by the value, unless the words before it say otherwise. */
export function equalityWay(value: Way, isNot: boolean): Way {
  return (said) => {
    const range = value(said);
    if (range === null) return null;
    const comparison = comparisonAt(said.text, range);
    const isNear =
      comparison !== null &&
      Math.max(range.from - comparison.to, comparison.from - range.to) <= 25 &&
      !/:|\band\b/.test(said.text.slice(comparison.to, range.from));
    const denial = isNear && comparison.sign === "<>" ? comparison : null;
    if (isNot) return denial;
    return denial !== null || (isNear && comparison.sign !== "=" && /^\d/.test(said.text.slice(range.from)))
      ? null
      : range;
  };
}

/** How a range is said: its low end first. */
export function rangeWay(low: Way, high: Way): Way {
  return (said) => {
    const [from, to] = [low(said), high(said)];
    if (from === null || to === null || from.from > to.from) return null;
    const around = said.text
      .slice(Math.max(0, from.from - 30), from.from)
      .replaceAll(/\b(?:not|no|never) (?:any )?(?:before|earlier|sooner|until)\b/gi, "");
    if (/\b(?:outside|not|except|excluding)\b/i.test(around)) return null;
    // Both ends belong to a range.
    if (comparisonAt(said.text, from)?.sign === ">" || comparisonAt(said.text, to)?.sign === "<") return null;
    return { from: from.from, to: to.to };
  };
}

/** How two things are compared in their order: what stands before the words is the left one. */
export function orderingWay(sign: string, left: Way | null, right: Way | null): Way {
  return (said) => {
    const range = left?.(said) ?? null;
    const other = right?.(said) ?? null;
    if (sign === "=" || sign === "==") return same(said.text);
    const isTurned = range !== null && other !== null && other.from < range.from;
    const wanted = isTurned ? turnedSign(sign) : sign;
    const remains = kept(said.text, sign);
    // "Keep the higher one" lets the lower ones go.
    if (remains !== null || kept(said.text, turnedSign(sign)) !== null) return remains;
    return comparisonsSaid(said.text).find((comparison) => comparison.sign === wanted) ?? null;
  };
}

function same(text: string): TextRange | null {
  if (
    /\bnot (?:the )?same|differ\w*|\b(?:an)?other (?!(?:one|visit|record|row|entry|of|is|as|has)\b|ones|two)\w+\b(?!['’])/i.test(
      text,
    )
  )
    return null;
  return phraseSaid(
    text,
    /\b(?:same|equal\w*|identical|match\w*|agree\w*|both|coincid\w*|alike|common|share\w*|sharing|twice|is|are)\b|=/i,
  );
}

/** "Keep the one with the lowest number" says that the others, with a higher one, are meant. */
function kept(text: string, sign: string): TextRange | null {
  const pattern = sign.startsWith(">")
    ? /\b(?:all|everything|any|others?|every \w+)(?: \w+)? (?:but|except(?: for)?|save|other than|besides|than) the (?:\w+ with the )?(?:lowest|smallest|first|earliest|oldest)\b|\b(?:keep|keeps|kept|retain\w*|preserv\w*|spar\w*|stays?|remains?|leave)\b[^.;]*\b(?:lowe(?:st|r)|small(?:est|er)|first|earli(?:est|er)|old(?:est|er)|least)\b|\b(?:lowe(?:st|r)|small(?:est|er)|first|earli(?:est|er)|old(?:est|er))\b[^.;]*\b(?:keep|kept|stays?|remains?|survives?)\b/i
    : /\b(?:all|everything|any|others?|every \w+)(?: \w+)? (?:but|except(?: for)?|save|other than|besides|than) the (?:\w+ with the )?(?:highest|largest|last|latest|newest)\b|\b(?:keep|keeps|kept|retain\w*|preserv\w*|spar\w*|stays?|remains?|leave)\b[^.;]*\b(?:high(?:est|er)|larg(?:est|er)|last|lat(?:est|er)|new(?:est|er)|most)\b|\b(?:high(?:est|er)|larg(?:est|er)|last|lat(?:est|er)|new(?:est|er))\b[^.;]*\b(?:keep|kept|stays?|remains?|survives?)\b/i;
  return phraseSaid(text, pattern);
}

/** How the direction of one item of an order is said. */
export function directionWay(item: {
  at: number;
  keys: readonly (Way | null)[];
  isDown: boolean;
  /** Which of the keys are names. */
  names: readonly boolean[];
}): Way {
  const { at, keys, isDown, names } = item;
  return (said) => {
    const places = keys.map((key) => key?.(said) ?? null);
    const own = places[at] ?? null;
    const directions = directionsSaid(said.text);
    const mine = directions.filter((direction) => ownerOf(said.text, direction, places, names) === at);
    if (mine.some((direction) => direction.isDescending !== isDown)) return null;
    const [first] = mine;
    if (first !== undefined) return first;
    // Nothing said is the usual direction.
    if (isDown) return null;
    return own ?? (names[at] ? phraseSaid(said.text, alphabetical) : null);
  };
}

/** How it is said which of two keys comes first: the one said first, unless the words make the other one break its ties. */
export function keyOrderWay(first: Way, second: Way): Way {
  return (said) => {
    const [one, other] = [first(said), second(said)];
    if (one === null || other === null) return { from: 0, to: 0 };
    const whole = { from: Math.min(one.from, other.from), to: Math.max(one.to, other.to) };
    const before = said.text.slice(Math.max(0, other.from - 60), other.from);
    const isOfTies = /\b(?:ties?|tied|equal|same|draws?)\b[^.;]{0,40}\b(?:by|on|with)\b[^.;]{0,12}$/i.test(
      before,
    );
    return one.from <= other.from || isOfTies ? whole : null;
  };
}

/** How an order of names is said. */
export const alphabetical = /\b(?:alphabet\w*|a (?:to|through) z|a[-–]z)\b/i;

/**
 * The item of an order that a direction belongs to: the nearest one that is said, in its own clause if there is one; the first
 * where none is. Only names go from A to Z.
 */
function ownerOf(
  text: string,
  direction: SaidDirection,
  places: readonly (TextRange | null)[],
  names: readonly boolean[],
): number {
  const name = names.indexOf(true);
  if (name >= 0 && alphabetical.test(text.slice(direction.from, direction.to))) return name;
  const away = (place: TextRange) => {
    if (place.from < direction.to && direction.from < place.to) return 0;
    const isBefore = place.to <= direction.from;
    const between = isBefore ? text.slice(place.to, direction.from) : text.slice(direction.to, place.from);
    const gap = /[,;.]/.test(between) ? between.length + 30 : between.length;
    // What a clause behind speaks of has a direction of its own.
    return isBefore ? gap : gap + (gap > between.length ? 34 : 4);
  };
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (const [at, place] of places.entries()) {
    if (place === null || away(place) >= least) continue;
    best = at;
    least = away(place);
  }
  return best;
}
