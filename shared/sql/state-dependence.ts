import { isWord, nameOf } from "./lex.ts";
import { nodesOf, type SqlNode, type SqlTree } from "./tree/sql-node.ts";

/** Words that may be between CREATE, ALTER or DROP and the kind of the object. */
const modifiers = new Set(
  "OR REPLACE TEMP TEMPORARY UNIQUE MATERIALIZED UNLOGGED GLOBAL LOCAL RECURSIVE FOREIGN CONCURRENTLY".split(
    " ",
  ),
);
const objectKinds = new Set(
  "TABLE VIEW FUNCTION PROCEDURE TRIGGER TYPE DOMAIN SEQUENCE INDEX SCHEMA ROLE EXTENSION".split(" "),
);

/** The names, in small letters and without their schema, of what statements create, alter, drop, fill, change or empty. */
export function changedNames(trees: readonly SqlTree[]): Set<string> {
  const names = new Set<string>();
  for (const tree of trees)
    for (const node of nodesOf(tree.root)) {
      const name = changedName(tree, node);
      if (name !== null) names.add(name);
    }
  return names;
}

/** Every name that statements use, in small letters: tables, columns, functions, types. */
export function namesInStatements(trees: readonly SqlTree[]): Set<string> {
  const names = new Set<string>();
  for (const { tokens } of trees)
    for (const token of tokens) {
      const name = nameOf(token)?.toLowerCase();
      if (name !== undefined) names.add(name);
    }
  return names;
}

/** Whether a phase names anything that the phase before it creates or changes (paper, appendix H.5: state-dependent). */
export function dependsOnState(before: readonly SqlTree[], after: readonly SqlTree[]): boolean {
  const used = namesInStatements(after);
  return [...changedNames(before)].some((name) => used.has(name));
}

function changedName(tree: SqlTree, node: SqlNode): string | null {
  switch (node.kind) {
    case "insert":
    case "update":
    case "delete": {
      const table = node.children.find(({ kind }) => kind === "table");
      const name = table?.children.find(({ kind }) => kind === "table-name");
      return name === undefined ? null : lastName(tree, name.start);
    }
    case "into": {
      const words = ["TEMP", "TEMPORARY", "UNLOGGED", "TABLE"];
      let at = node.start + 1;
      while (words.some((word) => isWord(tree.tokens[at], word))) at += 1;
      return lastName(tree, at);
    }
    case "create-as":
    case "command":
      return commandName(tree, node);
    default:
      return null;
  }
}

/** The object of CREATE, ALTER, DROP or TRUNCATE. */
function commandName(tree: SqlTree, { start, end }: SqlNode): string | null {
  const word = (at: number) =>
    tree.tokens[at]?.kind === "word" ? (tree.tokens[at]?.text ?? "").toUpperCase() : "";
  if (!["CREATE", "ALTER", "DROP", "TRUNCATE"].includes(word(start))) return null;
  let at = start + 1;
  while (at < end && modifiers.has(word(at))) at += 1;
  if (objectKinds.has(word(at))) at += 1;
  else if (word(start) !== "TRUNCATE") return null;
  while (["CONCURRENTLY", "IF", "NOT", "EXISTS", "ONLY"].includes(word(at))) at += 1;
  return at < end ? lastName(tree, at) : null;
}

/** The last part of a name that may have a schema before it. */
function lastName(tree: SqlTree, start: number): string | null {
  let at = start;
  while (tree.tokens[at + 1]?.text === "." && nameOf(tree.tokens[at + 2]) !== null) at += 2;
  return nameOf(tree.tokens[at])?.toLowerCase() ?? null;
}

/** What statements make for their own session only and others name: temporary tables and views. */
export function lostObjects(
  before: readonly SqlTree[],
  after: readonly SqlTree[],
): { name: string; statement: number; range: { from: number; to: number } }[] {
  const used = namesInStatements(after);
  return before.flatMap((tree, statement) =>
    [...nodesOf(tree.root)].flatMap((node) => {
      const name = node.kind === "create-as" || node.kind === "command" ? commandName(tree, node) : null;
      const words = tree.tokens.slice(node.start, node.start + 4).map(({ text }) => text.toUpperCase());
      const isTemporary = words[0] === "CREATE" && words.some((word) => /^TEMP(?:ORARY)?$/.test(word));
      const isLost = name !== null && isTemporary && used.has(name);
      return isLost ? [{ name, statement, range: { from: node.from, to: node.to } }] : [];
    }),
  );
}

/** The tables that statements read and that neither the database (`known`, in small letters) nor statements before them have. */
export function unmadeTables(
  before: readonly SqlTree[],
  after: readonly SqlTree[],
  known: readonly string[],
): string[] {
  const there = new Set([...known, ...changedNames(before), ...changedNames(after)]);
  const unmade = new Set<string>();
  for (const tree of after) {
    const nodes = [...nodesOf(tree.root)];
    const ctes = nodes.filter(({ kind }) => kind === "cte").map(({ start }) => lastName(tree, start));
    for (const { kind, start, end } of nodes) {
      const name = kind === "table-name" ? (nameOf(tree.tokens[end - 1])?.toLowerCase() ?? null) : null;
      // What has a schema before it is another schema's.
      if (name !== null && end - start === 1 && !there.has(name) && !ctes.includes(name)) unmade.add(name);
    }
  }
  return [...unmade];
}
