import type { Leak, SimulatorAction } from "../../domain/dialogue.ts";
import type { TextRange } from "../../domain/finding.ts";
import { maskedNodes } from "../../domain/mask.ts";
import type { Phase } from "../../domain/task.ts";
import { folded } from "../../sql/knowledge-index.ts";
import { significantTokens } from "../../sql/lex.ts";
import type { ProvenanceContext } from "../../sql/provenance/sources.ts";
import { contentWords } from "./task-words.ts";

/** Runs of the gold shorter than this, in tokens, are found by chance. */
const leastTokens = 4;

/**
 * What an answer gives away that its actions do not answer: a key SQL snippet, a run of the gold's SQL, the definition of
 * a masked knowledge node. A leak names its words.
 */
export function leaksIn(
  context: ProvenanceContext,
  phase: Phase,
  text: string,
  actions: readonly SimulatorAction[],
): Leak[] {
  if (text === "") return [];
  const asked = new Set(actions.flatMap((action) => (action.kind === "AMB" ? [action.ambiguity] : [])));
  const snippets = phase === 2 ? [] : snippetLeaks(context, text, asked);
  const goldRun = goldLeak(context, phase, text);
  const gold: Leak[] = goldRun === null ? [] : [{ words: text.slice(goldRun.from, goldRun.to), of: "gold" }];
  return [...snippets, ...gold, ...definitionLeaks(context, text, asked)];
}

function snippetLeaks({ task }: ProvenanceContext, text: string, asked: ReadonlySet<number>): Leak[] {
  return task.ambiguities.flatMap(({ sqlSnippet }, index): Leak[] => {
    if (asked.has(index)) return [];
    const range = rangeOfFolded(text, sqlSnippet);
    return range === null ? [] : [{ words: text.slice(range.from, range.to), of: "snippet" }];
  });
}

/** Where a text has another one, whatever the white space and case; null where it has not. */
function rangeOfFolded(text: string, wanted: string): TextRange | null {
  const places: number[] = [];
  let bare = "";
  for (const [at, char] of [...text].entries()) {
    if (/\s/.test(char)) continue;
    bare += char.toLowerCase();
    places.push(at);
  }
  const small = wanted.replaceAll(/\s+/g, "").toLowerCase();
  const at = small.length < 6 ? -1 : bare.indexOf(small);
  return at < 0 ? null : { from: places[at] ?? 0, to: (places[at + small.length - 1] ?? 0) + 1 };
}

/** The longest run of tokens that a text shares with the gold and that only SQL would write. */
function goldLeak({ gold }: ProvenanceContext, phase: Phase, text: string): TextRange | null {
  const said = significantTokens(text, "postgresql");
  const small = said.map((token) => token.text.toLowerCase());
  let best: TextRange | null = null;
  for (const { tokens } of gold[phase]) {
    const written = tokens.map((token) => token.text.toLowerCase());
    for (const start of small.keys()) {
      const run = said.slice(start, start + sharedRun(small, start, written));
      if (run.length < leastTokens || !run.some(({ text: part }) => onlyInSql.test(part))) continue;
      const range = { from: run[0]?.from ?? 0, to: run.at(-1)?.to ?? 0 };
      if (best === null || range.to - range.from > best.to - best.from) best = range;
    }
  }
  return best;
}

const onlyInSql = /[()=<>*/.']|^(?:select|from|where|join|group|order)$/i;

/** How many tokens from a place on stand so somewhere in the gold. */
function sharedRun(said: readonly string[], start: number, written: readonly string[]): number {
  let longest = 0;
  for (
    let at = written.indexOf(said[start] as string);
    at >= 0;
    at = written.indexOf(said[start] as string, at + 1)
  ) {
    let length = 0;
    while (start + length < said.length && said[start + length] === written[at + length]) length += 1;
    longest = Math.max(longest, length);
  }
  return longest;
}

function definitionLeaks(
  { task, knowledge }: ProvenanceContext,
  text: string,
  asked: ReadonlySet<number>,
): Leak[] {
  if (knowledge === null) return [];
  const allowed = new Set(
    task.ambiguities.flatMap((ambiguity, index) =>
      ambiguity.kind === "knowledge" && asked.has(index) ? [ambiguity.deletedKnowledge] : [],
    ),
  );
  const plain = folded(text);
  return maskedNodes(task, knowledge.graph).flatMap((id): Leak[] => {
    const node = allowed.has(id) ? undefined : knowledge.graph.nodes.get(id);
    if (node === undefined) return [];
    const whole = folded(node.definition).replace(/\.$/, "");
    if (whole.length >= 12 && plain.includes(whole))
      return [{ words: node.definition, of: "masked-definition" }];
    const words = contentWords(node.definition);
    const said = contentWords(text);
    const from = runOf(said, words);
    return from === null ? [] : [{ words: from, of: "masked-definition" }];
  });
}

/** Six content words of a definition in a row, as they stand in a text; null where there are none. */
function runOf(said: readonly string[], words: readonly string[]): string | null {
  const text = ` ${said.join(" ")} `;
  for (let at = 0; at + 6 <= words.length; at += 1) {
    const run = words.slice(at, at + 6).join(" ");
    if (text.includes(` ${run} `)) return run;
  }
  return null;
}
