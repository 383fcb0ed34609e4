import { put, quote } from "../at-node.ts";
import { columnsInReach, type ReadableColumn } from "../columns-in-reach.ts";
import { joinsTables } from "../joins-tables.ts";
import type { Mutation, MutationOperator, MutationSite } from "../operator.ts";

/** So many columns of its own type are offered for one, and so many of others. */
const mostSiblings = 4;

/** Another column of the tables that are read here: of the same type, or one that can be read as that type. */
export const siblingColumn: MutationOperator = {
  id: "sibling-column",
  topic: "column",
  kinds: ["column"],
  *mutationsAt(site): Generator<Mutation> {
    const { tree, node, schema } = site;
    if (isKeyOfItsPlace(site)) return;
    const readable = columnsInReach(tree, node, schema);
    const text = quote(tree, node).toLowerCase();
    const meant = readable.find(({ written }) => written.some((one) => one === text));
    if (meant === undefined) return;
    const isQualified = text.includes(".") || new Set(readable.map(({ alias }) => alias)).size > 1;
    const type = typeClass(meant);
    const others = readable
      .filter((one) => one.column.name !== meant.column.name && !isUnlikely(one, meant))
      .sort((a, b) => distance(a, meant) - distance(b, meant));
    const alike = others.filter((one) => typeClass(one) === type).slice(0, mostSiblings);
    const castable = others.filter((one) => isCastable(typeClass(one), type)).slice(0, mostSiblings);
    for (const one of inTurn(alike, castable)) {
      const name = isQualified ? `${one.alias}.${one.column.name}` : one.column.name;
      const isAlike = typeClass(one) === type || tree.dialect === "sqlite";
      yield {
        splices: [put(node, isAlike ? name : `${name}::${type}`)],
        meaning: `${name} instead of ${quote(tree, node)}`,
      };
    }
  },
};

/** Whether a column stands where another one makes no sense: compared with another column, or as what is set. */
function isKeyOfItsPlace({ tree, node, parents }: MutationSite): boolean {
  const [parent] = parents;
  if (parent?.kind === "assignment") return parent.children[0] === node;
  if (parents.some(({ kind }) => kind === "using")) return true;
  const ofColumns = parent?.children.every(({ kind }) => kind === "column" || kind === "operator");
  return (
    (parent?.kind === "comparison" && ofColumns) || parents.slice(0, 2).some((one) => joinsTables(tree, one))
  );
}

/** Keys name things; nobody means one by a word for a measure. */
function isUnlikely({ column }: ReadableColumn, meant: ReadableColumn): boolean {
  const isKey = column.primaryKey || column.references !== null;
  return isKey && !meant.column.primaryKey && meant.column.references === null;
}

function distance(one: ReadableColumn, meant: ReadableColumn): number {
  return one.table === meant.table ? 0 : 1;
}

function inTurn(one: readonly ReadableColumn[], other: readonly ReadableColumn[]): ReadableColumn[] {
  return one.flatMap((column, at) => [column, ...other.slice(at, at + 1)]).concat(other.slice(one.length));
}

type TypeClass = "numeric" | "text" | "moment" | "flag" | "other" | "unknown";

function typeClass({ column: { declaredType } }: ReadableColumn): TypeClass {
  const type = declaredType.toLowerCase();
  if (type === "") return "unknown";
  if (/int|num|dec|real|double|float/.test(type) && !/interval|point/.test(type)) return "numeric";
  if (/date|time/.test(type)) return "moment";
  if (/char|text|clob/.test(type)) return "text";
  return /bool/.test(type) ? "flag" : "other";
}

function isCastable(from: TypeClass, to: TypeClass): boolean {
  return to === "text" && (from === "numeric" || from === "moment");
}
