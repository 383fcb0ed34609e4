import type { Finding } from "../../domain/finding.ts";
import { isStateDependent } from "../../domain/follow-up.ts";
import { isManagement } from "../../domain/task.ts";
import { normalTokens } from "../anchor/normal-tokens.ts";
import type { Token } from "../lex.ts";
import { dependsOnState } from "../state-dependence.ts";
import type { SqlTree } from "../tree/sql-node.ts";
import type { LintContext } from "./lint-context.ts";

/** follow-up-repeats-phase-1, follow-up-ignores-state: a second phase that asks nothing new, or nothing of the state it is said to need. */
export function followUpFindings(context: LintContext): Finding[] {
  const { followUp } = context.task;
  const { 1: first, 2: second } = context.gold;
  if (followUp === null || first.length === 0 || second.length === 0) return [];
  const findings: Finding[] = [];
  if (
    startOf(first) === startOf(second) &&
    endOf(first) === endOf(second) &&
    normalText(first) === normalText(second)
  )
    findings.push({
      rule: "follow-up-repeats-phase-1",
      severity: "warning",
      where: { kind: "follow-up", inside: null },
      message:
        "The gold SQL of the follow-up is that of phase 1, layout and spelling aside. Ask for something that phase 1 does not answer.",
    });
  if (isStateDependent(followUp) && isManagement(context.task) && !dependsOnState(first, second))
    findings.push({
      rule: "follow-up-ignores-state",
      severity: "warning",
      where: { kind: "follow-up", inside: { kind: "field", path: ["type"] } },
      message:
        "The follow-up is state-dependent, but its gold names nothing that the gold of phase 1 creates or changes. Use what phase 1 leaves behind, or change the type.",
    });
  return findings;
}

/** The first tokens, which tell most statements apart already; the last ones most of the others. */
function startOf([tree]: readonly SqlTree[]): string {
  return tree === undefined ? "" : valuesOf(tree, tree.tokens.slice(0, 16)).slice(0, 8).join(" ");
}

function endOf(trees: readonly SqlTree[]): string {
  const tree = trees.at(-1);
  return tree === undefined ? "" : valuesOf(tree, tree.tokens.slice(-16)).slice(-7).join(" ");
}

function normalText(trees: readonly SqlTree[]): string {
  return trees.map((tree) => valuesOf(tree, tree.tokens).join(" ")).join(";");
}

function valuesOf({ dialect }: SqlTree, tokens: readonly Token[]): string[] {
  return normalTokens(tokens, "spelling", dialect).map(({ value }) => value);
}
