import { directionsSaid, type SaidDirection } from "../../dialogue/simulator/comparison-said.ts";
import type { Speech } from "../../dialogue/simulator/speech.ts";
import { speechOf } from "../../dialogue/simulator/speech-of.ts";
import { taskWords } from "../../dialogue/simulator/task-words.ts";
import type { Phase } from "../../domain/task.ts";
import type { ProvenanceContext } from "../../sql/provenance/sources.ts";
import { nodesOf, type SqlNode, type SqlTree, textOf } from "../../sql/tree/sql-node.ts";
import { quoted } from "../../text/quoted.ts";
import { isCalled } from "./is-called.ts";

/** A key of an ORDER BY of the gold. */
interface SortKey {
  speech: Speech;
  node: SqlNode;
  isDescending: boolean;
}

const ordering =
  /\b(?:first|descending|ascending|increasing|decreasing|alphabetical(?:ly)?|desc|asc|on top|from|down|up)\b/i;

/** A direction in which the question sorts and nothing in the gold does, or not what the question sorts by it. */
export function otherDirections(context: ProvenanceContext, phase: Phase, text: string): string[] {
  const keys = context.gold[phase].flatMap((tree) => keysOf(speechOf(taskWords(context, phase), tree)));
  if (keys.length === 0) return [];
  return (
    directionsSaid(text)
      .filter(({ from, to }) => ordering.test(text.slice(from, to)))
      // The oldest have the highest age and the first day of birth.
      .filter(({ from, to }) => !/oldest|youngest/i.test(text.slice(from, to)))
      .flatMap((said) => {
        const way = said.isDescending ? "down" : "up";
        const words = `it sorts ${quoted(text.slice(said.from, said.to))}`;
        if (keys.every((key) => key.isDescending !== said.isDescending))
          return [`${words}, and nothing in the gold is sorted ${way}`];
        const [meant] = keysMeant(keys, text, said);
        return meant === undefined
          ? []
          : [`${words}, and the gold has ${quoted(textOf(meant.speech.tree, meant.node))}`];
      })
  );
}

function keysOf(speech: Speech): SortKey[] {
  return [...nodesOf(speech.tree.root)].flatMap((node) =>
    node.kind === "order-item" ? [{ speech, node, isDescending: isDescending(speech.tree, node) }] : [],
  );
}

/** The keys that the words beside a direction name, where all of these are sorted the other way; none where that is not clear. */
function keysMeant(keys: readonly SortKey[], text: string, said: SaidDirection): SortKey[] {
  const inside = text.slice(said.from, said.to);
  const words = thingsIn(inside) === "" ? sortedBefore(text, said.from) : inside;
  if (thingsIn(words) === "" || keys.some(({ node }) => node.children[0]?.kind === "number")) return [];
  const called = keys.filter(({ speech, node }) => isCalled(speech, node, words));
  return called.every(({ isDescending: isDown }) => isDown !== said.isDescending) ? called : [];
}

/** What is left of words of a direction: "fewest stations first" sorts stations. */
function thingsIn(words: string): string {
  return words
    .replaceAll(
      /\b(?:the|from|to|down|up|first|on top|\w+est|most|least|best|worst|top|bottom|ascending|descending|increasing|decreasing|alphabetical(?:ly)?|asc|desc|order|high|low|[az])\b|[^\p{L}]+/giu,
      " ",
    )
    .trim();
}

/** "by count" of "by count, highest first"; empty where no word says by what. */
function sortedBefore(text: string, at: number): string {
  return (
    /\b(?:by|of) ([^.,;:()]{2,60}),?\s*(?:\bin\s*|\bthe\s*)?$/i.exec(
      text.slice(Math.max(0, at - 100), at),
    )?.[1] ?? ""
  );
}

function isDescending(tree: SqlTree, { children }: SqlNode): boolean {
  const direction = children.find(({ kind }) => kind === "order-direction");
  return direction !== undefined && /^desc/i.test(textOf(tree, direction));
}
