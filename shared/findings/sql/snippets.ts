import type { Ambiguity } from "../../domain/ambiguity.ts";
import type { Fix, TextRange } from "../../domain/finding.ts";
import type { NearestMatch } from "../../sql/anchor/snippet-search.ts";
import { snippetTokens } from "../../sql/anchor/token-match.ts";
import { nameOf, type Token } from "../../sql/lex.ts";
import { scopeTokens } from "../../sql/scopes.ts";
import type { SqlTree } from "../../sql/tree/sql-node.ts";
import { quoted } from "../../text/quoted.ts";
import type { LintContext } from "../context.ts";
import { defineRules, type FindingOf, sqlFamily } from "../rule.ts";

const rules = defineRules({
  "snippet-missing": {
    severity: { error: "masked", warning: "not masked" },
    meaning:
      "The ambiguity has no key SQL snippet, so no part of the gold can be masked, or revealed when the system asks.",
    fix: "Choose the part of the gold that clarifies it.",
  },
  "snippet-not-a-node": {
    severity: { warning: "it is not in the gold", info: "it cuts through an expression or a clause" },
    meaning:
      "The key SQL snippet is not part of the gold of phase 1, even ignoring spacing, case, quotes, qualifiers and the order of conditions.",
    fix: "Choose the part of the gold that clarifies the term: a whole condition, expression or clause.",
    quickFix: "Takes the most similar part of the gold, or the whole expression.",
  },
  "snippet-not-in-gold-text": {
    severity: "warning",
    meaning:
      "The snippet does not occur in the gold, compared letter by letter. Reported when a file is read; linting reports `snippet-not-a-node` instead.",
    fix: "Copy it from the gold.",
  },
  "snippet-in-several-places": {
    severity: "warning",
    meaning: "The snippet matches several parts of the gold, so it is unclear which one is masked.",
    fix: "Extend the snippet.",
  },
  "snippet-of-another-table": {
    severity: "warning",
    meaning:
      "The key SQL snippet is part of the gold but for the table: it takes a column from another table or alias than the gold does there.",
    fix: "Write the name that the gold has.",
    quickFix: "Takes the text of the gold.",
  },
  "ambiguities-share-node": {
    severity: "warning",
    meaning:
      "Two ambiguities have the same snippet. (The words of a question and the knowledge that explains them may share one.)",
    fix: "Merge them, or give each its own part.",
  },
});
type SnippetFinding = FindingOf<typeof rules>;

/** Whether each key SQL snippet is one part of the gold, and its own (rules A3, A13). */
export const snippets = sqlFamily({
  topic: "snippets",
  rules,
  find(context) {
    const { task, gold } = context;
    const own = gold[1].length === 0 ? [] : task.ambiguities.flatMap((_, index) => ofSnippet(context, index));
    return [...own, ...sharedNodes(context)];
  },
  findInText: ({ task: { ambiguities, goldSql } }) =>
    ambiguities.flatMap(({ term, sqlSnippet }, index): SnippetFinding[] => {
      if (goldSql.length === 0 || snippetInGold(goldSql, sqlSnippet)) return [];
      return [
        {
          rule: "snippet-not-in-gold-text",
          where: { kind: "ambiguity", index },
          message: `The snippet of "${term}" does not occur literally in the gold SQL. Copy it from the gold.`,
          evidence: { kind: "sql", sql: sqlSnippet },
        },
      ];
    }),
});

/** Whether a snippet is in one of the gold statements, whatever the case and the white space (rule A3). */
export function snippetInGold(gold: readonly string[], snippet: string): boolean {
  const wanted = squeezed(snippet);
  const statements = known.get(gold) ?? gold.map(squeezed);
  known.set(gold, statements);
  return wanted !== "" && statements.some((statement) => statement.includes(wanted));
}

/** A gold is asked for each of its task's snippets, and squeezed once. */
const known = new WeakMap<readonly string[], readonly string[]>();

/** SQL without its white space and case. */
export function squeezed(sql: string): string {
  return sql.replace(/\s+/gu, "").replace(/;$/, "").toLowerCase();
}

function ofSnippet({ task, gold, locations }: LintContext, index: number): SnippetFinding[] {
  const ambiguity = task.ambiguities[index] as Ambiguity;
  if (ambiguity.sqlSnippet.trim() === "") return [missing(ambiguity, index)];
  const { matches, nearest } = locations[index] ?? { matches: [], nearest: null };
  const [first] = matches;
  if (first === undefined) return [elsewhere(ambiguity, index, nearest && textOfMatch(gold[1], nearest))];
  if (first.shape === "part") {
    const tree = gold[1][first.statement] as SqlTree;
    return [cut(ambiguity, index, enclosing(tree, first.anchor.path))];
  }
  if (matches.length === 1)
    return ofOtherTable(ambiguity, index, {
      tree: gold[1][first.statement] as SqlTree,
      range: first.anchor.range,
    });
  return [
    {
      rule: "snippet-in-several-places",
      ...about(ambiguity, index),
      message: `The snippet of ${quoted(ambiguity.term)} matches ${matches.length} parts of the gold SQL of phase 1. Extend it, so that it matches only one.`,
    },
  ];
}

function about({ sqlSnippet }: Ambiguity, index: number) {
  return {
    where: { kind: "ambiguity" as const, index },
    evidence: { kind: "sql" as const, sql: sqlSnippet },
  };
}

/** What is masked has to be revealed when the system asks; where nothing is masked, an answer still lacks its source (rule A13). */
function missing({ kind, term, isMask }: Ambiguity, index: number): SnippetFinding {
  return {
    rule: "snippet-missing",
    severity: isMask === true ? "error" : "warning",
    where: { kind: "ambiguity", index },
    message: `The ${kind} ambiguity ${quoted(term)} has no key SQL snippet, so no part of the gold can be ${isMask === true ? "masked, or revealed when the system asks" : "shown when the system asks"}. Choose the part of the gold that clarifies it.`,
  };
}

function elsewhere(ambiguity: Ambiguity, index: number, nearest: string | null): SnippetFinding {
  const advice =
    nearest === null
      ? "Choose the part of the gold that clarifies the term."
      : `The most similar part is ${quoted(nearest)}.`;
  return {
    rule: "snippet-not-a-node",
    severity: "warning",
    ...about(ambiguity, index),
    message: `The snippet of ${quoted(ambiguity.term)} is not part of the gold SQL of phase 1, so it cannot be masked or revealed there. ${advice}`,
    ...(nearest !== null && { fix: taking(ambiguity, index, nearest) }),
  };
}

/** The snippet's words are in the gold, but across the bounds of its parts: "b + 1" of "a * b + 1". */
function cut(ambiguity: Ambiguity, index: number, whole: string): SnippetFinding {
  const isSmall = whole.length <= 3 * ambiguity.sqlSnippet.length + 40;
  return {
    rule: "snippet-not-a-node",
    severity: "info",
    ...about(ambiguity, index),
    message:
      `The snippet of ${quoted(ambiguity.term)} cuts through an expression or a clause of the gold SQL. ` +
      (isSmall
        ? `The whole expression is ${quoted(whole)}.`
        : "Choose a whole condition, expression or clause."),
    ...(isSmall && { fix: taking(ambiguity, index, whole) }),
  };
}

/** A snippet that names another table or alias before a column than the gold has there; one that names none is complete. */
function ofOtherTable(
  ambiguity: Ambiguity,
  index: number,
  { tree, range }: { tree: SqlTree; range: TextRange },
): SnippetFinding[] {
  const named = qualifiedNames(snippetTokens(ambiguity.sqlSnippet, tree.dialect));
  if (named.length === 0) return [];
  const ofGold = qualifiedNames(tree.tokens.filter(({ from, to }) => from >= range.from && to <= range.to));
  const tables = new Map(
    scopeTokens([...tree.tokens]).scopes.flatMap(({ uses }) =>
      uses.map(({ alias, table }) => [alias, table?.name.toLowerCase()] as const),
    ),
  );
  const wrong = named.find((name) => {
    const own = ofGold.filter(({ column }) => column === name.column);
    const isThere = own.some(({ before }) => before === name.before || tables.get(before) === name.before);
    return own.length > 0 && !isThere;
  });
  const text = tree.sql.slice(range.from, range.to);
  return wrong === undefined
    ? []
    : [
        {
          rule: "snippet-of-another-table",
          ...about(ambiguity, index),
          message: `The snippet of ${quoted(ambiguity.term)} takes ${quoted(wrong.column)} from ${quoted(wrong.before)}, where the gold SQL of phase 1 has ${quoted(text)}. Write the name that the gold has.`,
          fix: taking(ambiguity, index, text),
        },
      ];
}

/** Each column with a name before its dot, in small letters. */
function qualifiedNames(tokens: readonly Token[]): { before: string; column: string }[] {
  return tokens.flatMap((token, at) => {
    const [before, column] = [nameOf(token), nameOf(tokens[at + 2])];
    const isOne = before !== null && column !== null && tokens[at + 1]?.text === ".";
    return isOne ? [{ before: before.toLowerCase(), column: column.toLowerCase() }] : [];
  });
}

function enclosing(tree: SqlTree, path: readonly number[]): string {
  let node = tree.root;
  for (const step of path) node = node.children[step] ?? node;
  return tree.sql.slice(node.from, node.to);
}

function textOfMatch(gold: readonly SqlTree[], { statement, anchor }: NearestMatch): string {
  return (gold[statement] as SqlTree).sql.slice(anchor.range.from, anchor.range.to);
}

function taking(ambiguity: Ambiguity, index: number, sqlSnippet: string): Fix {
  return {
    description: `Use ${quoted(sqlSnippet)} as the snippet.`,
    edit: [{ kind: "change-ambiguity", index, ambiguity: { ...ambiguity, sqlSnippet } }],
  };
}

/**
 * A critical ambiguity of type knowledge_linking and the knowledge ambiguity that it leads to share their node on purpose: the
 * words and the knowledge behind them are clarified by the same part of the gold, once each.
 */
function sharedNodes({ task, locations }: LintContext): SnippetFinding[] {
  const first = new Map<string, Ambiguity>();
  return task.ambiguities.flatMap((ambiguity, index): SnippetFinding[] => {
    const [match, ...others] = locations[index]?.matches ?? [];
    if (match === undefined || others.length > 0 || match.shape === "part") return [];
    const { from, to } = match.anchor.range;
    const key = `${match.statement}:${from}:${to}:${ambiguity.kind === "knowledge"}`;
    const other = first.get(key);
    if (other === undefined) {
      first.set(key, ambiguity);
      return [];
    }
    return [
      {
        rule: "ambiguities-share-node",
        ...about(ambiguity, index),
        message: `${quoted(ambiguity.term)} and ${quoted(other.term)} have the same snippet, so one answer clarifies both. Merge them, or give each its own part.`,
      },
    ];
  });
}
