import type { SqlTree } from "../../sql/tree/sql-node.ts";
import { conditionPhrase } from "./condition-phrase.ts";
import { nounPhrase, operandPhrase } from "./noun-phrase.ts";
import type { Speech } from "./speech.ts";
import type { TaskWords } from "./task-words.ts";

/** How the parts of a statement are said. */
export function speechOf(words: TaskWords, tree: SqlTree): Speech {
  const speech: Speech = {
    words,
    tree,
    noun: (node) => nounPhrase(speech, node),
    operand: (node) => operandPhrase(speech, node),
    clause: (node) => conditionPhrase(speech, node),
  };
  return speech;
}
