import type { DialogueView } from "#shared/contract/dialogues.ts";
import type { SimulatorAction } from "#shared/domain/dialogue.ts";
import type { TextRange } from "#shared/domain/finding.ts";
import { ambiguityTag } from "../../../results/task/ambiguity-words.ts";
import { type CodeMark, lineRanges } from "../../../ui/code-editor/index.ts";

/** The gold of a phase as one text, and where its statements begin. */
interface GoldText {
  text: string;
  starts: readonly number[];
}

/** The snippets of the ambiguities, each under its number; those that the actions of an answer name, and nodes that they located, are lit. */
export function goldMarks(
  gold: GoldText,
  { places, task }: Pick<DialogueView, "places" | "task">,
  actions: readonly SimulatorAction[],
): CodeMark[] {
  const lit = new Set(actions.flatMap((action) => (action.kind === "AMB" ? [action.ambiguity] : [])));
  const snippets = places
    .flatMap((matches, index) =>
      matches.map(({ statement, range }) => ({ index, ...moved(gold, statement, range) })),
    )
    .sort((a, b) => b.to - b.from - (a.to - a.from))
    .flatMap(({ index, from, to }) => {
      const { label, hue } = ambiguityTag(index);
      const message = `Ambiguity ${label}: ${task.ambiguities[index]?.term ?? ""}`;
      return lineRanges(gold.text, { from, to }).map(
        (range, line): CodeMark => ({
          // What is lit stands out where the others are only numbered.
          ...{ ...range, kind: "tag", hue: lit.size === 0 || lit.has(index) ? hue : 0, message },
          label: line === 0 ? label : "",
          active: lit.has(index),
        }),
      );
    });
  return [...snippets, ...locatedMarks(gold, actions)];
}

/** The nodes that an answer located. */
export function locatedMarks(gold: GoldText, actions: readonly SimulatorAction[]): CodeMark[] {
  return actions.flatMap((action) =>
    action.kind === "LOC"
      ? lineRanges(gold.text, moved(gold, action.statement, action.range)).map(
          (range): CodeMark => ({ ...range, kind: "info", message: "The part of the gold that was located" }),
        )
      : [],
  );
}

/** What an answer spoke of in the gold, to bring into view; null for nothing. */
export function spokenOf(
  gold: GoldText,
  places: DialogueView["places"],
  actions: readonly SimulatorAction[],
): TextRange | null {
  for (const action of actions) {
    if (action.kind === "LOC") return moved(gold, action.statement, action.range);
    const [place] = action.kind === "AMB" ? (places[action.ambiguity] ?? []) : [];
    if (place !== undefined) return moved(gold, place.statement, place.range);
  }
  return null;
}

function moved({ starts }: GoldText, statement: number, { from, to }: TextRange): TextRange {
  const start = starts[statement] ?? 0;
  return { from: start + from, to: start + to };
}
