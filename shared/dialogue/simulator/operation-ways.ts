import type { TextRange } from "../../domain/finding.ts";
import { saidOperation } from "./function-cues.ts";
import { numbersSaid, phraseSaid, phrasesSaid, saidText } from "./said-text.ts";
import { anyOf, pattern, type Way } from "./way.ts";

/** How texts say an operator next to a number. */
const besideNumbers: Record<string, RegExp> = {
  "*": /[×*·]|\b(?:times|multipl\w*|weight\w*|product)\b/,
  "/": /÷|\bdivid\w*\b|\s\/\s|\/(?=\d)|\bover\b(?= \(?\d)/,
  "+": /\+|\b(?:plus|add(?:ed|ing)?|increased by)\b/,
  "-": /[−–]|\s-\s|\b(?:minus|less|subtract\w*|deduct\w*|reduced by|take away)\b/,
};
const opposites: Record<string, string> = { "*": "/", "/": "*", "+": "-", "-": "+" };

/** How an operator beside a number is said: no words of the opposite one are nearer to the number. */
export function besideNumberWay(sign: string, value: number): Way {
  const words = saidOperation[sign] as RegExp;
  return (said) => {
    const own = besideNumbers[sign];
    const other = besideNumbers[opposites[sign] ?? ""];
    if (own === undefined || other === undefined) return phraseSaid(said.text, words);
    const mentions = numbersSaid(said, value);
    if (mentions.length === 0) return phraseSaid(said.text, words);
    for (const mention of mentions) {
      const before = said.text.slice(Math.max(0, mention.from - 70), mention.from);
      // "Divide the load of a day by 10": what it is done by says how, however far the verb.
      const verb = /\b(divid|multipl)\w*\b[^.;,]{0,60}\bby \(?$/i.exec(before);
      if (verb !== null && (sign === "*" || sign === "/")) {
        if ((sign === "*") !== /multipl/i.test(verb[1] ?? "")) continue;
        return { from: mention.from - before.length + verb.index, to: mention.to };
      }
      const mine = nearestTo(mention, phrasesSaid(said.text, own));
      const theirs = nearestTo(mention, phrasesSaid(said.text, other));
      if (mine !== null && (theirs === null || mine.away < theirs.away)) return mine.range;
      if (mine === null && theirs === null) return phraseSaid(said.text, words);
    }
    return null;
  };
}

function nearestTo(
  place: TextRange,
  ranges: readonly TextRange[],
): { range: TextRange; away: number } | null {
  let best: { range: TextRange; away: number } | null = null;
  for (const range of ranges) {
    // "divided by 10" stands before its number, what stands behind is more often the next step.
    const away = range.to <= place.from ? place.from - range.to : Math.max(0, range.from - place.to) + 15;
    if (away <= 30 && (best === null || away < best.away)) best = { range, away };
  }
  return best;
}

/** How the factor of a column in a sum is said: its number next to its column, not to another one of the sum. */
export function factorWay(value: number, own: Way, others: readonly Way[]): Way {
  const words = anyOf([pattern(saidOperation["*"] as RegExp), pattern(saidOperation["+"] as RegExp)]);
  return (said) => {
    const column = own(said);
    const mentions = numbersSaid(said, value);
    if (column === null || mentions.length === 0) return words(said);
    const places = others.flatMap((other) => other(said) ?? []);
    // "Oxygen with 0.5": the number stands behind its column.
    const isBehind = (mention: TextRange) =>
      /\b(?:with|by|at)\s*$/i.test(said.text.slice(Math.max(0, mention.from - 8), mention.from));
    // "30 % of the organic load": it stands before it.
    const isBefore = ({ to }: TextRange) =>
      /^\s*(?:%|per ?cent)?\s*(?:of|times|×|\*)(?:\s|$)/i.test(said.text.slice(to));
    // A number and what it weighs stand in one clause: "OSS × 0.5, OLS × 0.3".
    const apart = (from: number, to: number) => (/[,;]|\band\b/.test(said.text.slice(from, to)) ? 200 : 0);
    const away = (mention: TextRange, place: TextRange) =>
      apart(Math.min(mention.to, place.to), Math.max(mention.from, place.from)) + distance(mention, place);
    const distance = (mention: TextRange, place: TextRange) =>
      isBefore(mention) && place.to <= mention.from
        ? 100
        : isBehind(mention)
          ? place.to <= mention.from
            ? mention.from - place.to
            : 100
          : mention.to <= place.from
            ? place.from - mention.to
            : 8 + Math.max(0, mention.from - place.to);
    const inOrder = mentions.some((mention) =>
      places.every((place) => away(mention, column) <= away(mention, place)),
    );
    return inOrder || isList(said.text) ? words(said) : null;
  };
}

/** "weighted 0.5, 0.3 and 0.2 in this order": numbers that stand apart from what they weigh. */
function isList(text: string): boolean {
  return /\brespectively\b|\bin (?:this|that) order\b/i.test(text);
}

/** How two things are divided or subtracted: what stands before the words is the left one. */
export function calculatedWay(sign: string, left: Way, right: Way): Way {
  return (said) => {
    const [a, b] = [left(said), right(said)];
    const words = saidOperation[sign] as RegExp;
    const { text } = said;
    if (a === null || b === null) return phraseSaid(text, words);
    const isTurned = b.from < a.from;
    const between = text.slice(Math.min(a.to, b.to), Math.max(a.from, b.from));
    const before = text.slice(Math.max(0, Math.min(a.from, b.from) - 20), Math.min(a.from, b.from));
    // "It ends more than an hour after it started."
    if (sign === "-" && (isTurned ? /\bbefore\b/i : /\b(?:after|later than|since|past)\b/i).test(between))
      return { from: Math.min(a.from, b.from), to: Math.max(a.to, b.to) };
    const lead = text.slice(Math.max(0, Math.min(a.from, b.from) - 45), Math.min(a.from, b.from));
    if (sign === "-" && isTurned && /\bbetween\b[^.;]*$/i.test(lead) && /\band\b/i.test(between))
      return { from: b.from, to: a.to };
    if (sign === "-" && /\b(?:from|between)\b/i.test(before) && /\b(?:to|until|till|and)\b/i.test(between))
      return isTurned || /\bbetween\b/i.test(before)
        ? { from: Math.min(a.from, b.from), to: Math.max(a.to, b.to) }
        : null;
    // "It begins and ends more than an hour apart."
    if (sign === "-" && /^[^.;]{0,40}\bapart\b/i.test(text.slice(Math.max(a.to, b.to))))
      return { from: Math.min(a.from, b.from), to: Math.max(a.to, b.to) };
    // "Per inspection, how many breaches?"
    if (sign === "/" && isTurned && /\b(?:per|for (?:each|every)) (?:single )?$/i.test(before))
      return { from: b.from, to: a.to };
    const isShareOf =
      sign === "/" &&
      /\b(?:share|proportion|fraction|percentage|per ?cent) of (?:the |all )?(?:\w+ )?$/i.test(before);
    const isOfAll =
      sign === "/" &&
      /\bof (?:all |its |every )?(?:the |those )?(?:\w+ )?$/i.test(before) &&
      /\b(?:share|proportion|fraction|percentage|per ?cent|how many)\b/i.test(between);
    // "What part of its inspections ended in a breach", "how much of the licensed load is used".
    const isPartOf =
      sign === "/" &&
      /\b(?:shares?|proportions?|fractions?|portions?|parts?|percentages?|per ?cent|how (?:much|many|often)|out) of [^.;,]{0,25}$/i.test(
        text.slice(Math.max(0, b.from - 60), b.from),
      );
    const isExpressed =
      sign === "/" &&
      /^[^.;]{0,12}\b(?:as|in) (?:an? |the )?(?:shares?|proportion|fraction|portion|part|percentage|per ?cent)\b/i.test(
        text.slice(a.to),
      );
    if (isTurned && (isShareOf || isOfAll || isPartOf || isExpressed)) return { from: b.from, to: a.to };
    const infix = infixIn(text, sign, left, right);
    if (infix !== null) return infix;
    const turned = sign === "/" ? /\b(?:divides|goes into)\b/i : /\bfrom\b|\bsubtracted\b|\buntil\b|\bto\b/i;
    if (isTurned) return phraseSaid(between, turned) === null ? null : { from: b.from, to: a.to };
    if (sign === "-" && /\bsubtracted from\b/i.test(between)) return null;
    return phraseSaid(text, words) ?? (/^\s*\/\s*$/.test(between) ? { from: a.to, to: b.from } : null);
  };
}

const infixes: Record<string, RegExp> = {
  "/": /\b(?:divided by|over|per|out of|by)\b|[/÷:]/g,
  "-": /\b(?:minus|less)\b|[−–-]/g,
};

/** Where a text has words between two things, of all that it says of them: "how often one has a breach: breaches over inspections". */
function infixIn(text: string, sign: string, left: Way, right: Way): TextRange | null {
  for (const { 0: words, index } of text.matchAll(infixes[sign] ?? /(?!)/g)) {
    const before = /[^.;:,]*$/.exec(text.slice(0, index))?.[0] ?? "";
    const behind = /^[^.;:,]*/.exec(text.slice(index + words.length))?.[0] ?? "";
    const [a, b] = [left(saidText(before)), right(saidText(behind))];
    if (a !== null && b !== null) return { from: index, to: index + words.length };
  }
  return null;
}

/** How it is said that two things are multiplied or added: the last step said between them is no other one. */
export function commutativeWay(sign: string, left: Way, right: Way): Way {
  const words = saidOperation[sign] as RegExp;
  return (said) => {
    const [a, b] = [left(said), right(said)];
    if (a !== null && b !== null) {
      const between = said.text.slice(Math.min(a.to, b.to), Math.max(a.from, b.from));
      const steps = Object.entries(besideNumbers).flatMap(([step, pattern]) =>
        phrasesSaid(between, pattern).map(({ from }) => ({ step, from })),
      );
      const last = steps.reduce((kept, one) => (one.from >= kept.from ? one : kept), {
        step: sign,
        from: -1,
      });
      if (sign === "*" ? last.step !== "*" : last.step === "-") return null;
    }
    return phraseSaid(said.text, words);
  };
}

/** How it is said that two conditions hold together: what stands between them does not end in a choice. */
export function conjoinedWay(first: Way, second: Way): Way {
  return (said) => {
    const places = [first(said), second(said)].filter((place) => place !== null);
    const [one, other] = places.toSorted((a, b) => a.from - b.from);
    if (one === undefined || other === undefined || one.to > other.from) return { from: 0, to: 0 };
    const connectors = said.text.slice(one.to, other.from).match(/\b(?:and|or|but|with|while)\b|[,;.]/gi);
    return connectors?.at(-1)?.toLowerCase() === "or" ? null : { from: one.to, to: other.from };
  };
}

/** How it is said that several things hold together: nothing between them offers a choice. */
export function togetherWay(sides: readonly Way[]): Way {
  return (said) => {
    const places = sides.flatMap((side) => side(said) ?? []);
    const from = Math.min(...places.map((place) => place.to));
    const to = Math.max(...places.map((place) => place.from));
    if (places.length < 2) return { from: 0, to: 0 };
    const ends = places.toSorted((a, b) => a.from - b.from);
    const gaps = ends.slice(1).map((end, at) => said.text.slice(ends[at]?.to ?? 0, end.from));
    return gaps.some((gap) => /\b(?:or|either)\b/i.test(gap) && !/\d\s+or\s+\w+/.test(gap))
      ? null
      : { from: Math.min(from, to), to: Math.max(from, to) };
  };
}
