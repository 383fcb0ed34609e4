import { describe, expect, it } from "vitest";
import type { Task } from "#shared/domain/task.ts";
import type { LintOptions } from "#shared/findings/context.ts";
import { lintTask } from "#shared/findings/lint-task.ts";
import { indexKnowledge } from "#shared/sql/knowledge-index.ts";
import { harbourTask } from "../../tasks/harbour-loads-task.ts";

const task: Task = {
  ...harbourTask,
  ambiguities: [],
  ambiguousQuestion: "List the heavy berths.",
  goldSql: ["SELECT berth FROM loads WHERE lift_t > 77"],
  followUp: null,
};
const options: LintOptions = {
  dialect: "postgresql",
  knowledge: indexKnowledge([]),
  parser: { syntaxProblem: () => null },
  database: { schema: null, meanings: [] },
};

const asked = (changed: Partial<Task>, other: Partial<LintOptions> = {}) =>
  lintTask({ ...task, ...changed }, { ...options, ...other }).filter(
    ({ rule }) => rule === "gold-from-nowhere",
  );

describe("O7: when the lint asks for what comes from nowhere", () => {
  it("O7: it asks where the database and the knowledge that the task lists are at hand", () => {
    expect(asked({})).toMatchObject([{ severity: "warning", where: { kind: "gold", statement: 0 } }]);
    expect(asked({}, { database: null })).toEqual([]);
    expect(asked({ knowledgeIds: [1] }, { knowledge: null })).toEqual([]);
    expect(asked({ knowledgeIds: [] }, { knowledge: null })).toHaveLength(1);
  });

  it("O7: it does not ask without a question, of a gold that is no SQL, or of a very long one", () => {
    expect(asked({ ambiguousQuestion: null, clearQuestion: null })).toEqual([]);
    const parser = { syntaxProblem: () => ({ message: "syntax error", range: null }) };
    expect(asked({}, { parser })).toEqual([]);
    const long = `${task.goldSql[0]} ${" ".repeat(100_000)}`;
    expect(asked({ goldSql: [long] })).toEqual([]);
  });
});
