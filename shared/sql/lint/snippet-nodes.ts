import type { Ambiguity } from "../../domain/ambiguity.ts";
import type { Finding, Fix } from "../../domain/finding.ts";
import type { NearestMatch } from "../anchor/snippet-search.ts";
import type { SqlTree } from "../tree/sql-node.ts";
import { type LintContext, quoted } from "./lint-context.ts";

/** snippet-missing, snippet-not-a-node, snippet-in-several-places: a key SQL snippet that is not there, is no node of the gold, or more than one. */
export function snippetFindings(context: LintContext): Finding[] {
  if (context.gold[1].length === 0) return [];
  return context.task.ambiguities.flatMap((ambiguity, index) => snippetFinding(context, ambiguity, index));
}

function snippetFinding(context: LintContext, ambiguity: Ambiguity, index: number): Finding[] {
  if (ambiguity.sqlSnippet.trim() === "") return [missingFinding(ambiguity, index)];
  const { matches, nearest } = context.places[index] ?? { matches: [], nearest: null };
  const where = { kind: "ambiguity", index } as const;
  const name = `The snippet of ${quoted(ambiguity.term)}`;
  const [first] = matches;
  if (first === undefined) {
    const statedNearest = nearest === null ? null : textOfMatch(context.gold[1], nearest);
    return [
      {
        rule: "snippet-not-a-node",
        severity: "warning",
        where,
        message:
          `${name} is no part of the gold SQL of phase 1, so it cannot be masked or revealed there. ` +
          (statedNearest === null
            ? "Nothing in the gold is like it; choose the part that clarifies the term."
            : `Nearest to it is ${quoted(statedNearest)}.`),
        evidence: { kind: "sql", sql: ambiguity.sqlSnippet },
        ...(statedNearest === null ? {} : { fix: replacement(index, statedNearest) }),
      },
    ];
  }
  if (first.shape === "part") return [cutFinding(context, ambiguity, index)];
  if (matches.length === 1) return [];
  return [
    {
      rule: "snippet-in-several-places",
      severity: "warning",
      where,
      message: `${name} fits ${matches.length} places of the gold SQL of phase 1. Take more of the gold around it, so that one is meant.`,
      evidence: { kind: "sql", sql: ambiguity.sqlSnippet },
    },
  ];
}

/** What is masked has to be revealed when the system asks; where nothing is masked, an answer still lacks its ground (rule A13). */
function missingFinding({ kind, term, isMask }: Ambiguity, index: number): Finding {
  return {
    rule: "snippet-missing",
    severity: isMask === true ? "error" : "warning",
    where: { kind: "ambiguity", index },
    message: `The ${kind} ambiguity ${quoted(term)} has no key SQL snippet, so nothing of the gold can be ${isMask === true ? "masked, or revealed when the system asks" : "shown when the system asks"}. Choose the part of the gold that clarifies it.`,
  };
}

/** The snippet's words stand in the gold, but across the bounds of its parts: "b + 1" of "a * b + 1". */
function cutFinding(context: LintContext, ambiguity: Ambiguity, index: number): Finding {
  const [match] = context.places[index]?.matches ?? [];
  const tree = context.gold[1][match?.statement ?? 0] as SqlTree;
  const whole = enclosing(tree, match?.anchor.path ?? []);
  const isSmall = whole.length <= 3 * ambiguity.sqlSnippet.length + 40;
  return {
    rule: "snippet-not-a-node",
    severity: "info",
    where: { kind: "ambiguity", index },
    message:
      `The snippet of ${quoted(ambiguity.term)} stands in the gold SQL but cuts through an expression or a clause. ` +
      (isSmall ? `The whole of it is ${quoted(whole)}.` : "Choose a whole condition, expression or clause."),
    evidence: { kind: "sql", sql: ambiguity.sqlSnippet },
    ...(isSmall ? { fix: replacement(index, whole) } : {}),
  };
}

function enclosing(tree: SqlTree, path: readonly number[]): string {
  let node = tree.root;
  for (const step of path) node = node.children[step] ?? node;
  return tree.sql.slice(node.from, node.to);
}

function textOfMatch(gold: readonly SqlTree[], { statement, anchor }: NearestMatch): string {
  return (gold[statement] as SqlTree).sql.slice(anchor.range.from, anchor.range.to);
}

function replacement(index: number, text: string): Fix {
  return {
    description: "Take this part of the gold as the snippet.",
    replacement: { where: { kind: "ambiguity", index }, text },
  };
}
