import type { TextRange } from "../../domain/finding.ts";
import { phrasesSaid } from "./said-text.ts";

/** How texts compare: the strict signs are looked for in what the others leave. */
const comparators: [sign: string, words: RegExp][] = [
  [
    ">=",
    />=|≥|\bat least\b|\b(?:no|not|never|n't)(?: be| go| fall| drop| lie)? (?:less|fewer|lower|smaller|earlier|shorter|younger|below|under|before)(?: than)?\b|\b(?:or|and) (?:more|above|over|higher|later|greater|longer|after|up(?:wards?)?|larger|bigger|newer|older|onwards?)\b|\bminimum(?: of)?\b|\bsince\b|\bstarting (?:from|with|on|in|at)\b|\bas of\b|\b(?:greater|more|higher|larger) than or equal(?: to)?\b|\bfrom\b(?=[^.;]{0,30}\b(?:on|onwards?|forward|up(?:wards?)?)\b)|\bupwards?\b|\bfrom\b(?=\s\d[\d,.]*(?![^.;]{0,30}\b(?:to|until|till|through)\b))|\bon or after\b|\bnot until\b|\bonwards?\b|\breach(?:es|ed)?\b/,
  ],
  [
    "<=",
    /<=|≤|\bat (?:the )?most\b|\b(?:no|not|never|n't)(?: be| go| rise| lie)? (?:more|greater|above|over|after|higher|later|larger|longer|bigger|exceed\w*|beyond)(?: than)?\b|\b(?:or|and) (?:less|fewer|below|under|lower|earlier|before|smaller|shorter)\b|\bmaximum(?: of)?\b|\bup to\b|\buntil\b|\bthrough\b|\bon or before\b|\b(?:less|fewer|lower|smaller) than or equal(?: to)?\b|\b(?:does|do|did|should|must) not exceed\b|\bdoesn't exceed\b|\bwithin\b|\bcapped at\b/,
  ],
  [
    "<>",
    /<>|!=|≠|\b(?:other than|except(?: for)?|excluding|excludes?d?|all but|apart from|save for|neither|nor|leaving out|leave out|anything but|different from|not|isn't|aren't|wasn't|no longer|but not|without)\b/,
  ],
  [
    ">",
    />|\b(?:more than|greater(?: than)?|above|over|exceed(?:s|ing|ed)?|higher(?: than)?|larger(?: than)?|bigger(?: than)?|longer(?: than)?|later(?: than)?|after|beyond|upwards of|in excess of|surpass\w*|past|older than|top(?:s|ping))\b/,
  ],
  [
    "<",
    /<|\b(?:less(?: than)?|fewer(?: than)?|below|under|lower(?: than)?|smaller(?: than)?|shorter(?: than)?|earlier(?: than)?|before|short of|beneath|younger than|prior to)\b/,
  ],
];

/** A comparison that a text makes. */
export interface SaidComparison extends TextRange {
  sign: string;
}

/** All comparisons of a text, in order; none within another. */
export function comparisonsSaid(text: string): SaidComparison[] {
  const found: SaidComparison[] = [];
  for (const [sign, pattern] of comparators)
    for (const range of phrasesSaid(text, pattern))
      if (!found.some((other) => range.from < other.to && other.from < range.to))
        found.push({ sign, ...range });
  return found.sort((a, b) => a.from - b.from);
}

/** The comparison that belongs to a value said at a range: the nearest before it, or right behind it ("5,000 or more"). */
export function comparisonAt(text: string, value: TextRange): SaidComparison | null {
  let best: { comparison: SaidComparison; away: number } | null = null;
  for (const comparison of comparisonsSaid(text)) {
    const between =
      comparison.to <= value.from
        ? text.slice(comparison.to, value.from)
        : text.slice(value.to, comparison.from);
    if (comparison.from < value.to && value.from < comparison.to) continue;
    if (/[.;!?](?:\s|$)/.test(between)) continue;
    const isBehind = comparison.from >= value.to;
    // "Active ones, but not seasonal ones" denies what comes next.
    if (isBehind && comparison.sign === "<>") continue;
    const isTail = /^(?:or|and|on)/i.test(text.slice(comparison.from, comparison.to));
    const away = between.length + (isBehind && !isTail ? 12 : 0) + (isTail && !isBehind ? 20 : 0);
    if (away > 45) continue;
    if (best === null || away < best.away) best = { comparison, away };
  }
  return best?.comparison ?? null;
}

/** The sign of a comparison seen from its other side. */
export function turnedSign(sign: string): string {
  return { ">": "<", "<": ">", ">=": "<=", "<=": ">=" }[sign] ?? sign;
}

const descending =
  /\b(?:from (?:the )?(?:highest|largest|most|biggest|greatest|newest|latest|best|longest|top|z|high|large)\b[^.;,]{0,60}?\b(?:down to|to|down)(?: the)?(?: (?:lowest|smallest|least|fewest|oldest|earliest|worst|shortest|bottom|a|low|small))?|(?:highest|largest|most|biggest|greatest|newest|latest|best|longest|worst|top|strongest|deadliest)\b(?:[^.;,]{0,40}?\b(?:first|on top|to (?:the )?(?:lowest|smallest|least|fewest))\b)?|(?!(?:low|small|few|old|earli|short|weak|young|cheap)est)\w{3,}(?:iest|est) first|descending|decreasing|(?:going|goes|counting) down|high(?:est)?[- ]to[- ]low(?:est)?|downwards?|reverse(?:d)?(?: alphabetical)?|larger(?: \w+)? (?:first|before)|desc|z[- ](?:to[- ])?a)\b/;
const ascending =
  /\b(?:from (?:the )?(?:lowest|smallest|least|fewest|oldest|earliest|shortest|bottom|a|low|small)\b[^.;,]{0,60}?\b(?:to|up)(?: the)?(?: (?:highest|largest|most|biggest|newest|latest|longest|top|z|high|large))?|(?:lowest|smallest|least|fewest|oldest|earliest|shortest|weakest)\b(?:[^.;,]{0,40}?\b(?:first|on top|to (?:the )?(?:highest|largest|most|biggest))\b)?|ascending|increasing|low(?:est)?[- ]to[- ]high(?:est)?|upwards?|alphabetical(?:ly)?|asc|a[- ](?:to[- ])?z)\b/;

/** A direction that a text sorts in. */
export interface SaidDirection extends TextRange {
  isDescending: boolean;
}

/** The directions that a text says, in order; "from the highest to the lowest" is one. */
export function directionsSaid(text: string): SaidDirection[] {
  const down = phrasesSaid(text, descending).map((range) => ({ ...range, isDescending: true }));
  const up = phrasesSaid(text, ascending).map((range) => ({ ...range, isDescending: false }));
  return [...down, ...up]
    .sort((a, b) => a.from - b.from || b.to - a.to)
    .filter((range, at, all) => !all.slice(0, at).some((other) => other.to > range.from));
}
