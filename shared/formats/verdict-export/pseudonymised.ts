import { editObject } from "../object-text.ts";
import { mapFields } from "../prediction-fields.ts";
import { withoutVerdicts } from "../without-verdicts.ts";
import type { ExportItem } from "./export-format-spec.ts";

/** What stands for people's names in an export. */
export interface Pseudonyms {
  of(name: string): string;
  /** A text with all names that are known replaced wherever they stand as words. */
  within(text: string): string;
}

/** Pseudonyms for names that are known; `of` answers the same for the same name. */
export function pseudonymsFor(names: readonly string[], of: (name: string) => string): Pseudonyms {
  const known = new Map(
    names
      .map((name) => name.trim())
      .filter((name) => name.length > 1)
      .map((name) => [name.toLowerCase(), name]),
  );
  const longestFirst = [...known.keys()].sort((one, other) => other.length - one.length);
  const escaped = longestFirst.map((name) => name.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, "\\$&"));
  const asWords =
    escaped.length === 0
      ? null
      : new RegExp(`(?<![\\p{L}\\p{N}_])(?:${escaped.join("|")})(?![\\p{L}\\p{N}_])`, "giu");
  return {
    of,
    within: (text) =>
      asWords === null
        ? text
        : text.replaceAll(asWords, (found) => of(known.get(found.toLowerCase()) ?? found)),
  };
}

/**
 * The item with pseudonyms for everybody who said something of it, also in what they and its file wrote; nothing of its order tells a
 * name. Question, evidence and SQL stay as they are.
 */
export function pseudonymised<Item extends ExportItem>(item: Item, names: Pseudonyms): Item {
  const { of, within } = names;
  const verdicts = item.verdicts.map((verdict) => ({
    ...verdict,
    reviewer: of(verdict.reviewer),
    note: within(verdict.note),
    rubric: JSON.parse(within(JSON.stringify(verdict.rubric))),
  }));
  const { consensus, layout } = item;
  return {
    ...item,
    verdicts: verdicts.toSorted((one, other) => (one.reviewer < other.reviewer ? -1 : 1)),
    consensus: consensus && {
      ...consensus,
      notes: consensus.notes.map(within),
      settledBy: consensus.settledBy === null ? null : of(consensus.settledBy),
    },
    source: sourceWithout(withoutVerdicts(item.source), names),
    layout: { ...layout, prologue: within(layout.prologue), epilogue: within(layout.epilogue) },
  };
}

/** The text of an item with pseudonyms in the fields that say nothing of the question and its SQL. */
function sourceWithout(source: string, { within }: Pseudonyms): string {
  const fields = JSON.parse(source) as Record<string, unknown>;
  const kept = new Set(mapFields(new Set(Object.keys(fields))).values());
  const others = Object.entries(fields).filter(([key]) => !kept.has(key));
  const changed = others.map(([key, value]) => [key, within(JSON.stringify(value)), within(key)] as const);
  const set = new Map(changed.flatMap(([key, text, name]) => (name === key ? [[key, text]] : [])));
  return editObject(source, {
    set,
    remove: new Set(changed.flatMap(([key, , name]) => (name === key ? [] : [key]))),
  });
}
