import type { InputProblem } from "../../contract/errors.ts";
import { problemLimit } from "../bad-input.ts";
import { JsonSyntaxError, lineAndColumn, skipSpace } from "../json-text.ts";
import { type JsonNode, type JsonObjectNode, readJsonTree } from "./json-tree.ts";

/** An object of a file: its text, letter by letter, and where it is (line in JSONL, number in a list; 1-based). */
export interface JsonRow {
  row: number;
  text: string;
  node: JsonObjectNode;
}

/** The objects of a file, and why the others were not read: at most 100 problems. */
export interface JsonRows {
  rows: JsonRow[];
  problems: InputProblem[];
}

/** A heading of a table: names with one sign between them. */
const tableHead = /^[\p{L}\p{N}_" -]+(?:([,;\t])[\p{L}\p{N}_" -]+(?:\1[\p{L}\p{N}_" -]+)*)$/u;

const fixForm = "Write one JSON object per line (JSONL), or a JSON list of objects.";

/**
 * Reads JSONL, a JSON list of objects, or one object, and goes on behind a row that is no JSON object (rule T8).
 * In a list a syntax error leaves nothing to go on with.
 */
export function readJsonRows(text: string, file: string): JsonRows {
  const body = text.startsWith("\uFEFF") ? text.slice(1) : text;
  const start = skipSpace(body, 0);
  const problem = (row: number | null, reason: string, fix = fixForm): InputProblem => ({
    file,
    row,
    field: null,
    reason,
    fix,
  });
  if (start >= body.length) return { rows: [], problems: [problem(null, "The file is empty.")] };
  if (body[start] !== "[") return linesOrObject(body, problem);
  const tree = attempt(body);
  if (tree instanceof JsonSyntaxError) return { rows: [], problems: [syntaxProblem(body, tree, problem)] };
  return objectsOf(tree, body, problem);
}

type MakeProblem = (row: number | null, reason: string, fix?: string) => InputProblem;

function linesOrObject(body: string, problem: MakeProblem): JsonRows {
  const lines = linesOf(body);
  const found = lines.map(({ line, text }) => ({ line, text, tree: attempt(text) }));
  if (!found.some(({ tree }) => !(tree instanceof JsonSyntaxError) && tree.kind === "object")) {
    const whole = attempt(body);
    if (whole instanceof JsonSyntaxError && tableHead.test(lines[0]?.text ?? ""))
      return { rows: [], problems: [problem(null, "The file is a table (CSV), which is not read here.")] };
    if (whole instanceof JsonSyntaxError)
      return { rows: [], problems: [syntaxProblem(body, whole, problem)] };
    return objectsOf({ kind: "list", from: 0, to: body.length, items: [whole] }, body, problem);
  }
  const rows: JsonRow[] = [];
  const problems: InputProblem[] = [];
  for (const { line, text, tree } of found) {
    if (tree instanceof JsonSyntaxError)
      problems.push(
        problem(
          line,
          `The line is not JSON: column ${tree.offset + 1}: ${tree.message}.`,
          "Correct the line; the others can be imported without it.",
        ),
      );
    else if (tree.kind === "object") rows.push({ row: line, text, node: tree });
    else problems.push(problem(line, "The line is JSON, but not an object.", "Write one object per line."));
  }
  return { rows, problems: problems.slice(0, problemLimit) };
}

function objectsOf(tree: JsonNode, body: string, problem: MakeProblem): JsonRows {
  const items = tree.kind === "list" ? tree.items : [tree];
  const rows: JsonRow[] = [];
  const problems: InputProblem[] = [];
  for (const [index, item] of items.entries()) {
    if (item.kind !== "object") {
      problems.push(problem(index + 1, "The item is not an object.", "Write a list of objects."));
      continue;
    }
    const text = body.slice(item.from, item.to);
    rows.push({ row: index + 1, text, node: readJsonTree(text) as JsonObjectNode });
  }
  return { rows, problems: problems.slice(0, problemLimit) };
}

function linesOf(body: string): { line: number; text: string }[] {
  return body
    .split(/\r\n|\n|\r/)
    .map((text, index) => ({ line: index + 1, text: text.trim() }))
    .filter(({ text }) => text !== "");
}

function attempt(text: string): JsonNode | JsonSyntaxError {
  try {
    return readJsonTree(text);
  } catch (error) {
    if (error instanceof JsonSyntaxError) return error;
    throw error;
  }
}

function syntaxProblem(body: string, error: JsonSyntaxError, problem: MakeProblem): InputProblem {
  const { line, column } = lineAndColumn(body, error.offset);
  return problem(null, `The file is not JSON: line ${line}, column ${column}: ${error.message}.`);
}
