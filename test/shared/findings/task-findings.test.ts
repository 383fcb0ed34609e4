import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Finding, inPhase, phaseOf } from "#shared/domain/finding.ts";
import { isKnownFollowUpType } from "#shared/domain/follow-up.ts";
import type { Task } from "#shared/domain/task.ts";
import type { TextContext } from "#shared/findings/context.ts";
import { textFindings } from "#shared/findings/lint-task.ts";
import { snippetInGold } from "#shared/findings/sql/snippets.ts";
import { termRange } from "#shared/findings/text/ambiguities.ts";
import { harbourTask } from "../../tasks/harbour-loads-task.ts";

const taskFindings = (task: Task) => textFindings({ task, knowledge: null });

function rules(change: Partial<Task>): string[] {
  return taskFindings({ ...harbourTask, ...change }).map(({ rule, severity }) => `${severity} ${rule}`);
}

function withAmbiguity(index: number, change: object): Partial<Task> {
  const ambiguities = harbourTask.ambiguities.map((each, at) =>
    at === index ? { ...each, ...change } : each,
  );
  return { ambiguities };
}

describe("the findings of a task", () => {
  test("are none for a task in order", () => {
    expect(taskFindings(harbourTask)).toEqual([]);
  });

  test("are valid findings, each with a message that ends its sentence", () => {
    const findings = taskFindings({
      ...harbourTask,
      database: "",
      tests: ["pass"],
      ambiguities: harbourTask.ambiguities.map((each) => ({
        ...each,
        term: "no such words",
        type: "x",
        sqlSnippet: "?",
      })),
    });
    expect(findings.length).toBeGreaterThan(6);
    for (const finding of findings) {
      expect(Finding.parse(finding)).toEqual(finding);
      expect(finding.message).toMatch(/[.]$/);
    }
  });

  test("T1: a task without a database is reported", () => {
    expect(rules({ database: "" })).toContain("error database-missing");
  });

  test("T23: a task without any words to its question is reported", () => {
    expect(rules({ ambiguousQuestion: " ", clearQuestion: null, ambiguities: [] })).toEqual([
      "error question-missing",
      "warning budget-without-ambiguity",
    ]);
    expect(rules({ ambiguousQuestion: null, ambiguities: [] })).toEqual([]);
  });

  test("T11: an id against its category is reported, but not where the id is not of the form's making", () => {
    expect(rules({ instanceId: "harbour_M_4" })).toEqual(["warning id-against-category"]);
    expect(rules({ category: "Management" })).toEqual(["warning id-against-category"]);
    const clearId = { category: "Management", instanceId: "M_4" };
    expect(rules(clearId)).toEqual(["warning id-against-category"]);
    expect(rules({ ...clearId, ambiguousQuestion: null, ambiguities: [] })).toEqual([]);
    expect(rules({ instanceId: "4" })).toEqual([]);
  });

  test("T17: a test without test_case is reported in its phase", () => {
    const followUp = harbourTask.followUp && {
      ...harbourTask.followUp,
      tests: ["def test_case(a):\n  1", "x = 1"],
    };
    const findings = taskFindings({
      ...harbourTask,
      tests: ["class Suite:\n  def test_case(a): pass"],
      followUp,
    });
    expect(findings.map(({ where }) => where)).toEqual([
      { kind: "test", index: 0, range: null },
      { kind: "follow-up", inside: { kind: "test", index: 1, range: null } },
    ]);
    expect(findings.map(({ where }) => phaseOf(where))).toEqual([1, 2]);
  });

  test("T11: a category that nobody knows is worth knowing", () => {
    expect(rules({ category: "Poetry" })).toEqual(["info category-unknown"]);
  });

  test("T21: a test that calls what an evaluator does not hand over says where it runs", () => {
    const script = (call: string) => `def test_case(p, s, d, c):\n    ${call}(p, d, c)\n`;
    const messages = (call: string) =>
      taskFindings({ ...harbourTask, tests: [script(call)] }).map(
        ({ severity, message }) => `${severity}: ${message}`,
      );
    expect(messages("execute_queries")).toEqual([]);
    expect(messages("ex_base")).toEqual([
      expect.stringMatching(/^info: Test 1 of phase 1 .* runs under adk\./),
    ]);
    expect(messages("preprocess_results")).toEqual([
      expect.stringMatching(/^warning: .* runs under none of them\./),
    ]);
  });

  test("A2: a critical term that the question lacks is a warning, a non-critical one worth knowing, a knowledge one nothing", () => {
    expect(rules(withAmbiguity(0, { term: "idle berths" }))).toEqual(["warning term-not-in-question"]);
    expect(rules(withAmbiguity(1, { term: "order" }))).toEqual(["info term-not-in-question"]);
    expect(rules(withAmbiguity(2, { term: "anything" }))).toEqual([]);
    expect(taskFindings({ ...harbourTask, ...withAmbiguity(1, { term: "" }) })).toMatchObject([
      { rule: "term-not-in-question", message: expect.stringMatching(/^The ambiguity has no term\./) },
    ]);
  });

  test("A2: an environmental term stands in the question or names its column", () => {
    const noisy = { kind: "environmental", column: "berth.depth_m", type: "mixed_unit_ambiguity" };
    expect(rules(withAmbiguity(1, { ...noisy, term: "the draught thing" }))).toEqual([
      "info term-not-in-question",
    ]);
    expect(rules(withAmbiguity(1, { ...noisy, term: "berth depth m" }))).toEqual([]);
  });

  test("A2: a knowledge term is the name of the hidden node, with or without its abbreviation, or stands in the question", () => {
    const node = { id: 4, name: "Calm Load Index (CLI)" };
    const knowledge = { graph: { nodes: new Map([[4, node]]) } } as unknown as TextContext["knowledge"];
    const rulesOf = (term: string) =>
      textFindings({
        task: { ...harbourTask, ...withAmbiguity(2, { term, deletedKnowledge: 4 }) },
        knowledge,
      }).flatMap(({ rule }) => (rule === "term-not-of-node" ? [rule] : []));
    for (const term of [
      "Calm Load Index (CLI)",
      "calm load index",
      "CLI",
      harbourTask.ambiguities[0]?.term ?? "",
    ])
      expect(rulesOf(term)).toEqual([]);
    for (const term of ["the Calm Load Index (CLI) thing", "Calm Laod Index", ""])
      expect(rulesOf(term)).toEqual(["term-not-of-node"]);
  });

  test("A3: a snippet that is a paraphrase is reported, and nothing is asked of a withheld gold", () => {
    expect(rules(withAmbiguity(0, { sqlSnippet: "l.cli > 3" }))).toEqual([
      "warning snippet-not-in-gold-text",
    ]);
    expect(rules({ ...withAmbiguity(0, { sqlSnippet: "l.cli > 3" }), goldSql: [] })).toEqual([]);
  });

  test("A4: a type outside the taxonomy is worth knowing", () => {
    expect(rules(withAmbiguity(1, { type: "limit_ambiguity" }))).toEqual(["info ambiguity-type-unknown"]);
  });

  test("A4: an ambiguity of the words without a type is asked for one", () => {
    expect(rules(withAmbiguity(0, { type: "" }))).toEqual(["warning ambiguity-type-missing"]);
  });

  test("A9: a knowledge ambiguity that hides nothing is reported", () => {
    expect(rules(withAmbiguity(2, { deletedKnowledge: null }))).toEqual(["warning mask-names-no-node"]);
  });

  test("U2: a follow-up type outside the taxonomy is worth knowing", () => {
    const followUp = harbourTask.followUp && { ...harbourTask.followUp, type: "encore" };
    expect(rules({ followUp })).toEqual(["info follow-up-type-unknown"]);
    expect(isKnownFollowUpType("toString")).toBe(false);
  });

  test("U4: a state-dependent follow-up of a query is reported", () => {
    const followUp = harbourTask.followUp && { ...harbourTask.followUp, type: "state_dependent" };
    expect(rules({ followUp })).toEqual(["warning state-dependent-on-query"]);
    expect(rules({ followUp, category: "Management", instanceId: "harbour_M_4" })).toEqual([]);
  });

  test("U5: a follow-up with the gold of phase 1 is reported, whatever its case and white space", () => {
    const [gold = ""] = harbourTask.goldSql;
    const followUp = harbourTask.followUp && {
      ...harbourTask.followUp,
      goldSql: [`  ${gold.toLowerCase().replaceAll(" ", "\n")};`],
    };
    expect(rules({ followUp })).toEqual(["warning follow-up-repeats-phase-1"]);
  });

  test("U6: a follow-up without question or gold is reported, without gold not where that of phase 1 is withheld", () => {
    const followUp = harbourTask.followUp && { ...harbourTask.followUp, question: " ", goldSql: [] };
    const messages = (change: Partial<Task>) =>
      taskFindings({ ...harbourTask, followUp, ...change }).map(({ rule, message }) => `${rule}: ${message}`);
    expect(messages({})).toEqual([
      expect.stringMatching(/^follow-up-unfinished: The follow-up has no question and no gold SQL\./),
    ]);
    expect(messages({ goldSql: [] })).toEqual([
      expect.stringMatching(/^follow-up-unfinished: The follow-up has no question\./),
    ]);
  });
});

describe("A2: a term", () => {
  const question = "Show the Top berths.\nTop of the list first (a+b).";

  test.each([
    ["Top berths", { from: 9, to: 19 }],
    ["top BERTHS", { from: 9, to: 19 }],
    ["berths. top", { from: 13, to: 24 }],
    ["(a+b)", { from: 43, to: 48 }],
    ["top  berths", { from: 9, to: 19 }],
    ["bottom", null],
    ["", null],
    ["  ", null],
  ])("%j stands at %j", (term, expected) => {
    expect(termRange(question, term)).toEqual(expected);
  });

  test("may hold anything: each question finds its own words", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string(), fc.string(), (term, before, after) => {
        fc.pre(term.trim() !== "");
        const text = before + term + after;
        const range = termRange(text, term);
        expect(text.slice(range?.from, range?.to)).toBe(term);
        expect(() => termRange(text.toUpperCase(), term)).not.toThrow();
      }),
    );
  });

  test("with letters outside ASCII is found at its UTF-16 offsets", () => {
    expect(termRange("🚢 Größte Schiffe", "größte")).toEqual({ from: 3, to: 9 });
  });
});

describe("A3: a snippet", () => {
  test("is found whatever its case, white space and final semicolon", () => {
    expect(snippetInGold(["SELECT a\nFROM b WHERE c>1"], "from  B where C > 1;")).toBe(true);
    expect(snippetInGold(["SELECT a"], "")).toBe(false);
    expect(snippetInGold([], "a")).toBe(false);
  });
});

test("a location is seen from the task: as it is in phase 1, inside the follow-up in phase 2", () => {
  const place = { kind: "gold", statement: 0, range: { from: 0, to: 4 } } as const;
  expect(inPhase(1, place)).toEqual(place);
  expect(inPhase(2, place)).toEqual({ kind: "follow-up", inside: place });
  expect(phaseOf({ kind: "file", file: "tasks.jsonl", line: 3 })).toBeNull();
  expect(phaseOf({ kind: "knowledge", node: 3 })).toBeNull();
});
