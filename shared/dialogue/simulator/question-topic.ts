import type { TextRange } from "../../domain/finding.ts";

/** What a question says itself of what it is about, and what it only offers as an answer. */
export interface QuestionFrame {
  /** "risk score" of "For the risk score, should I …?"; null where a question begins without. */
  topic: TextRange | null;
  /** Answers that it offers, examples, and what stands between brackets. */
  asides: readonly TextRange[];
}

const greeting = String.raw`(?:(?:hi|hello|thanks|thank you|ok|okay|and|also|so|but|then|finally|next|first|lastly|\d\W|sorry|please clarify|clarification|just to (?:be sure|confirm|clarify)|to clarify|quick question|one more thing|i need to know|could you (?:please )?(?:clarify|tell me|explain|confirm))\W+)*`;
const ends = String.raw`(?=,|:|;| [-–—] |\?|\s(?:do|did|are|should|shall|must|can|could|would|is (?:it|this|that|there)|what|which|how|does|would)\b)`;

/** A label before what is asked of it: "Best sellers: …", "Weak = below …", "Enough days - how many?". */
const label = String.raw`(?!(?:how|what|which|who|whose|when|where|why|should|shall|do|does|did|is|are|was|were|can|could|would|will|may|must|please|if)\b)((?:[^\s.,:;?!=]+\s+){0,5}?[^\s.,:;?!=]{2,})(?=\s*[:=]\s|\s+[-–—]\s)`;

/** The ways in which a question names its topic ahead. */
const openings = [
  String.raw`(?:for|by|regarding|concerning|about|as for|as to|with (?:regards?|respect) to|in terms of|on the (?:topic|subject|matter) of)\s+(?:the |your |an? )?(.{3,70}?)`,
  String.raw`(?:when|where|if) you (?:say|said|mention(?:ed)?|ask(?:ed)? for|write|wrote|speak of|talk about|refer to|want)\s+(?:the |an? )?(.{3,70}?)`,
  String.raw`you (?:say|said|mention(?:ed)?|ask(?:ed)? for|wrote|speak of|talk about)\s+(?:the |an? )?(.{3,70}?)`,
]
  .map((opening) => opening + ends)
  .concat(label)
  .map((opening) => new RegExp(`^\\W*${greeting}${opening}`, "di"));

const meaning = [
  /^\W*(?:does|do|is|are|should|shall|must) (?:the |your |an? )?([^?,;:]{3,40}?) (?:go by|be based on|based on|refer to|relate to|depend on|be (?:counted|measured|judged) by)\b/di,
  /\b(?:what|how) (?:do|did|would|should|could|can) (?:you|i|we) (?:exactly |precisely )?(?:mean|understand|define|interpret|read|quantify|determine|identify) (?:by |with |if )?(?:the |an? )?([^?,;:]{3,60}?)(?=\?|,|;|:| [-–—] |$)/di,
  /\bwhat (?:exactly |precisely )?(?:counts as|qualifies as|constitutes|defines|makes(?: up)?|is meant by|are meant by|does|do|is considered(?: as)?|criteri(?:a|on) (?:defines?|determines?|makes?))\s+(?:the |an? )?([^?,;:]{3,60}?)(?: means?| stand for| refer to| entail| consist of| include)?(?=\?|,|;|:| [-–—] |$)/di,
  /\b(?:definition|meaning|sense|interpretation) of (?:the |an? )?([^?,;:]{3,60}?)(?=\?|,|;|:| [-–—] |$)/di,
  /\bhow (?:is|are|should|must|shall|would) (?:the |an? )?([^?,;:]{3,60}?) (?:be )?(?:defined|measured|quantified|determined|calculated|computed|derived|identified|interpreted|understood|assessed)\b/di,
];

const offered =
  /\((?=[^)]{3})[^)]*\)|\b(?:such as|e\.g\.|i\.e\.|for (?:example|instance)|including)(?=\s|,)[^?;]*|(?:^|\n)\s*(?:[-*•]|\d+[.)])\s+[^\n?]*(?=\n|$)/gi;
const offering =
  /(?<=[?:.]\s+)(?:(?:or|is it|is this|is that|are they|are these|are you (?:referring|talking|asking|looking)|do you mean|did you mean|should it be|could it be|would it be|does (?:it|this|that) mean|would you like me to)\b)[^?]*\?/gi;

/** Reads what frames a question. */
export function questionFrame(question: string): QuestionFrame {
  const topic = topicOf(question);
  const asides = [offered, offering].flatMap((pattern) =>
    Array.from(question.matchAll(pattern), ({ index, 0: text }) => ({
      from: index,
      to: index + text.length,
    })),
  );
  return {
    topic,
    asides: topic === null ? asides : asides.filter(({ from, to }) => to <= topic.from || from >= topic.to),
  };
}

function topicOf(question: string): TextRange | null {
  for (const pattern of [...openings, ...meaning]) {
    const [from, to] = pattern.exec(question)?.indices?.[1] ?? [];
    if (from !== undefined && to !== undefined) return { from, to };
  }
  return null;
}
