import { columnWay } from "../../dialogue/simulator/literal-ways.ts";
import { isSameWord, saidText } from "../../dialogue/simulator/said-text.ts";
import type { Speech } from "../../dialogue/simulator/speech.ts";
import { contentWords, plainWords } from "../../dialogue/simulator/task-words.ts";
import { nameOf } from "../../sql/lex.ts";
import { calledName } from "../../sql/propose/detail.ts";
import { stem } from "../../sql/provenance/word-index.ts";
import { nodesOf, type SqlNode } from "../../sql/tree/sql-node.ts";

const counted = /\b(?:counts?|numbers?|many|most|fewest|more|fewer)\b/i;

/** Whether words speak of an expression: of a column in it, its table, its alias, or of counting. */
export function isCalled(speech: Speech, node: SqlNode, words: string): boolean {
  const said = saidText(words);
  const wanted = contentWords(words).map(stem);
  return [...nodesOf(node)].some((part) => {
    if (part.kind === "call") return calledName(speech.tree, part) === "count" && counted.test(words);
    if (part.kind === "number") return true;
    if (part.kind !== "column") return false;
    if (columnWay(speech, part)(said) !== null) return true;
    return namesAround(speech, part).some((name) => wanted.some((word) => isSameWord(word, stem(name))));
  });
}

/** The words of a column's name and of its table. */
export function namesAround({ tree, words }: Speech, column: SqlNode): string[] {
  const name = nameOf(tree.tokens[column.end - 1]) ?? "";
  return [...plainWords(name), ...plainWords(words.called(tree, column).table ?? "")];
}
