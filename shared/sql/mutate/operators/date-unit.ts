import type { TextRange } from "../../../domain/finding.ts";
import type { SqlNode, SqlTree } from "../../tree/sql-node.ts";
import { callArguments, callName, put, quote } from "../at-node.ts";
import type { MutationOperator } from "../operator.ts";

const others: Record<string, readonly string[]> = {
  year: ["isoyear", "quarter", "month"],
  quarter: ["month", "year"],
  month: ["quarter", "week", "year"],
  week: ["month", "day"],
  day: ["week", "month"],
  hour: ["day", "minute"],
  minute: ["hour", "second"],
  dow: ["isodow"],
  isodow: ["dow"],
};
const formats: Record<string, readonly string[]> = {
  "%Y": ["%m", "%Y-%m"],
  "%m": ["%Y-%m", "%W"],
  "%Y-%m": ["%Y", "%m"],
  "%d": ["%m", "%w"],
};
const calls = new Set(["extract", "date_part", "date_trunc", "strftime", "to_char"]);

/** Another unit of time: by month instead of by year. */
export const dateUnit: MutationOperator = {
  id: "date-unit",
  topic: "date",
  kinds: ["call"],
  *mutationsAt({ tree, node }) {
    const name = callName(tree, node);
    if (!calls.has(name)) return;
    const unit = unitOf(tree, node, name);
    if (unit === undefined) return;
    const written = quote(tree, unit);
    const bare = written.replaceAll("'", "");
    const known = name === "strftime" ? formats[bare] : others[bare.toLowerCase()];
    for (const other of known ?? [])
      if (!(name === "date_trunc" && other.startsWith("iso")))
        yield {
          splices: [put(unit, written.startsWith("'") ? `'${other}'` : other.toUpperCase())],
          meaning: `by ${other} instead of by ${bare.toLowerCase()}`,
        };
  },
};

/** Where a call names the unit; EXTRACT has it as a bare word in front of FROM. */
function unitOf({ tokens }: SqlTree, node: SqlNode, name: string): TextRange | undefined {
  if (name === "extract") return tokens[node.start + 2];
  return callArguments(node)[name === "to_char" ? 1 : 0];
}
