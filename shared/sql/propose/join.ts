import { isWord } from "../lex.ts";
import type { ImplementationDetail } from "./detail.ts";

const outer = ["LEFT", "RIGHT", "FULL"];

const cues = [
  /\b(?:also|including|include|even|and also|together with|as well as)\b[^,.;?!()]*\b(?:without|with(?:out)? (?:no|any)|never|not (?:yet )?\w+ed|no \w+|don't|do not|does not|(?:have|has|had) (?:none|no)|may not)\b[^,.;?!()]*/iu,
  /\b(?:even|also) (?:if|though|when|where)\b[^,.;?!()]*/iu,
  /\b(?:whether|regardless of whether)\b[^,.;?!()]*\bor not\b/iu,
];

/** A join that keeps rows without a partner. */
export const joinDetail: ImplementationDetail = {
  type: "join_ambiguity",
  decidedBy({ tree, node }) {
    const type = node.kind === "join" ? node.children.find(({ kind }) => kind === "join-type") : undefined;
    if (type === undefined) return null;
    const words = tree.tokens.slice(type.start, type.end);
    return words.some((word) => outer.some((name) => isWord(word, name))) ? node : null;
  },
  cues: () => cues,
  termStands: "before",
};
