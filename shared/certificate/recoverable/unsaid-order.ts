import type { TextRange } from "../../domain/finding.ts";
import { type Phase, subTasks } from "../../domain/task.ts";
import { queryBlocks } from "../../sql/probe/query-blocks.ts";
import type { ProvenanceContext } from "../../sql/provenance/sources.ts";
import { textOf } from "../../sql/tree/sql-node.ts";

const cue =
  /\b(?:order\w*|sort\w*|rank\w*|first|last|alphabetical\w*|descending|ascending|top|bottom|ties?|equal|then by|chronological\w*|most|least|fewest|\w{3,}est)\b/i;

/** The ORDER BY of a gold whose rows are compared in order, where no word asks for one; null where some does. */
export function unsaidOrder(
  context: ProvenanceContext,
  phase: Phase,
  question: string,
): { statement: number; range: TextRange } | null {
  const statement = context.gold[phase].length - 1;
  const tree = context.gold[phase][statement];
  const [root] = tree?.root.children ?? [];
  const own = subTasks(context.task).find((one) => one.phase === phase);
  const isCompared = own?.conditions.order === true && own.tests.length === 0;
  if (tree === undefined || root === undefined || !isCompared || cue.test(question)) return null;
  const block = queryBlocks(tree, root).find(({ isOutermost }) => isOutermost);
  const order = block?.tail.find(({ kind }) => kind === "order-by");
  if (order === undefined) return null;
  const { from, to } = order;
  const isClarified = context.locations
    .flatMap(({ matches }) => matches)
    .some(({ statement: at, anchor: { range } }) => at === statement && range.from < to && from < range.to);
  const isKnown =
    phase === 2 &&
    context.gold[1].some(({ sql }) =>
      sql.replaceAll(/\s+/g, " ").includes(textOf(tree, order).replaceAll(/\s+/g, " ")),
    );
  return (phase === 1 && isClarified) || isKnown ? null : { statement, range: { from, to } };
}
