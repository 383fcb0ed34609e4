import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Task } from "#shared/domain/task.ts";
import { lintContext } from "#shared/findings/context.ts";
import { ambiguityChains } from "#shared/sql/chain/ambiguity-links.ts";
import { featuresOf, sqlFeatures } from "#shared/sql/features.ts";
import { indexKnowledge } from "#shared/sql/knowledge-index.ts";
import { proposals } from "#shared/sql/propose/proposals.ts";
import { reworded } from "#shared/sql/propose/wording.ts";
import { provenanceOf } from "#shared/sql/provenance/provenance.ts";
import { parseTree } from "#shared/sql/tree/parse-tree.ts";
import { harbourTask } from "../../tasks/harbour-loads-task.ts";
import { packKnowledge, packTasks } from "../../tasks/river-watch-pack.ts";
import { sqlish } from "./sqlish.ts";

const knowledge = indexKnowledge([...packKnowledge().nodes.values()]);
const parser = { syntaxProblem: () => null };
const question = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({ unit: "grapheme" }),
  fc.constantFrom(
    "הצג את הנמלים, מעוגל ל־2",
    "川の流量を rounded to 2 decimals で示せ",
    ".*+?^$ {}()|[]\\",
    "(",
    ", , ,",
  ),
);
const dialect = fc.constantFrom("postgresql" as const, "sqlite" as const);

/** A task about any SQL and any question, with the ambiguities of the harbour task. */
const made = fc
  .tuple(fc.array(sqlish, { maxLength: 2 }), question, question, dialect)
  .map(([goldSql, clear, ambiguous, of]): [Task, typeof of] => [
    { ...harbourTask, goldSql, clearQuestion: clear, ambiguousQuestion: ambiguous, followUp: null },
    of,
  ]);

describe("what authoring works out, on any text", () => {
  it("G1, G3: proposals are parts of the gold, and their rewordings lie within the question", () => {
    fc.assert(
      fc.property(made, ([task, of]) => {
        const gold = task.goldSql.map((sql) => parseTree(sql, of));
        for (const { statement, snippet, anchor, rewording, term } of proposals(task, gold)) {
          expect(task.goldSql[statement]?.slice(anchor.range.from, anchor.range.to)).toBe(snippet);
          const before = task.ambiguousQuestion ?? "";
          const after = rewording === null ? before : reworded(before, rewording);
          expect(after.length).toBeLessThanOrEqual(before.length);
          if (term !== null) expect(after).toContain(term);
        }
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    "0 where ",
    "also including ",
    "sorted by ",
    "treating null ",
    "from the highest ",
    "rounded to ",
  ])("G3: a question that says %j ten thousand times holds nothing up", (words) => {
    const sql =
      "SELECT DISTINCT ROUND(a, 2), COALESCE(b, 0), RANK() OVER (ORDER BY c) FROM t LEFT JOIN u ON x = y ORDER BY 1";
    const task = {
      ...harbourTask,
      goldSql: [sql],
      ambiguities: [],
      ambiguousQuestion: words.repeat(10_000),
    };
    const context = lintContext(task, { dialect: "sqlite", knowledge: null, parser });
    expect(proposals(task, context.gold[1]).length).toBeGreaterThan(4);
    expect(provenanceOf({ ...context, schema: null, meanings: [] }).length).toBeGreaterThan(9);
  });

  it("O5: every part lies within its statement and has a trace with evidence", () => {
    fc.assert(
      fc.property(made, ([task, of]) => {
        const context = lintContext(task, { dialect: of, knowledge, parser });
        for (const { statement, range, origin, traces } of provenanceOf({
          ...context,
          schema: null,
          meanings: [],
        })) {
          expect(range.from).toBeLessThan(range.to);
          expect(range.to).toBeLessThanOrEqual(task.goldSql[statement]?.length ?? 0);
          expect(traces[0]?.origin).toBe(origin);
          expect(traces.every(({ evidence }) => evidence !== "")).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });

  it("A10: chains and features are found for any gold", () => {
    fc.assert(
      fc.property(made, fc.nat(12), ([task, of], which) => {
        const { ambiguities, knowledgeIds } = packTasks()[which] ?? harbourTask;
        const context = lintContext(
          { ...task, ambiguities, knowledgeIds },
          { dialect: of, knowledge, parser },
        );
        for (const { steps } of ambiguityChains(context)) expect(steps.length).toBeGreaterThan(1);
        for (const tree of context.gold[1])
          for (const feature of featuresOf(tree)) expect(sqlFeatures).toContain(feature);
      }),
      { numRuns: 150 },
    );
  });
});
