import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseSync } from "vite";

const folders = ["electron", "renderer", "shared"];
const mostLines = 60;
const excuse = /^[\s*]*Longer than a function should be: \S/;

/** Says what breaks a rule about the names and the lengths of what the source declares. */
export function declarationProblems(root: string): string[] {
  const exportedIn = new Map<string, string[]>();
  const problems: string[] = [];
  for (const file of folders.flatMap((folder) => sourceFiles(root, folder))) {
    const source = readSource(path.join(root, file));
    for (const name of exportedNames(source.body))
      exportedIn.set(name, [...(exportedIn.get(name) ?? []), file]);
    for (const { name, line, lines } of longFunctions(source))
      problems.push(
        `${file}:${line}: ${name} has ${lines} lines, more than ${mostLines}. Split it, or say above it why not: "// Longer than a function should be: …".`,
      );
  }
  for (const [name, files] of exportedIn)
    if (files.length > 1)
      problems.push(`${name} is exported by ${files.join(" and ")}. Give each a name of its own.`);
  return problems.sort();
}

function sourceFiles(root: string, folder: string): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => path.posix.join(folder, file.replaceAll(path.sep, "/")))
    .sort();
}

/** A node of the syntax tree (ESTree with TypeScript), so far as it is read here. */
interface Node {
  type: string;
  start: number;
  end: number;
  [field: string]: unknown;
}

interface Source {
  body: Node[];
  /** The 1-based line of an offset. */
  lineAt(offset: number): number;
  /** The comment that ends on a line. */
  commentAbove(line: number): { value: string; start: number } | undefined;
}

function readSource(file: string): Source {
  const text = readFileSync(file, "utf8");
  const { program, comments, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0]?.message}`);
  const starts = [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)];
  const lineAt = (offset: number) => starts.findLastIndex((start) => start <= offset) + 1;
  const byLastLine = new Map(comments.map((comment) => [lineAt(comment.end), comment]));
  return {
    body: program.body as unknown as Node[],
    lineAt,
    commentAbove: (line) => byLastLine.get(line - 1),
  };
}

/** What a module declares and exports under a name; not what it passes on from another one. */
function exportedNames(body: readonly Node[]): Set<string> {
  const imported = new Set(
    body
      .filter(({ type }) => type === "ImportDeclaration")
      .flatMap(({ specifiers }) => (specifiers as Node[]).map(({ local }) => nameOf(local))),
  );
  const names = body.flatMap((statement) => {
    if (statement.type !== "ExportNamedDeclaration" || statement.source !== null) return [];
    const declared = statement.declaration as Node | null;
    if (declared === null)
      return (statement.specifiers as Node[])
        .filter(({ local }) => !imported.has(nameOf(local)))
        .map(({ exported }) => nameOf(exported));
    const declarators = (declared.declarations as Node[] | undefined) ?? [declared];
    return declarators.map(({ id }) => nameOf(id));
  });
  return new Set(names);
}

const nameOf = (node: unknown): string => String((node as { name?: string }).name);

const functions = new Set(["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"]);
/** What may stand around a function and still be the same declaration, with the comment above it. */
const wrappers = new Set(
  "VariableDeclarator VariableDeclaration ExportNamedDeclaration ExportDefaultDeclaration Property PropertyDefinition MethodDefinition CallExpression".split(
    " ",
  ),
);

function longFunctions({
  body,
  lineAt,
  commentAbove,
}: Source): { name: string; line: number; lines: number }[] {
  const found: { name: string; line: number; lines: number }[] = [];
  const isExcused = (line: number) => {
    for (let comment = commentAbove(line); comment !== undefined; comment = commentAbove(line)) {
      if (excuse.test(comment.value)) return true;
      line = lineAt(comment.start);
    }
    return false;
  };
  const visit = (node: Node, around: readonly Node[]) => {
    if (functions.has(node.type)) {
      const wrapped = around.slice(around.findLastIndex(({ type }) => !wrappers.has(type)) + 1);
      const lines = lineAt(node.end) - lineAt(node.start) + 1;
      if (lines > mostLines && ![node, ...wrapped].some(({ start }) => isExcused(lineAt(start))))
        found.push({ name: functionName(node, wrapped), line: lineAt(node.start), lines });
    }
    for (const child of childrenOf(node)) visit(child, [...around, node]);
  };
  for (const statement of body) visit(statement, []);
  return found;
}

function functionName(node: Node, wrapped: readonly Node[]): string {
  const named = [node, ...wrapped.toReversed()].map(({ id, key }) => (id ?? key) as Node | null | undefined);
  return nameOf(named.find((one) => one !== null && one !== undefined) ?? { name: "a function" });
}

function childrenOf(node: Node): Node[] {
  return Object.values(node)
    .flat()
    .filter((value): value is Node => typeof (value as Node | null)?.type === "string");
}
