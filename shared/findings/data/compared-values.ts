import { comparisonsOf, type OperandComparison } from "../../sql/probe/operand-probe.ts";
import type { CheckedPhase, CheckedResult, GoldQuery } from "../checked-phase.ts";

/** Values of both sides of a comparison in the gold, as the data has them. */
export interface ComparedValues extends OperandComparison {
  query: GoldQuery;
  /** A column for each operand. */
  values: CheckedResult;
}

/** So many values are looked at for each operand. */
const sampledRows = 500;

/** So many comparisons are looked at in one gold. */
const mostPlaces = 40;

const known = new WeakMap<CheckedPhase, Promise<ComparedValues[]>>();

/** The comparisons of a gold that two checks look at, their values read once; those that do not run alone are left out. */
export function comparedValues(phase: CheckedPhase): Promise<ComparedValues[]> {
  const values = known.get(phase) ?? readValues(phase);
  known.set(phase, values);
  return values;
}

async function readValues(phase: CheckedPhase): Promise<ComparedValues[]> {
  const comparisons = phase.reads.flatMap((query) =>
    comparisonsOf(query.tree, query.block, sampledRows).map((compared) => ({ ...compared, query })),
  );
  const found: ComparedValues[] = [];
  for (const comparison of comparisons.filter(mayMislead).slice(0, mostPlaces)) {
    const values = await phase.probe(comparison.sql);
    if (values !== null) found.push({ ...comparison, values });
  }
  return found;
}

/** Text is compared with text as it is by equality, and literals with each other by nobody. */
function mayMislead({ operator, operands }: OperandComparison): boolean {
  const literals = operands.filter(
    ({ kind }) => kind === "string" || kind === "number" || kind === "constant",
  );
  if (literals.length === operands.length) return false;
  const isEquality = operator === "=" || operator === "<>" || operator === "!=" || operator.endsWith("IN");
  return !isEquality || !operands.some(({ kind }) => kind === "string");
}
