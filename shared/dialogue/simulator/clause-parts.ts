import { stem } from "../../sql/provenance/word-index.ts";
import { nodesOf, type SqlNode, textOf } from "../../sql/tree/sql-node.ts";
import { alphabetical, directionWay, keyOrderWay } from "./comparison-ways.ts";
import { saidPartners } from "./function-cues.ts";
import { columnOf, isIllustrated, isLiteral, literalWay } from "./literal-ways.ts";
import { isDescending } from "./order-phrase.ts";
import { addPart, type PartCollector } from "./part-collector.ts";
import { isSameWord, phraseSaid, wordsSaid } from "./said-text.ts";
import { plainWords } from "./task-words.ts";
import { pattern, type Way } from "./way.ts";

export function collectOrder(collector: PartCollector, items: readonly SqlNode[]): void {
  const { speech } = collector;
  const keys = items.map((item) => columnOf(speech, item));
  const names = items.map(
    ({ children: [key] }) => key?.kind === "column" && /(?:^|\.|_)name$/i.test(textOf(speech.tree, key)),
  );
  for (const [at, item] of items.entries()) {
    const [key] = item.children;
    const byName = names[at] ? [pattern(alphabetical)] : [];
    if (key !== undefined)
      collector.collect({ ...collector, implied: [...collector.implied, ...byName] }, key);
    const place = item.children.find(({ kind }) => kind === "order-direction") ?? item;
    const from = place === item ? item.to - 1 : place.from;
    addPart(
      collector,
      "direction",
      { from, to: place.to },
      directionWay({ at, keys, isDown: isDescending(speech, item), names }),
    );
    const nulls = item.children.find(({ kind }) => kind === "nulls-order");
    if (nulls !== undefined) {
      const isFirst = /first/i.test(textOf(speech.tree, nulls));
      addPart(
        collector,
        "presence",
        nulls,
        pattern(
          isFirst
            ? /\b(?:missing|nulls?|unknown|empty)\b[^.;]{0,30}\b(?:first|top|begin)/i
            : /\b(?:missing|nulls?|unknown|empty)\b[^.;]{0,30}\b(?:last|end|bottom)/i,
        ),
      );
    }
  }
  const [first, second] = items;
  const [one, other] = keys;
  if (first !== undefined && second !== undefined && one && other)
    addPart(collector, "order of keys", { from: first.from, to: second.to }, keyOrderWay(one, other));
}

export function collectJoin(collector: PartCollector, node: SqlNode): void {
  const { speech } = collector;
  const [type, table, on] = node.children;
  const isOuter = type !== undefined && /left|right|full/i.test(textOf(speech.tree, type));
  if (type !== undefined)
    addPart(collector, "join", type, ({ text }) => {
      if (isByOtherKey(text, keyWords(collector, on))) return null;
      const found = saidPartners(text, isOuter);
      return found === null ? null : phraseSaid(text, found);
    });
  const [source] = table?.children ?? [];
  const [condition] = on?.kind === "on" ? on.children : [];
  const sides =
    condition?.kind === "and" ? condition.children.filter(({ kind }) => kind !== "operator") : [condition];
  // Who speaks of what is not closed speaks of the tickets that are joined.
  const implied = sides.flatMap((side) =>
    side === undefined || isKeyMatch(side) ? [] : (columnOf(speech, side) ?? []),
  );
  if (source?.kind === "table-name")
    collector.collect({ ...collector, implied: [...collector.implied, ...implied] }, source);
  // What belongs together by its keys needs no words; a further condition does.
  for (const side of sides) if (side !== undefined && !isKeyMatch(side)) collector.collect(collector, side);
}

/** The words of the columns by which a join matches its rows. */
function keyWords({ speech: { tree } }: PartCollector, on: SqlNode | undefined): string[] {
  return on === undefined
    ? []
    : [...nodesOf(on)].flatMap((node) =>
        node.kind === "column" ? plainWords(textOf(tree, node).replace(/^.*\./, "")) : [],
      );
}

const matchedBy =
  /\b(?:match|join|link|connect|combin)\w*\b(?:[^.;,]|\.(?=\w)){0,60}?\b(?:by|via|using|through|over|on)\s+(?:the |its |their |an? |same )*(\w+(?: \w+)?)/i;

/** Whether a text matches rows by something that is none of these words: "joined by river". */
function isByOtherKey(text: string, words: readonly string[]): boolean {
  const said = matchedBy.exec(text)?.[1]?.toLowerCase() ?? null;
  return (
    said !== null &&
    telling(words).length > 0 &&
    telling(plainWords(said)).length > 0 &&
    !telling(words).some((word) => telling(plainWords(said)).some((one) => isSameWord(stem(one), stem(word))))
  );
}

/** Words that do not only say that something is a key, or point to it. */
function telling(words: readonly string[]): string[] {
  return words.filter(
    (word) => !/^(?:keys?|ids?|codes?|numbers?|identifiers?|it|them|that|this|columns?)$/.test(word),
  );
}

function isKeyMatch(node: SqlNode): boolean {
  const [left, , right] = node.children;
  return node.kind === "comparison" && left?.kind === "column" && right?.kind === "column";
}

export function collectAssignment(collector: PartCollector, node: SqlNode): void {
  const { speech } = collector;
  const [column] = node.children;
  const value = node.children.at(-1);
  const way = isLiteral(value) ? literalWay(speech, value, node) : null;
  const implied =
    way !== null && value !== undefined && column !== undefined && isIllustrated(speech, column, value)
      ? [way]
      : [];
  const name = column === undefined ? [] : plainWords(textOf(speech.tree, column));
  const own = implied.map(
    (one): Way =>
      (said) =>
        setsOther(said.text, name) ? null : one(said),
  );
  if (column !== undefined)
    collector.collect({ ...collector, implied: [...collector.implied, ...own] }, column);
  if (value === undefined) return;
  if (way !== null) addPart(collector, value.kind === "number" ? "number" : "text", value, way);
  else collector.collect(collector, value);
}

const writes = /\b(?:write|put|enter|store) \S+ (?:in|into|as) (?:the |their |its )?(\w+)/i;
const sets = /\b(?:set|sets|setting|change|changing|put) (?:the |their |its )?(\w+) (?:to|=|at)\b/i;

/** Whether a text sets something else than what these words name: "set the value to 3". */
function setsOther(text: string, words: readonly string[]): boolean {
  const said = (sets.exec(text) ?? writes.exec(text))?.[1]?.toLowerCase() ?? null;
  return (
    said !== null &&
    !/^(?:it|them|these|those|this|that|all|each|rows?|readings?|ones?|code|flag|mark|status|grade)$/.test(
      said,
    ) &&
    !words.some((word) => isSameWord(stem(said), stem(word)))
  );
}

/** A column or parameter of a CREATE: its name and its type. */
export function collectItem(collector: PartCollector, node: SqlNode): void {
  const text = textOf(collector.speech.tree, node);
  const [name = "", type = ""] = text.toLowerCase().split(/\s+/);
  const from = node.from;
  addPart(collector, "column", { from, to: from + name.length }, (said) => wordsSaid(said, plainWords(name)));
  const types: Record<string, RegExp> = {
    text: /\b(?:text|string|varchar|characters?|as (?:it is )?(?:written|typed|stored)|raw)\b/i,
    numeric: /\b(?:numeric|numbers?|decimal)\b/i,
    integer: /\b(?:integers?|whole numbers?|numbers?)\b/i,
    jsonb: /\bjson\w*\b/i,
    boolean: /\b(?:boolean|true|yes)\b/i,
    date: /\bdates?\b/i,
  };
  const words = types[/^\w+/.exec(type)?.[0] ?? ""];
  if (words !== undefined)
    addPart(collector, "type", { from: from + name.length, to: node.to }, pattern(words));
}
