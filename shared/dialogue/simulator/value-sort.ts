import type { ValueKey } from "./said-values.ts";

/** What sort of value a question asks for. */
export type ValueSort = "moment" | "span" | "number" | "word";

const asking: [kind: ValueSort, words: RegExp][] = [
  [
    "moment",
    /\b(?:(?:since|from|until|till|up to) when|(?:which|what) (?:day|date|year|month|moment|point in time|period|season)s?\b|how (?:recent|far back)|^(?:and )?when (?:does|did|do|is|was)\b[^?]{0,40}\b(?:begin|start|end|finish|stop))/i,
  ],
  [
    "span",
    /\bhow (?:long(?! (?:is|should|may) the (?:list|table|result))|many (?:hours|minutes|days|weeks)|slow)\b/i,
  ],
  [
    "number",
    /\b(?:how (?:high|low|large|big|small|weak|strong|heavy|bad|dirty|great|old|far)\b|how (?:many|much)\b[^?]{0,60}\b(?:must|needs?|too|make|makes|take|takes|before|at least|enough|for (?:it|a|an|one)|(?:on )?(?:do|are|is|does)\b[^?]{0,20}\benough)\b|how many\W*$|(?:which|what) (?:number|figure|factor|constant|threshold|limit|bar|share|percentage|level|voltage|score|order)\b|(?:from|at|above|below|over|under) (?:which|what|how (?:many|much))\b)/i,
  ],
  [
    "word",
    /\b(?:which|what) (?:substance|parameter|germ|bacteria|code|kind|status|state|type|category|grade|label|word|text|placeholder|material|compound|chemical|nutrient)s?\b/i,
  ],
];

/** What sorts of value a question asks for; none where it does not say. */
export function askedSorts(question: string): ValueSort[] {
  return asking.flatMap(([kind, words]) => (words.test(question) ? [kind] : []));
}

/** What sorts of value something compares with. */
export function sortsOf(literals: ReadonlySet<ValueKey>): Set<ValueSort> {
  const kinds = new Set(Array.from(literals, kindOf));
  // The year of a moment is no number.
  if (kinds.has("moment") && ![...literals].some((key) => kindOf(key) === "number" && !/^\d{4}$/.test(key)))
    kinds.delete("number");
  return kinds;
}

function kindOf(key: ValueKey): ValueSort {
  if (/^\d+(?:\.\d+)? s$/.test(key)) return "span";
  if (/^\d{4}-\d\d|^\d\d-\d\d$/.test(key)) return "moment";
  return /^-?\d+(?:\.\d+)?$/.test(key) ? "number" : "word";
}
