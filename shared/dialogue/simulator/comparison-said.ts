import type { TextRange } from "../../domain/finding.ts";
import { phrasesSaid } from "./said-text.ts";

/** The adjectives, prepositions and verbs that set something over a value, and those that set it under one. */
const greater =
  "more|greater|higher|larger|bigger|longer|later|older|newer|heavier|wider|deeper|warmer|hotter|stronger|faster|dearer|further|farther";
const less =
  "less|fewer|lower|smaller|shorter|earlier|sooner|younger|lighter|narrower|colder|cooler|weaker|slower|cheaper|nearer";
const over =
  "above|over|north of|beyond|past|after|upwards? of|in excess of|exceed\\w*|surpass\\w*|outstrip\\w*";
const under = "below|under|south of|beneath|before|prior to|short of|shy of|ahead of";
/** What denies the comparison behind it, with a few words between: "must not have begun before". */
const denial = "(?:no|not|never|n't|cannot|nor|nothing|none)(?: (?!but|only|and|or|is|are|with)[a-z']+){0,3}";
/** "Or at a later date", "or even more". */
const filler = "(?: (?:at|on|an?|any|even|still|some|something|anything|day|date|time|moment|value))*";

/** How texts compare: the strict signs are looked for in what the others leave. */
const comparators: [sign: string, words: RegExp][] = [
  [
    ">=",
    words(
      ">=|≥|\\d\\+(?= )",
      "at (?:the )?(?:very )?least|at (?:a|the) minimum|as a minimum|at the (?:very )?(?:earliest|lowest|least|minimum)",
      `${denial} (?:${less}|${under})(?: than)?`,
      `(?:or|and)${filler} (?:${greater}|${over}|up(?:wards?)?|onwards?|afterwards?|better)`,
      "minimum(?: of)?|since|(?:start(?:s|ing)|begin(?:s|ning)) (?:from|with|on|in|at)|as (?:of|from)|a floor of|lower (?:limit|bound|end) (?:of|is|at)",
      `(?:${greater}|above|over)(?: than)?,? or (?:equal|exactly)(?: to)?|equal to or (?:${greater}|above|over)(?: than)?`,
      "from(?=[^.;]{0,30} (?:on|onwards?|forward|up(?:wards?)?)\\b)|upwards?(?! of)|from(?= (?:\\d[\\d,.]*|the (?:first|start|beginning)|new year)(?![^.;]{0,30} (?:to|until|till|through)\\b))",
      "on or after|not until|as soon as|onwards?|(?<!(?:not|n't|never|fails? to|yet to|even) )reach(?:es|ed|ing)?|attain(?:s|ed)?",
    ),
  ],
  [
    "<=",
    words(
      "<=|≤",
      "at (?:the )?(?:very )?most|at (?:a|the) maximum|as a maximum|at the (?:very )?(?:latest|highest|most|maximum)|no longer than",
      `${denial} (?:${greater}|${over}|top)(?: than)?`,
      `(?:or|and)${filler} (?:${less}|${under})`,
      "maximum(?: of)?|up to|until|till|through|on or before|within|capped at|limited to|a ceiling of|upper (?:limit|bound|end) (?:of|is|at)",
      `(?:${less}|below|under)(?: than)?,? or (?:equal|exactly)(?: to)?|equal to or (?:${less}|below|under)(?: than)?`,
    ),
  ],
  [
    "<",
    words(
      "(?:not|n't|never|fails? to|yet to) (?:quite |even |fully )?(?:reach|attain|make it to|get to|got to|come up to)(?:es|ed)?|not (?:even|quite)(?: at)?|(?:falls?|stays?|remains?|lies) short of",
    ),
  ],
  [
    "<>",
    words(
      "<>|!=|≠",
      "other than|except(?: for)?|excluding|excludes?d?|all but|apart from|save for|neither|nor|leaving out|leave out|anything but|everything but|different from|not|isn't|aren't|wasn't|no longer|but not|without",
    ),
  ],
  [
    ">",
    words(
      ">",
      `more than|${over}|(?:greater|higher|larger|bigger|longer|later)(?: than)?|(?:${greater}) than|top(?:s|ped|ping)|cross(?:es|ed|ing)?(?= \\S)|(?:fine|ok(?:ay)?|allowed|all right),? (?:but )?(?:anything )?(?:more|above|beyond|over|higher)|clears?|beats?|outlast\\w*|overshoot\\w*`,
    ),
  ],
  ["<", words("<", `(?:less|fewer|lower|smaller|shorter|earlier)(?: than)?|(?:${less}) than|${under}`)],
];

/** A pattern of signs and of whole words. */
function words(signs: string, ...ways: string[]): RegExp {
  return ways.length === 0
    ? new RegExp(`(?<![a-z])(?:${signs})(?![a-z])`)
    : new RegExp(`${signs}|(?<![a-z])(?:${ways.join("|")})(?![a-z])`);
}

/** A comparison that a text makes. */
export interface SaidComparison extends TextRange {
  sign: string;
}

/** All comparisons of a text, in order; none within another. */
export function comparisonsSaid(text: string): SaidComparison[] {
  const found: SaidComparison[] = [];
  const taken = new Uint8Array(text.length);
  for (const [sign, pattern] of comparators)
    for (const range of phrasesSaid(text, pattern)) {
      if (taken.subarray(range.from, range.to).includes(1)) continue;
      taken.fill(1, range.from, range.to);
      found.push({ sign, ...range });
    }
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
    const isTail = /^(?:or|and|on|at|as a|\+)/i.test(text.slice(comparison.from, comparison.to));
    const away = between.length + (isBehind && !isTail ? 12 : 0) + (isTail && !isBehind ? 20 : 0);
    if (away > 45) continue;
    if (best === null || away < best.away) best = { comparison, away };
  }
  return best === null ? null : ofDate(best.comparison, text, value);
}

const dated = /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|\b(?:19|20)\d\d\b/i;

/** What is older than a date was before it. */
function ofDate(comparison: SaidComparison, text: string, value: TextRange): SaidComparison {
  const isAge = /\b(?:older|younger)\b/i.test(text.slice(comparison.from, comparison.to));
  const isTurned = isAge && dated.test(text.slice(value.from, value.to));
  return isTurned ? { ...comparison, sign: turnedSign(comparison.sign) } : comparison;
}

/** The sign of a comparison seen from its other side. */
export function turnedSign(sign: string): string {
  return { ">": "<", "<": ">", ">=": "<=", "<=": ">=" }[sign] ?? sign;
}

const great = "high|large|big|great|long|late|new|recent|strong|heav[yi]|old|bad|good|many|much|more|top|z";
const small = "low|small|little|few|short|early|old|weak|light|cheap|bad|good|worse|bottom|a";
/** The superlatives of what is small; all others lead down from the top. */
const least =
  "lowest|smallest|least|fewest|oldest|earliest|shortest|weakest|cheapest|lightest|narrowest|poorest|slightest|tiniest|cleanest|calmest|safest|mildest|coldest|coolest|nearest|closest|youngest";
const most = `(?:most(?! of\\b)|best|worst|top|(?!(?:${least}|request|interest|forest|harvest|nearest|honest|guest|contest|suggest|manifest|modest)\\b)[a-z]{3,}est)`;
/** What comes last has the other end first. */
const atEnd = "\\b[^.;,]{0,25}?\\b(?:last|at the (?:very )?(?:end|bottom|foot))";
const descending = words(
  [
    `(?:${least})${atEnd}`,
    `from (?:the )?(?:${most}|z|high|large|big)\\b[^.;,]{0,60}?\\b(?:down to|to|down)(?: the)?(?: (?:${least}|worst|best|bottom|a|low|small))?`,
    `${most}\\b(?:[^.;,]{0,40}?\\b(?:first|on top|to (?:the )?(?:${least})))?`,
    "descending|decreasing|falling|declining|diminishing|shrinking|falls?|decreases?|declines?|diminish(?:es)?|sinks?|descends?|(?:going|goes|go|work\\w*|count\\w*|mov\\w*)(?: (?:your|its|their|my) way)? down(?:wards?)?",
    `(?:${great})(?:er|est)?(?: \\w+)?(?:[- ]to[- ]| down to )(?:the )?(?:${small})(?:est)?`,
    `(?:high|large|big|great|long|late|new|recent|strong|worse|more|heav[yi])(?:er|r)?(?: \\w+){0,2} (?:first|before|ahead of|above|on top|come earlier)`,
    `the (?:${greater}|worse)\\b[^.;]{0,40},? the (?:further up|higher|earlier|sooner|bigger|nearer|closer|more|greater|larger|worse|better)`,
    "(?:bigger|larger|greater|worse|higher|better)\\b[^.;]{0,30}\\b(?:means?|is|are|when|if|where)\\b[^.;]{0,20} more",
    "downwards?|top[- ]down|top to bottom|reverse(?:d)?(?: alphabetical)?|desc|z[- ](?:to[- ])?a",
  ].join("|"),
);
const ascending = words(
  [
    `${most}${atEnd}`,
    `from (?:the )?(?:${least}|bottom|a|low|small)\\b[^.;,]{0,60}?\\b(?:to|up)(?: the)?(?: (?:${most}|z|high|large))?`,
    `(?:${least})\\b(?:[^.;,]{0,40}?\\b(?:first|on top|to (?:the )?(?:${most})))?`,
    "ascending|increasing|rising|growing|climbing|mounting|rises?|increases?|grows?|climbs?|ascends?|(?:going|goes|go|work\\w*|count\\w*|mov\\w*)(?: (?:your|its|their|my) way)? up(?:wards?)?",
    "(?:low|small|little|few|short|early)(?:est)?(?: \\w+)?[- ]to[- ](?:high|large|big|great|long|late|much|many)(?:est)?",
    "(?:low|small|few|short|earli|weak|less)(?:er)?(?: \\w+){0,2} (?:first|before|ahead of)",
    `the (?:${less})\\b[^.;]{0,40},? the (?:further up|higher|earlier|sooner|nearer|closer)`,
    "upwards?|bottom[- ]up|alphabetical(?:ly)?|asc|a[- ](?:to[- ])?z",
  ].join("|"),
);

/** A direction that a text sorts in. */
export interface SaidDirection extends TextRange {
  isDescending: boolean;
}

/** The directions that a text says, in order; "from the highest to the lowest" is one. */
export function directionsSaid(text: string): SaidDirection[] {
  const down = phrasesSaid(text, descending).map((range) => ({ ...range, isDescending: true }));
  const up = phrasesSaid(text, ascending).map((range) => ({ ...range, isDescending: false }));
  let reached = 0;
  return [...down, ...up]
    .sort((a, b) => a.from - b.from || b.to - a.to)
    .filter(({ from, to }) => {
      const isWithin = reached > from;
      reached = Math.max(reached, to);
      return !isWithin;
    });
}
