import { readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { recoverable } from "#shared/certificate/recoverable/recoverable.ts";
import type { DatabaseSchema } from "#shared/domain/schema.ts";
import type { Task } from "#shared/domain/task.ts";
import { lintContext } from "#shared/findings/context.ts";
import { describeDatabase } from "../../../electron/engines/sqlite/describe.ts";
import { sharedData } from "../../support/shared-data.ts";
import { harbourTask } from "../../tasks/harbour-loads-task.ts";

const contradicting = "question-contradicts-gold";

/** The rules that speak of words and gold, for a clear question and its gold. */
function rulesFor(question: string, gold: string, schema: DatabaseSchema | null = null): string[] {
  const task: Task = {
    ...harbourTask,
    ...{ clearQuestion: question, ambiguousQuestion: null, ambiguities: [], knowledgeIds: [] },
    ...{ goldSql: [gold], followUp: null },
  };
  const parser = { syntaxProblem: () => null };
  const context = lintContext(task, { dialect: "postgresql", knowledge: null, parser });
  const { findings } = recoverable({ ...context, schema, meanings: [] }, []);
  return findings.filter(({ severity }) => severity === "error").map(({ rule }) => rule);
}

describe("words against the gold", () => {
  it.each([
    ["another number", "Loads of more than 100 minutes", "SELECT id FROM loads WHERE minutes > 90"],
    ["another limit", "The top five loads by weight", "SELECT id FROM loads ORDER BY weight DESC LIMIT 10"],
    ["a bound that is left out", "Loads of at least 90 tonnes", "SELECT id FROM loads WHERE tonnes > 90"],
    ["another year", "Loads since 2031", "SELECT id FROM loads WHERE seen_on >= '2024-01-01'"],
    ["another direction", "Loads by weight, lowest first", "SELECT id FROM loads ORDER BY weight DESC"],
    [
      "another direction than that of what is sorted",
      "Loads, the lowest weight first, equal ones by berth",
      "SELECT id FROM loads ORDER BY weight DESC, berth",
    ],
    [
      "another direction of a count",
      "Fewest loads first, then by berth",
      "SELECT berth FROM loads GROUP BY berth ORDER BY COUNT(*) DESC, berth",
    ],
    [
      "other places behind the point",
      "Round the tonnes to 3 decimals and the weight to 2.",
      "SELECT ROUND(AVG(tonnes), 3), ROUND(AVG(weight / 2), 1) FROM loads",
    ],
    [
      "another tie-break",
      "Loads by weight, highest first, equal ones by day",
      "SELECT id FROM loads ORDER BY weight DESC, berth",
    ],
    [
      "the other end that is kept",
      "Delete double loads; the load with the highest load_id stays",
      "DELETE FROM loads a USING loads b WHERE a.berth = b.berth AND a.load_id > b.load_id",
    ],
  ])("%s contradicts", (_, question, gold) => {
    expect(rulesFor(question, gold)).toContain(contradicting);
  });

  it.each([
    ["hours for minutes", "Loads of more than 1.5 hours", "SELECT id FROM loads WHERE minutes > 90"],
    [
      "a limit with its end moved",
      "Berths with at least 3 loads",
      "SELECT berth FROM loads GROUP BY berth HAVING COUNT(*) > 2",
    ],
    [
      "years that follow each other",
      "Loads of 2023 and 2024",
      "SELECT id FROM loads WHERE seen_on >= '2023-01-01'",
    ],
    [
      "each direction with its own key",
      "The highest weight first, equal ones with the lowest berth first",
      "SELECT id FROM loads ORDER BY weight DESC, berth",
    ],
    [
      "places in another order",
      "Round the weight to 1 decimal and the tonnes to 3.",
      "SELECT ROUND(AVG(tonnes), 3), ROUND(AVG(weight / 2), 1) FROM loads",
    ],
    ["what is left out", "Leave out loads of less than 5 tonnes", "SELECT id FROM loads WHERE tonnes >= 5"],
    ["how much is shown", "Show two columns: id and berth", "SELECT id, berth FROM loads"],
    [
      "a tie-break by a part of a name",
      "Loads by weight, highest first, equal ones by id",
      "SELECT load_id FROM loads ORDER BY weight DESC, load_id",
    ],
  ])("%s does not", (_, question, gold) => {
    expect(rulesFor(question, gold)).not.toContain(contradicting);
  });

  it("a condition of which nothing is said is found, and one that is asked for is not", () => {
    const gold = "SELECT id FROM loads WHERE state = 'full' AND cleared IS NOT NULL";
    expect(rulesFor("Which loads are full?", gold)).toEqual(["condition-not-said"]);
    expect(rulesFor("Which full loads have been cleared?", gold)).toEqual([]);
  });

  it("one decimal has to be asked for", () => {
    const gold = "SELECT ROUND(AVG(tonnes), 1) FROM loads";
    expect(rulesFor("The average tonnes of all loads", gold)).toEqual(["part-not-settled"]);
    expect(rulesFor("The average tonnes of all loads, rounded to 1 decimal", gold)).toEqual([]);
  });
});

const spider = sharedData("spider-dev/ic_spider_dev.json");

describe.skipIf(spider === null)(
  "words against the gold of Spider (skipped where ../shared/data is absent)",
  () => {
    it("fewer than 2 in 100 of 1,034 questions are said to contradict their gold, or to leave a condition unsaid", () => {
      const Questions = z.array(z.object({ db: z.string(), query: z.string(), gold: z.string() }));
      const questions = Questions.parse(JSON.parse(readFileSync(spider ?? "", "utf8")));
      const schemas = new Map<string, DatabaseSchema>();
      const accused = questions.filter(({ db, query, gold }) => {
        const schema = schemas.get(db) ?? schemaOf(db);
        schemas.set(db, schema);
        return rulesFor(query, gold, schema).some((rule) =>
          [contradicting, "condition-not-said"].includes(rule),
        );
      });
      expect(accused.length / questions.length).toBeLessThan(0.02);
    });
  },
);

function schemaOf(dbId: string): DatabaseSchema {
  const db = new DatabaseSync(sharedData(`spider-dev/databases/${dbId}.sqlite`) ?? "", { readOnly: true });
  try {
    return describeDatabase(db, dbId);
  } finally {
    db.close();
  }
}
