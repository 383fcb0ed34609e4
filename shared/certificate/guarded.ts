import type { MutantCounts, MutantResult, PropertyResult } from "../domain/certificate.ts";
import { type Finding, inPhase } from "../domain/finding.ts";
import { quoted } from "../text/quoted.ts";
import { judged } from "./verdict.ts";

/** Whether the tests tell wrong answers from the gold: no survivor may be one that a test could catch, or that nobody understands. */
export function guarded(
  mutants: readonly MutantResult[],
  counts: MutantCounts,
  found: readonly Finding[],
): PropertyResult {
  const survivors = mutants.flatMap((mutant) => survivorFinding(mutant) ?? []);
  return judged([...found, ...survivors], { total: counts.total, ...counts.status, ...counts.byClass });
}

const rule = "mutant-survives";

/** Whether a finding of the property was made from a mutant. */
export function isOfMutant(finding: Finding): boolean {
  return finding.rule === rule;
}

function survivorFinding({
  phase,
  statement,
  range,
  survivor,
  meaning,
  replacement,
  operator,
  status,
}: MutantResult): Finding | null {
  const isOpen = survivor?.class === "test-too-weak" || survivor?.class === "unexplained";
  if (!isOpen && status !== "no-coverage") return null;
  const why = survivor === null ? "no test covers it" : survivor.summary;
  return {
    rule,
    severity: "error",
    where: inPhase(phase, { kind: "gold", statement, range }),
    message: `The mutant ${quoted(meaning)} (${operator}) of the gold of phase ${phase} survives: ${why}. Write a test that catches it.`,
    evidence: { kind: "sql", sql: replacement },
  };
}
