import type { Speech } from "../../dialogue/simulator/speech.ts";
import { speechOf } from "../../dialogue/simulator/speech-of.ts";
import { plainWords, taskWords } from "../../dialogue/simulator/task-words.ts";
import type { Phase } from "../../domain/task.ts";
import { nameOf } from "../../sql/lex.ts";
import type { ProvenanceContext } from "../../sql/provenance/sources.ts";
import { stem } from "../../sql/provenance/word-index.ts";
import { nodesOf, type SqlNode, type SqlTree } from "../../sql/tree/sql-node.ts";
import { phrasePattern } from "../../text/phrase-pattern.ts";
import { quoted } from "../../text/quoted.ts";
import { isCalled, namesAround } from "./is-called.ts";

/** What a question sorts or groups by, or keeps, and the gold does not; each in a sentence. */
export function otherNames(context: ProvenanceContext, phase: Phase, text: string): string[] {
  const speeches = context.gold[phase].map((tree) => speechOf(taskWords(context, phase), tree));
  return [
    ...otherTies(speeches, text),
    ...otherGroups(context, speeches, text),
    ...otherKept(speeches, text),
  ];
}

const ties =
  /\b(?:then|equal(?: (?:ones|\w+s))?|ties?(?: (?:are|is))?(?: broken)?|same \w+)(?: stand| come| are sorted)? (?:by|in the order of|in order of) ([^.,;:()]+)/gi;

/** "equal ones by name" needs a name among the keys of an ORDER BY. */
function otherTies(speeches: readonly Speech[], text: string): string[] {
  const keys = speeches.flatMap((speech) =>
    [...nodesOf(speech.tree.root)].flatMap((node) => (node.kind === "order-item" ? [{ speech, node }] : [])),
  );
  if (keys.length === 0) return [];
  return [...text.matchAll(ties)].flatMap(([words, by = ""]) =>
    keys.some(({ speech, node }) => isCalled(speech, node, by))
      ? []
      : [`it says ${quoted(words)}, and no ORDER BY of the gold sorts by that`],
  );
}

const each = /\b(?:per|for (?:each|every))\s+(\p{L}+)(?:\s+(\p{L}+))?(?:\s+(\p{L}+))?/giu;

/** "for each basin" needs a basin among what is grouped by, where a table is called so. */
function otherGroups({ schema }: ProvenanceContext, speeches: readonly Speech[], text: string): string[] {
  const grouped = speeches.flatMap((speech) =>
    [...nodesOf(speech.tree.root)]
      .filter(({ kind }) => kind === "group-by")
      .flatMap((clause) => clause.children.map((node) => ({ speech, node }))),
  );
  const isRead = grouped.length > 0 && grouped.every(({ node }) => [...nodesOf(node)].some(isColumn));
  const tables = new Set(schema?.tables.map(({ name }) => stem(name.toLowerCase())) ?? []);
  if (!isRead) return [];
  const own = new Set(
    grouped.flatMap(({ speech, node }) =>
      [...nodesOf(node)].filter(isColumn).flatMap((column) => namesAround(speech, column).map(stem)),
    ),
  );
  return [...text.matchAll(each)].flatMap(([words, ...behind]) => {
    const said = behind.filter((word) => word !== undefined).map((word) => stem(word.toLowerCase()));
    const entity = said.find((word) => tables.has(word));
    return entity === undefined || said.some((word) => own.has(word))
      ? []
      : [`it asks ${quoted(words)}, and the gold groups by something else`];
  });
}

function isColumn({ kind }: SqlNode): boolean {
  return kind === "column";
}

const highest = "highest|largest|greatest|latest|newest|last|biggest";
const lowest = "lowest|smallest|least|earliest|oldest|first";

/** A DELETE that compares a column of two rows keeps one end of it; a question that names the other end contradicts it. */
function otherKept(speeches: readonly Speech[], text: string): string[] {
  return speeches.flatMap(({ tree }) =>
    [...nodesOf(tree.root)].flatMap((node) => {
      const kept = node.kind === "delete" ? keptBy(tree, node) : null;
      if (kept === null) return [];
      const words = plainWords(kept.column).join("[\\s_]+");
      const turned = phrasePattern(
        `\\b(?:${kept.isLowest ? highest : lowest}) (?:\\w+ )?${words}\\b`,
        "i",
      )?.exec(text);
      const right = phrasePattern(
        `\\b(?:${kept.isLowest ? lowest : highest}) (?:\\w+ )?${words}\\b`,
        "i",
      )?.test(text);
      return turned == null || right
        ? []
        : [`it says ${quoted(turned[0])}, and the gold keeps the ${kept.isLowest ? "lowest" : "highest"}`];
    }),
  );
}

function keptBy(tree: SqlTree, statement: SqlNode): { column: string; isLowest: boolean } | null {
  const table = statement.children.find(({ kind }) => kind === "table");
  const target = table === undefined ? null : nameOf(tree.tokens[table.end - 1]);
  for (const { kind, children } of nodesOf(statement)) {
    const [left, operator, right] = kind === "comparison" ? children : [];
    if (left?.kind !== "column" || right?.kind !== "column" || operator === undefined) continue;
    const [name, other] = [left, right].map(({ end }) => nameOf(tree.tokens[end - 1]));
    const sign = tree.sql.slice(operator.from, operator.to);
    if (name == null || name !== other || !["<", ">"].includes(sign)) continue;
    const sides = [left, right].map(({ start }) => nameOf(tree.tokens[start]));
    if (target === null || !sides.includes(target)) continue;
    const isTarget = sides[0] === target;
    return { column: name, isLowest: (sign === ">") === isTarget };
  }
  return null;
}
