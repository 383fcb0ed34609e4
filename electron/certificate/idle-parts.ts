import { conditionsOf } from "#shared/certificate/conditions-of.ts";
import { type Finding, inPhase, type TextRange } from "#shared/domain/finding.ts";
import { queryBlocks, runnable } from "#shared/sql/probe/query-blocks.ts";
import { nodesOf, type SqlTree, textOf } from "#shared/sql/tree/sql-node.ts";
import { quoted } from "#shared/text/quoted.ts";
import type { TriedPhase } from "../checks/check-task.ts";

/** Parts of the gold of a phase that do nothing on this data: conditions that leave out no row, queries inside it without rows. */
export async function idleParts(phase: TriedPhase): Promise<Finding[]> {
  const { failure } = await phase.gold();
  const statement = phase.trees.length - 1;
  const tree = phase.trees[statement];
  if (failure !== null || tree === undefined) return [];
  const report = (rule: string, range: TextRange, message: string): Finding => ({
    ...{ rule, severity: "error", message },
    where: inPhase(phase.part.phase, { kind: "gold", statement, range }),
    evidence: { kind: "sql", sql: textOf(tree, range) },
  });
  const of = `of the gold of phase ${phase.part.phase}`;
  const idle = (await idleConditions(phase, tree)).map((range) =>
    report(
      "condition-decides-nothing",
      range,
      `The condition ${quoted(textOf(tree, range))} ${of} leaves out no row of this data, so an answer without it passes. Ask for a value that leaves something out.`,
    ),
  );
  const empty = (await emptyQueries(phase, tree)).map((range) =>
    report(
      "part-of-gold-empty",
      range,
      `The query ${quoted(textOf(tree, range))} ${of} returns no rows on this data. Ask for something that is in the data.`,
    ),
  );
  return [...idle, ...empty];
}

/** Conditions with a value of their own without which a query returns the same. */
async function idleConditions(phase: TriedPhase, tree: SqlTree): Promise<TextRange[]> {
  if (phase.query === null) return [];
  const gold = await phase.probe(tree.sql);
  if (gold === null || gold.rowCount === 0) return [];
  const found: TextRange[] = [];
  for (const node of conditionsOf(tree)) {
    const { from, to } = node;
    const values = [...nodesOf(node)].filter(({ kind }) => literals.has(kind));
    if (!values.some((value) => !/^[01]$/.test(textOf(tree, value)))) continue;
    // What is missing is left out by any value.
    const subject =
      node.kind === "comparison" ? node.children.find(({ kind }) => !literals.has(kind)) : undefined;
    const weaker = subject === undefined ? "TRUE" : `(${textOf(tree, subject)}) IS NOT NULL`;
    const without = await phase.probe(`${tree.sql.slice(0, from)}${weaker}${tree.sql.slice(to)}`);
    const isSame = without !== null && JSON.stringify(without.rows) === JSON.stringify(gold.rows);
    if (isSame && without.rowCount === gold.rowCount) found.push({ from, to });
  }
  return found;
}

const literals = new Set(["number", "string", "typed-literal"]);

/** Queries inside the last text that run by themselves and return nothing. */
async function emptyQueries(phase: TriedPhase, tree: SqlTree): Promise<TextRange[]> {
  const [statement] = tree.root.children;
  if (statement === undefined || tree.root.children.length > 1) return [];
  const found: TextRange[] = [];
  for (const block of queryBlocks(tree, statement)) {
    const end = block.tail.at(-1)?.to ?? block.node.to;
    const body = tree.sql.slice(block.node.from, Math.max(end, block.node.to));
    const isWhole = block.isOutermost && phase.query !== null;
    if (isWhole || !hasSource(block.node)) continue;
    const result = await phase.probe(runnable(block, body));
    if (result?.rowCount === 0) found.push({ from: block.node.from, to: block.node.to });
  }
  return found;
}

function hasSource({ children }: SqlTree["root"]): boolean {
  return children.some(({ kind }) => kind === "from");
}
