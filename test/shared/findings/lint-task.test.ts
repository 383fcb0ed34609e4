import { describe, expect, it } from "vitest";
import type { Ambiguity } from "#shared/domain/ambiguity.ts";
import type { Finding } from "#shared/domain/finding.ts";
import type { KnowledgeNode } from "#shared/domain/knowledge-node.ts";
import type { Task } from "#shared/domain/task.ts";
import { lintTask } from "#shared/findings/lint-task.ts";
import { type RuleId, ruleOf } from "#shared/findings/registry.ts";
import { indexKnowledge } from "#shared/sql/knowledge-index.ts";
import { loadSqlParsers } from "../../../electron/sql-analysis/sql-parsers.ts";
import { quicklyFixed } from "../../checks/quickly-fixed.ts";
import { harbourTask } from "../../tasks/harbour-loads-task.ts";

const parser = await loadSqlParsers(["postgresql", "sqlite"]);

const nodes: KnowledgeNode[] = [
  node(0, "Berth Count", "The number of berths.", "n", []),
  node(1, "Crane Fault Share (CFS)", "Faults per lift of a crane.", "CFS = faults / lifts", []),
  node(2, "Crane Load Index (CLI)", "How hard a crane works.", "CLI = 0.9 \\times lift - 4 \\times CFS", [1]),
  node(3, "Busy Berth", "A berth whose CLI is above 3.", "CLI > 3", [2]),
];

function node(
  id: number,
  name: string,
  description: string,
  definition: string,
  children: number[],
): KnowledgeNode {
  return { id, name, description, definition, type: "calculation_knowledge", children };
}

function lint(changes: Partial<Task> = {}, knowledge: KnowledgeNode[] | null = nodes): Finding[] {
  return lintTask(
    { ...harbourTask, ...changes },
    { dialect: "postgresql", knowledge: knowledge === null ? null : indexKnowledge(knowledge), parser },
  );
}

const rulesOf = (findings: Finding[]) => findings.map(({ rule }) => rule);
const only = (rule: string, findings: Finding[]) => findings.filter((finding) => finding.rule === rule);

/** The task with one ambiguity changed. */
function withAmbiguity(index: number, change: Partial<Ambiguity>): Ambiguity[] {
  return harbourTask.ambiguities.map((ambiguity, at) =>
    at === index ? ({ ...ambiguity, ...change } as Ambiguity) : ambiguity,
  );
}

describe("lintTask", () => {
  it("finds nothing but the several places of a bare column in a sound task", () => {
    expect(rulesOf(lint())).toEqual(["snippet-in-several-places"]);
    const ambiguities = withAmbiguity(2, { sqlSnippet: "SELECT berth, cli" });
    expect(lint({ ambiguities })).toEqual([]);
    expect(lint({ ambiguities }, null)).toEqual([]);
  });

  it("snippet-of-another-table: an alias that the gold does not have there is reported with its fix, a missing one is not", () => {
    const goldSql = ["SELECT x.berth FROM (SELECT l.berth FROM loads l) x WHERE x.berth > 'C'"];
    const found = (sqlSnippet: string) =>
      only(
        "snippet-of-another-table",
        lint({ goldSql, ambiguities: withAmbiguity(0, { sqlSnippet }).slice(0, 1) }),
      );
    expect(found("x.berth > 'C'")).toEqual([]);
    expect(found("berth > 'C'")).toEqual([]);
    expect(found("l.berth > 'C'")).toMatchObject([
      {
        where: { kind: "ambiguity", index: 0 },
        fix: { edit: [{ ambiguity: { sqlSnippet: "x.berth > 'C'" } }] },
      },
    ]);
  });

  it("gold-not-parsed: names the statement, the line and the word", () => {
    const goldSql = ["SELECT berth,\n  cli,\nFROM loads", "SELECT 1"];
    const [finding] = only("gold-not-parsed", lint({ goldSql, ambiguities: [] }));
    expect(finding).toMatchObject({
      severity: "error",
      where: { kind: "gold", statement: 0, range: { from: 21, to: 25 } },
    });
    expect(finding?.message).toContain('on line 3: syntax error at or near "FROM"');
  });

  it("gold-not-parsed: looks into the bodies of routines, in both phases", () => {
    const body = (text: string) =>
      `CREATE FUNCTION f() RETURNS int AS $$ BEGIN ${text} END $$ LANGUAGE plpgsql`;
    expect(only("gold-not-parsed", lint({ goldSql: [body("RETURN 1;")], ambiguities: [] }))).toEqual([]);
    expect(only("gold-not-parsed", lint({ goldSql: [body("RETURN 1 +;")], ambiguities: [] }))).toHaveLength(
      1,
    );
    const followUp = { ...(harbourTask.followUp as NonNullable<Task["followUp"]>), goldSql: ["SELEC 1"] };
    expect(only("gold-not-parsed", lint({ followUp }))[0]?.where.kind).toBe("follow-up");
  });

  it("gold-not-parsed: is asked of the parser of the dialect", () => {
    const goldSql = ["SELECT [berth] FROM loads WHERE x IS 1"];
    const task = { ...harbourTask, goldSql, ambiguities: [] };
    expect(rulesOf(lintTask(task, { dialect: "sqlite", knowledge: null, parser }))).not.toContain(
      "gold-not-parsed",
    );
    expect(rulesOf(lint({ goldSql, ambiguities: [] }))).toContain("gold-not-parsed");
  });

  it("test-not-python: an indent that fits nothing, instead of a test without test_case", () => {
    const tests = ["  def test_case(a, b, c, d):\n    assert 1\n"];
    const found = lint({ tests }).filter(({ where }) => where.kind === "test");
    expect(rulesOf(found)).toEqual(["test-not-python"]);
    expect(found[0]?.message).toContain("line 1: unexpected indent");
  });

  it("A13 snippet-missing: nothing can be revealed of what is masked without a snippet", () => {
    const found = (isMask: boolean | null) =>
      lint({ ambiguities: withAmbiguity(0, { sqlSnippet: " ", isMask }) }).filter(
        ({ where }) => where.kind === "ambiguity" && where.index === 0,
      );
    expect(found(true).map(({ rule, severity }) => [rule, severity])).toEqual([["snippet-missing", "error"]]);
    expect(found(null).map(({ rule, severity }) => [rule, severity])).toEqual([
      ["snippet-missing", "warning"],
    ]);
  });

  it("snippet-not-a-node: overlooks case, layout, qualifiers and the order of conditions", () => {
    for (const sqlSnippet of ["CLI >3", "loads.cli > 3", "3 < cli", "(cli > 3.0)", "WHERE cli > 3"])
      expect(only("snippet-not-a-node", lint({ ambiguities: withAmbiguity(0, { sqlSnippet }) }))).toEqual([]);
  });

  it("snippet-not-a-node: proposes to take the nearest node", () => {
    const [finding] = only(
      "snippet-not-a-node",
      lint({ ambiguities: withAmbiguity(0, { sqlSnippet: "cli > 30" }) }),
    );
    expect(finding?.severity).toBe("warning");
    expect(finding?.fix?.edit).toMatchObject([
      { kind: "change-ambiguity", index: 0, ambiguity: { sqlSnippet: "cli > 3" } },
    ]);
    const [far] = only(
      "snippet-not-a-node",
      lint({ ambiguities: withAmbiguity(0, { sqlSnippet: "count(*) OVER ()" }) }),
    );
    expect(far?.fix).toBeUndefined();
  });

  it("snippet-not-a-node: what cuts through a clause is only worth knowing", () => {
    const [finding] = only(
      "snippet-not-a-node",
      lint({ ambiguities: withAmbiguity(0, { sqlSnippet: "3 ORDER BY" }) }),
    );
    expect(finding?.severity).toBe("info");
  });

  it("snippet rules and knowledge lists are not asked where the gold is withheld", () => {
    const followUp = { ...(harbourTask.followUp as NonNullable<Task["followUp"]>), goldSql: [] };
    expect(lint({ goldSql: [], knowledgeIds: [], followUp })).toEqual([]);
  });

  it("ambiguities-share-node: two ambiguities of the words, but not the words and their knowledge", () => {
    const same = withAmbiguity(1, { sqlSnippet: "WHERE cli > 3" }).map((ambiguity) => ({
      ...ambiguity,
      sqlSnippet: "cli > 3",
    }));
    const found = only("ambiguities-share-node", lint({ ambiguities: same }));
    expect(found.map(({ where }) => where)).toEqual([{ kind: "ambiguity", index: 1 }]);
  });

  it("knowledge-used-not-listed: an output named after a node that is not accounted for", () => {
    const goldSql = ["SELECT berth, 0.1 * f AS cfs, cli FROM loads WHERE cli > 3 ORDER BY cli DESC"];
    expect(only("knowledge-used-not-listed", lint({ goldSql }))).toEqual([]);
    const listed = only("knowledge-used-not-listed", lint({ goldSql, knowledgeIds: [0], ambiguities: [] }));
    expect(listed.map(({ message }) => message)).toEqual([
      expect.stringContaining("node 1 (Crane Fault Share (CFS))"),
    ]);
    const spelled = ["SELECT count(*) AS berth_count FROM loads"];
    expect(only("knowledge-used-not-listed", lint({ goldSql: spelled, ambiguities: [] }))).toHaveLength(1);
  });

  it("K9 and K10: ids that do not exist and masks that are not needed are reported", () => {
    const rules = rulesOf(lint({ knowledgeIds: [0, 9] }));
    expect(rules).toContain("knowledge-id-unknown");
    expect(rules).toContain("masked-node-not-used");
  });

  it("follow-up-repeats-phase-1: layout, case and spelling of operators aside, once", () => {
    const followUp = {
      ...(harbourTask.followUp as NonNullable<Task["followUp"]>),
      goldSql: ["select berth, cli from loads -- all\nwhere cli > 3.0 order by cli desc;"],
    };
    expect(only("follow-up-repeats-phase-1", lint({ followUp }))).toHaveLength(1);
    expect(only("follow-up-repeats-phase-1", lint())).toEqual([]);
  });

  it("follow-up-ignores-state: a state-dependent follow-up names what phase 1 made", () => {
    const management = { category: "Management", instanceId: "harbour_M_4", ambiguities: [] };
    const goldSql = ["CREATE MATERIALIZED VIEW public.busy AS SELECT berth FROM loads"];
    const second = (sql: string) => ({
      ...(harbourTask.followUp as NonNullable<Task["followUp"]>),
      type: "state_dependent",
      goldSql: [sql],
    });
    const found = (sql: string) =>
      only("follow-up-ignores-state", lint({ ...management, goldSql, followUp: second(sql) }));
    expect(found('SELECT count(*) FROM "busy"')).toEqual([]);
    expect(found("SELECT count(*) FROM loads")).toHaveLength(1);
  });

  it("leak-literal: every literal of a masked snippet is in the question", () => {
    const ambiguities = withAmbiguity(0, { sqlSnippet: "state = 'closed' AND cli > 12.5" });
    const leaks = (ambiguousQuestion: string) =>
      only("leak-literal", lint({ ambiguities, ambiguousQuestion }));
    expect(leaks("List busy berths that are closed, above 12.5.")).toHaveLength(1);
    expect(leaks("List busy berths that are closed.")).toEqual([]);
    expect(leaks("List busy berths that are enclosed, above 112.55.")).toEqual([]);
    const columns = withAmbiguity(0, { sqlSnippet: "state = 'closed'", type: "schema_linking_ambiguity" });
    expect(
      only("leak-literal", lint({ ambiguities: columns, ambiguousQuestion: "List busy closed berths." })),
    ).toEqual([]);
  });

  it("leak-definition: the definition is in the question or in a visible node", () => {
    const inQuestion = "List busy berths where $CLI = 0.9 * lift - 4 * CFS$, highest first.";
    expect(only("leak-definition", lint({ ambiguousQuestion: inQuestion }))).toHaveLength(1);
    const telling = [...nodes, node(4, "Hint", "Take 0.9 × ... \\(0.9\\times lift-4\\times CFS\\)", "", [])];
    const [finding] = only("leak-definition", lint({}, telling));
    expect(finding?.message).toContain("visible node 4 (Hint)");
    expect(only("leak-definition", lint())).toEqual([]);
  });

  it("leak-name: a masked node's name in the question weighs more where vaguer words are to stand for it", () => {
    const ambiguousQuestion = "List busy berths by Crane Load Index, highest first.";
    const [plain] = only("leak-name", lint({ ambiguousQuestion }));
    expect(plain).toMatchObject({
      severity: "info",
      where: { kind: "ambiguous-question", range: { from: 20, to: 36 } },
    });
    const paired = withAmbiguity(0, { sqlSnippet: "cli" });
    expect(only("leak-name", lint({ ambiguousQuestion, ambiguities: paired }))[0]?.severity).toBe("warning");
  });

  it("leak-name: nodes that build on the masked one may name it, others are reported", () => {
    expect(only("leak-name", lint())).toEqual([]);
    const loose = [...nodes, node(5, "Slow Crane", "A crane of low CLI.", "CLI < 1", [])];
    expect(only("leak-name", lint({}, loose))[0]?.message).toContain("node 5 (Slow Crane)");
  });

  it("A5: budget-too-short where a task has more ambiguities than turns", () => {
    const [open] = harbourTask.ambiguities.filter(({ kind }) => kind === "non-critical");
    if (open === undefined) throw new Error("the harbour task has changed");
    const withOpen = (count: number) => ({
      ambiguities: [...harbourTask.ambiguities, ...Array.from({ length: count }, () => open)],
    });
    expect(rulesOf(lint(withOpen(2)))).not.toContain("budget-too-short");
    expect(rulesOf(lint(withOpen(3)))).toContain("budget-too-short");
  });

  it("A5: budget-without-ambiguity and budget-misses-mask", () => {
    expect(rulesOf(lint({ ambiguities: [] }))).toEqual(["budget-without-ambiguity"]);
    expect(rulesOf(lint({ ambiguities: withAmbiguity(1, { isMask: true }) }))).toContain(
      "budget-misses-mask",
    );
    expect(lint({ ambiguities: [], ambiguousQuestion: null })).toEqual([]);
  });

  it("takes any text without a crash: hostile SQL, exotic Unicode, a megabyte", () => {
    for (const sql of [
      "\u0000",
      "😀".repeat(1000),
      "(".repeat(200_000),
      `SELECT '${"x".repeat(1_000_000)}'`,
      "$$",
      "/*",
      "1\u2028--",
    ])
      expect(() => lint({ goldSql: [sql], ambiguousQuestion: sql, tests: [sql] })).not.toThrow();
  });

  it("takes terms, snippets and names of nodes of a hundred thousand characters, whatever they are of", () => {
    for (const piece of ["also ", "(", " ", "ſk-"]) {
      const text = piece.repeat(100_000 / piece.length);
      const named = [node(1, text, text, text, []), ...nodes.slice(2)];
      const ambiguities = withAmbiguity(0, { term: text, sqlSnippet: text });
      expect(() => lint({ ambiguities, goldSql: [`SELECT '${text}'`] }, named)).not.toThrow();
    }
    const term = `${"long ".repeat(30_000)}term`;
    const ambiguities = withAmbiguity(0, { term }).slice(0, 1);
    const found = rulesOf(lint({ ambiguities, ambiguousQuestion: `List ${term}.` }));
    expect(found).not.toContain("term-not-in-question");
  });

  it("mends no list of knowledge that is too long to be mended id by id", () => {
    const ids = (length: number) => Array.from({ length }, (_, at) => 1000 + at);
    const fixesOf = (length: number) =>
      only("knowledge-id-unknown", lint({ knowledgeIds: ids(length) })).filter(({ fix }) => fix?.edit);
    expect(fixesOf(20)).toHaveLength(20);
    const long = only("knowledge-id-unknown", lint({ knowledgeIds: ids(20_000) }));
    expect(long).toHaveLength(20_000);
    expect(fixesOf(20_000)).toEqual([]);
  });
});

describe("a quick fix removes its finding", () => {
  const followUp = harbourTask.followUp && { ...harbourTask.followUp, knowledgeIds: [2, 77] };
  const nonCritical = {
    kind: "non-critical",
    term: "highest first",
    sqlSnippet: "ORDER BY cli DESC",
  } as const;
  it.each<[rule: RuleId, broken: string, Partial<Task>, description: string]>([
    [
      "snippet-not-a-node",
      "a snippet that is not in the gold",
      { ambiguities: withAmbiguity(0, { sqlSnippet: "cli > 30" }) },
      'Use "cli > 3" as the snippet.',
    ],
    [
      "snippet-not-a-node",
      "a snippet that cuts through a clause",
      {
        goldSql: ["SELECT berth FROM loads WHERE lifts * cli + 1 > 3 ORDER BY cli DESC"],
        ambiguities: withAmbiguity(0, { sqlSnippet: "cli + 1" }),
      },
      'Use "lifts * cli + 1" as the snippet.',
    ],
    [
      "budget-misses-mask",
      "a masked non-critical ambiguity",
      { ambiguities: withAmbiguity(1, { ...nonCritical, isMask: true }) },
      'Unmask the snippet of "highest first".',
    ],
    [
      "masked-node-not-used",
      "a hidden node that the gold does not need",
      { ambiguities: withAmbiguity(2, { kind: "knowledge", deletedKnowledge: 0 } as Partial<Ambiguity>) },
      "Remove ambiguity 3, which hides the node.",
    ],
    [
      "knowledge-id-unknown",
      "an id of no node in the follow-up",
      { followUp },
      "Remove 77 from external_knowledge.",
    ],
    [
      "knowledge-used-not-listed",
      "a node that the gold computes and the list lacks",
      { goldSql: ["SELECT berth, count(*) AS berth_count, cli FROM loads WHERE cli > 3 ORDER BY cli DESC"] },
      "Add 0 (Berth Count) to external_knowledge.",
    ],
    [
      "ambiguity-type-unknown",
      "a knowledge ambiguity of another type",
      { ambiguities: withAmbiguity(2, { type: "hidden" }) },
      "Set the type to knowledge_ambiguity.",
    ],
  ])("%s: of %s", (rule, _, changes, description) => {
    const task = { ...harbourTask, ...changes };
    const [finding] = only(rule, lint(task));
    expect(finding?.fix?.description).toBe(description);
    expect(ruleOf(rule)?.quickFix).toBeDefined();
    expect(rulesOf(lint(quicklyFixed(task, finding)))).not.toContain(rule);
  });
});
