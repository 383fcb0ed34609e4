import { callArguments, callName, put, quote } from "../at-node.ts";
import type { MutationOperator } from "../operator.ts";

/** Calls whose arguments at these places, from 0, count characters, parts, rows or groups. */
const counting: Record<string, readonly number[]> = {
  split_part: [2],
  substr: [1, 2],
  substring: [1, 2],
  left: [1],
  right: [1],
  lag: [1],
  lead: [1],
  ntile: [0],
  nth_value: [1],
};
/** Calls of two arguments that are easily given the wrong way round. */
const turned = new Set(["power", "mod", "age", "instr", "strpos", "nullif", "atan2"]);

/** Another count of characters, parts or rows in a call, or its two arguments the other way round. */
export const otherArgument: MutationOperator = {
  id: "other-argument",
  topic: "value",
  kinds: ["call"],
  *mutationsAt({ tree, node }) {
    const name = callName(tree, node);
    const values = callArguments(node);
    for (const place of counting[name] ?? []) {
      const value = values[place];
      const text = value === undefined ? "" : quote(tree, value);
      if (value === undefined || !/^\d{1,4}$/.test(text)) continue;
      for (const other of [Number(text) + 1, Number(text) - 1].filter((count) => count > 0))
        yield { splices: [put(value, String(other))], meaning: `${other} instead of ${text} in ${name}` };
    }
    const [first, second] = values;
    if (!turned.has(name) || values.length !== 2 || first === undefined || second === undefined) return;
    yield {
      splices: [put(first, quote(tree, second)), put(second, quote(tree, first))],
      meaning: `${name} with its arguments the other way round`,
    };
  },
};
