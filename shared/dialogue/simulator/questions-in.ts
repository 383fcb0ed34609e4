import { askedRoles, type QuestionRole } from "./question-roles.ts";
import { refusalReason } from "./refusal.ts";

/** The questions of a turn: sentences, and what "and" joins to one of them as a question of its own. Blanks are begun with at the first of a run. */
export function questionsIn(text: string): string[] {
  const sentences = text
    .replaceAll(
      /(?:,|;|:)?\s(?:and\s)?\(?[1-9ab][.)]\s+(?=(?:what|which|how|should|shall|do|does|is|are|whether|when|where|who)\b)/gi,
      "\n",
    )
    .split(/(?<=[?!;])\s+|(?<=[^\d][.])\s+(?=\p{Lu}|also\b|and\b)|\n+/u)
    .flatMap(partsOf)
    .map((sentence) => sentence.trim())
    .filter((sentence) => /\p{L}{2}/u.test(sentence));
  return joined(sentences);
}

const opensOpenly = String.raw`(?:for|by|at|from|to|with|in|on) (?:which|what|how)|how|what|which|in what|in which|who|where|when|please|give|show|send|write|list|tell|(?:sorted|ordered|grouped|rounded|limited|ranked|filtered)\b[^.?!]{0,20}\b(?:what|which|how)`;
const opensClosed = "should|shall|do|does|did|is|are|am|may|can|must|could|would|will";
const and = String.raw`(?:,\s*|(?<!\s)\s+)(?:and|also|plus|as well as)\s+`;
const joinsQuestion = new RegExp(`${and}(?=(?:also\\s+)?(?:${opensOpenly}|${opensClosed})\\b)`, "i");
const joinsOpenQuestion = new RegExp(`${and}(?=(?:also\\s+)?(?:${opensOpenly})\\b)`, "i");

/** What "and" joins in a sentence. In one that tells something it joins statements: "Some come at noon and are gone by night." */
function partsOf(sentence: string): string[] {
  return sentence.split(opensQuestion.test(sentence) ? joinsQuestion : joinsOpenQuestion);
}

const pointsBack = /\b(?:it|that|this|these|those|they|them|such|one|ones|here|so|their|its)\b/i;
const opensQuestion =
  /\?\s*$|(?:^|[:,;–-]\s*)(?:and\s+|so\s+|but\s+)?(?:\w+ (?:how|what|which)|how|what|which|should|shall|do|does|is|are|in what|in which|who|where|when|can|could|would|whether|please)\b/i;

/** A sentence that only points back belongs to the one before it; one that asks nothing, to the one behind it. */
function joined(sentences: readonly string[]): string[] {
  const questions: string[] = [];
  let lead = "";
  for (const sentence of sentences) {
    const whole = lead === "" ? sentence : `${lead} ${sentence}`;
    const last = questions.at(-1);
    if (!opensQuestion.test(sentence)) {
      lead = whole;
      continue;
    }
    lead = "";
    const content = sentence.match(/\p{L}{4,}/gu)?.length ?? 0;
    const addsToLast =
      listsChoices(sentence) ||
      (last !== undefined && asksOpenly.test(last) && isFragment(sentence)) ||
      (last !== undefined && offersAnswer(sentence, last)) ||
      (content <= 3 && pointsBack.test(sentence) && !isOwn(sentence));
    if (last !== undefined && whole === sentence && addsToLast)
      questions[questions.length - 1] = `${last} ${sentence}`;
    else questions.push(whole);
  }
  if (lead !== "") {
    // An afterthought adds to the last question; alone it is all there is.
    const last = questions.pop();
    if (last === undefined || refusalReason(lead, true) !== null)
      questions.push(...(last === undefined ? [] : [last]), lead);
    else questions.push(`${last} ${lead}`);
  }
  return questions.length > 0 ? questions : [...sentences];
}

/** Whether a sentence only lists what the one before it may mean: "Biggest how? Casualties, or the area?" */
function listsChoices(sentence: string): boolean {
  return (
    /\bor\b/i.test(sentence) &&
    !/^(?:and|also|plus|so|but)\b/i.test(sentence) &&
    !opensSentence.test(sentence)
  );
}

/** Whether a sentence only names what may be the answer to the one before it: "visit.flow?", "DO?". */
function isFragment(sentence: string): boolean {
  const words = sentence.match(/[^\s?!]+/g) ?? [];
  const isShort =
    words.length === 1 ||
    (words.length <= 3 && !opensSentence.test(sentence) && !/^(?:and|also|plus)\b/i.test(sentence));
  // "Decimals?" asks for something by itself.
  return isShort && ![...askedRoles(sentence).values()].includes(1);
}

const opensOffer =
  /^(?:or\b|(?:is|are|was|should|shall|do|does|did|would|could|can|will|must) (?:it|this|that|they|these|there|i|we|you)\b)/i;
const asksOpenly = /\b(?:how|what|which|who|where|when)\b/i;

/** Whether a sentence only offers answers to the one before it: what it asks for surely was asked for there. */
function offersAnswer(sentence: string, last: string): boolean {
  if (!opensOffer.test(sentence) || !asksOpenly.test(last) || /\balso\b/i.test(sentence)) return false;
  if (refusalReason(sentence, true) !== null) return false;
  const asked = askedRoles(last);
  const surely = [...askedRoles(sentence)].filter(([role, weight]) => weight === 1 && !offered.has(role));
  return /\bor\b|^is there\b/i.test(sentence) && surely.every(([role]) => asked.has(role));
}

/** What answers are offered of, whatever is asked for: "all, or only those with …". */
const offered: ReadonlySet<QuestionRole> = new Set([
  "partners",
  "limit",
  "aggregate",
  "groups",
  "duplicates",
  "missing",
]);

const opensSentence =
  /^(?:\w+ )?(?:how|what|which|whose|should|shall|do|does|did|is|are|was|were|who|where|when|why|can|could|would|will|may|must|please|if)\b/i;

/** Whether a sentence asks for something by itself, though it points back. */
function isOwn(sentence: string): boolean {
  return refusalReason(sentence, true) !== null || /^(?:and|also|plus)\b|["“]/i.test(sentence);
}
