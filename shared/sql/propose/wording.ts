import type { TextRange } from "../../domain/finding.ts";
import { nameOf } from "../lex.ts";
import { nodesOf, type SqlNode } from "../tree/sql-node.ts";
import type { ImplementationDetail, NodeInContext } from "./detail.ts";
import { phraseAround, phraseBefore, phraseBehind, phrasesWith } from "./phrase.ts";

/** A change of the question that leaves a detail open: `text` replaces the range (UTF-16 offsets). */
export interface Rewording extends TextRange {
  text: string;
}

/** What to do with the question: the change, null where it says nothing of the detail, and the words to mark afterwards. */
export interface Wording {
  rewording: Rewording | null;
  term: string | null;
}

/** Longer questions (UTF-16 units) are not looked into. */
const longestQuestion = 4_000;

/** How to leave a detail of the gold open in the question; `cues` are those of all details, whose words are no terms. */
export function wordingFor(
  question: string,
  detail: ImplementationDetail,
  { context, node, cues }: { context: NodeInContext; node: SqlNode; cues: readonly RegExp[] },
): Wording {
  // No question of a task is that long; what is would keep the patterns busy.
  if (question.length > longestQuestion) return { rewording: null, term: null };
  const rewording = rewordingOf(question, detail.cues(node));
  const rest = rewording === null ? question : reworded(question, rewording);
  const free = blanked(rest, cues);
  const byName = phraseByName(free, namesAbout(context));
  const before = rewording === null ? null : phraseBefore(free, rewording.from);
  const behind = rewording === null ? null : phraseBehind(free, rewording.from);
  const inOrder = { "by-name": [byName, before], before: [before, byName], behind: [behind, before, byName] };
  const range = inOrder[detail.termStands].find((found) => found !== null) ?? null;
  return { rewording, term: range === null ? null : rest.slice(range.from, range.to) };
}

/** How to take a detail out of the question that one of the cues says; null where none does. */
export function rewordingOf(question: string, cues: readonly RegExp[]): Rewording | null {
  const cue = question.length > longestQuestion ? null : cueIn(question, cues);
  return cue === null ? null : without(question, cue);
}

/** The question after a change. */
export function reworded(question: string, { from, to, text }: Rewording): string {
  return question.slice(0, from) + text + question.slice(to);
}

function cueIn(question: string, cues: readonly RegExp[]): TextRange | null {
  for (const cue of cues) {
    const match = cue.exec(question);
    if (match === null) continue;
    const from = match.index + match[0].length - match[0].trimStart().length;
    return { from, to: match.index + match[0].trimEnd().length };
  }
  return null;
}

/** The question with every cue blanked by full stops, so that no phrase runs through one. */
function blanked(question: string, cues: readonly RegExp[]): string {
  return cues.reduce(
    (text, cue) => text.replaceAll(new RegExp(cue.source, `${cue.flags}g`), (cut) => ".".repeat(cut.length)),
    question,
  );
}

/** Takes words out together with the comma, the brackets or the sentence's end that belonged to them. */
function without(question: string, { from, to }: TextRange): Rewording {
  const before = question.slice(0, from);
  const after = question.slice(to);
  const opening = /\(\s*$/.exec(before);
  const closing = /^\s*\)/.exec(after);
  if (opening !== null && closing !== null)
    return { from: before.slice(0, opening.index).trimEnd().length, to: to + closing[0].length, text: "" };
  if (before.trim() === "" || /[.?!;]\s*$/.test(before)) return withoutBeginning(question, { from, to });
  const lead = /(?:,\s*(?:and\s+)?|\s+)$/.exec(before);
  const isClosed = /^\s*(?:[,.;?!)]|$)/.test(after);
  const start = isClosed ? from - (lead?.[0].length ?? 0) : from;
  return { from: start, to: isClosed ? to : to + (/^\s*/.exec(after)?.[0].length ?? 0), text: "" };
}

/** A whole sentence goes with its end; what comes next begins with a capital if the sentence before has ended. */
function withoutBeginning(question: string, { from, to }: TextRange): Rewording {
  const after = question.slice(to);
  const end = /^\s*([.?!;]|$)/.exec(after);
  const isTail = end !== null && (end[1] !== ";" || question.slice(0, from).trimEnd().endsWith(";"));
  if (isTail) return { from: question.slice(0, from).trimEnd().length, to: to + end[0].length, text: "" };
  const lead = /^[\s,;]*(\p{L}?)/u.exec(after);
  return { from, to: to + (lead?.[0].length ?? 0), text: (lead?.[1] ?? "").toUpperCase() };
}

/** The words of a question that the gold's names stand for; null where it has none of them. */
export function termByNames(question: string, names: readonly string[]): string | null {
  const range = phraseByName(question, names);
  return range === null ? null : question.slice(range.from, range.to);
}

/** The phrase of the question that shares most words with the names of the gold; of equal ones the first. */
function phraseByName(question: string, names: readonly string[]): TextRange | null {
  const wanted = new Set(names.flatMap(stemsOf));
  const phrases = phrasesWith(question, (word) => stemsOf(word).some((stem) => wanted.has(stem)));
  const shared = ({ from, to }: TextRange) =>
    new Set(stemsOf(question.slice(from, to)).filter((stem) => wanted.has(stem))).size;
  const [first, ...others] = phrases;
  if (first === undefined) return null;
  const best = others.reduce((kept, phrase) => (shared(phrase) > shared(kept) ? phrase : kept), first);
  return phraseAround(question, best);
}

/** What the gold calls a node: the alias of the output that it makes, else the columns and tables in it. */
function namesAbout({ tree, node, above }: NodeInContext): string[] {
  const item = above.findLast(({ kind }) => kind === "select-item");
  const alias = item?.children.find(({ kind }) => kind === "alias");
  const holders = alias === undefined ? [...nodesOf(node)] : [alias, ...nodesOf(node)];
  return holders.flatMap(({ kind, end }) =>
    ["alias", "column", "table-name"].includes(kind) ? (nameOf(tree.tokens[end - 1]) ?? []) : [],
  );
}

/** The words of a name without their endings: "open_tickets" as open and ticket. */
function stemsOf(name: string): string[] {
  const words = name
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);
  return words.filter((word) => word.length > 2).map((word) => word.replace(/(?:ies|es|s)$/, ""));
}
