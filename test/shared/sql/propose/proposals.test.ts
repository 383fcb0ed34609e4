import { describe, expect, it } from "vitest";
import { ofKind } from "#shared/domain/ambiguity.ts";
import type { Task } from "#shared/domain/task.ts";
import { applyEdit } from "#shared/domain/task-edit.ts";
import { textFindings } from "#shared/findings/lint-task.ts";
import type { SqlDialect } from "#shared/sql/lex.ts";
import { acceptProposal } from "#shared/sql/propose/accept.ts";
import { proposals } from "#shared/sql/propose/proposals.ts";
import { reworded } from "#shared/sql/propose/wording.ts";
import { parseTree } from "#shared/sql/tree/parse-tree.ts";
import { harbourTask } from "../../../tasks/harbour-loads-task.ts";
import { packTasks } from "../../../tasks/river-watch-pack.ts";

const dialects: SqlDialect[] = ["postgresql", "sqlite"];

function clearTask(sql: string, question: string): Task {
  return {
    ...harbourTask,
    goldSql: [sql],
    clearQuestion: question,
    ambiguousQuestion: null,
    ambiguities: [],
  };
}

function proposed(task: Task, dialect: SqlDialect) {
  return proposals(
    task,
    task.goldSql.map((sql) => parseTree(sql, dialect)),
  );
}

/** What is proposed for a gold, as "type: snippet". */
function offers(sql: string, dialect: SqlDialect): string[] {
  return proposed(clearTask(sql, ""), dialect).map(({ type, snippet }) => `${type}: ${snippet}`);
}

describe.each(dialects)("G1: details that the gold decides are proposed (%s)", (dialect) => {
  it.each([
    ["SELECT ROUND(AVG(hours), 2) AS mean FROM stays", ["decimal_ambiguity: ROUND(AVG(hours), 2)"]],
    ["SELECT CAST(fee AS DECIMAL(10, 2)) FROM fees", ["decimal_ambiguity: CAST(fee AS DECIMAL(10, 2))"]],
    ["SELECT printf('%.2f', fee) FROM fees", ["decimal_ambiguity: printf('%.2f', fee)"]],
    [
      "SELECT v.name FROM vessels v LEFT OUTER JOIN stays s ON s.vessel = v.id",
      ["join_ambiguity: LEFT OUTER JOIN stays s ON s.vessel = v.id"],
    ],
    ["SELECT DISTINCT flag FROM vessels", ["distinct_ambiguity: SELECT DISTINCT flag"]],
    ["SELECT COUNT(DISTINCT flag) FROM vessels", ["distinct_ambiguity: COUNT(DISTINCT flag)"]],
    ["SELECT name FROM vessels ORDER BY built DESC", ["sort_ambiguity: ORDER BY built DESC"]],
    ["SELECT COALESCE(note, '-') FROM stays", ["null_ambiguity: COALESCE(note, '-')"]],
    ["SELECT note FROM stays WHERE note IS NOT NULL", ["null_ambiguity: note IS NOT NULL"]],
    [
      "SELECT CASE WHEN note IS NULL THEN 'none' ELSE note END FROM stays",
      ["null_ambiguity: WHEN note IS NULL THEN 'none'"],
    ],
    [
      "SELECT name, RANK() OVER (ORDER BY tons DESC) FROM vessels",
      ["rank_ambiguity: RANK() OVER (ORDER BY tons DESC)"],
    ],
    ["SELECT fee / NULLIF(hours, 0) FROM stays", ["divide_by_zero_ambiguity: NULLIF(hours, 0)"]],
    [
      "SELECT COALESCE(ROUND(fee / NULLIF(hours, 0), 2), 0) FROM stays",
      [
        "divide_by_zero_ambiguity: COALESCE(ROUND(fee / NULLIF(hours, 0), 2), 0)",
        "decimal_ambiguity: ROUND(fee / NULLIF(hours, 0), 2)",
      ],
    ],
    [
      "SELECT CASE WHEN hours = 0 THEN 0 ELSE fee / hours END FROM stays",
      ["divide_by_zero_ambiguity: CASE WHEN hours = 0 THEN 0 ELSE fee / hours END"],
    ],
  ])("%s", (sql, expected) => {
    expect(offers(sql, dialect)).toEqual(expected);
  });

  it.each([
    "SELECT name FROM vessels ORDER BY built DESC LIMIT 5",
    "SELECT name FROM (SELECT name FROM vessels ORDER BY built) x",
    "SELECT SUM(tons) OVER (ORDER BY built) FROM vessels",
    "SELECT v.name FROM vessels v JOIN stays s ON s.vessel = v.id",
    "SELECT id FROM tickets WHERE closed_on IS NULL",
    "SELECT CASE WHEN hours = 0 THEN 'none' ELSE 'some' END FROM stays",
    "SELECT to_char(eta, 'MMDD') FROM stays",
    "SELECT CAST(hours AS integer) FROM stays",
  ])("G1: nothing is open in %s", (sql) => {
    expect(offers(sql, dialect)).toEqual([]);
  });

  it("G1: broken SQL gives what can be made out", () => {
    expect(offers("SELECT ROUND(AVG(hours), 2 FROM (stays ORDER", dialect)).toEqual([]);
    expect(offers("SELECT DISTINCT flag FROM vessels WHERE ((", dialect)).toHaveLength(1);
  });
});

describe("G1: in PostgreSQL", () => {
  it.each([
    ["SELECT to_char(fee, 'FM999990.00') FROM fees", ["decimal_ambiguity: to_char(fee, 'FM999990.00')"]],
    ["SELECT fee::numeric(10,2) FROM fees", ["decimal_ambiguity: fee::numeric(10,2)"]],
    [
      "SELECT DISTINCT ON (berth) berth, eta FROM stays",
      ["distinct_ambiguity: SELECT DISTINCT ON (berth) berth, eta"],
    ],
    ["CREATE VIEW fleet AS SELECT name FROM vessels ORDER BY name", ["sort_ambiguity: ORDER BY name"]],
    ["SELECT name FROM vessels ORDER BY built FETCH FIRST 5 ROWS ONLY", []],
  ])("%s", (sql, expected) => {
    expect(offers(sql, "postgresql")).toEqual(expected);
  });
});

describe("G2: what a task has already is not proposed again", () => {
  it("keeps the ORDER BY of the harbour task to its ambiguity", () => {
    expect(proposed(harbourTask, "postgresql")).toEqual([]);
    const without = { ...harbourTask, ambiguities: [] };
    expect(proposed(without, "postgresql").map(({ type }) => type)).toEqual(["sort_ambiguity"]);
  });

  it("takes equal places once, with an anchor that says how many there are", () => {
    const sql = "SELECT ROUND(fee, 1), COUNT(*) FROM fees GROUP BY ROUND(fee, 1)";
    const [only, ...others] = proposed(clearTask(sql, ""), "postgresql");
    expect(others).toEqual([]);
    expect(only?.anchor).toMatchObject({ occurrence: 0, occurrences: 2, range: { from: 7, to: 20 } });
  });

  it("finds every implementation-level ambiguity that the authors of the river-watch tasks annotated", () => {
    const missed = packTasks().flatMap((task) => {
      const offered = proposed({ ...task, ambiguities: [] }, "postgresql");
      return ofKind(task.ambiguities, "non-critical").filter(
        ({ type, sqlSnippet }) =>
          !offered.some((offer) => offer.type === type && offer.snippet.includes(sqlSnippet.trim())),
      );
    });
    expect(missed).toEqual([]);
  });

  it("proposes none of them again once the tasks have them", () => {
    for (const task of packTasks()) {
      const own = ofKind(task.ambiguities, "non-critical").map(({ sqlSnippet }) => sqlSnippet);
      const again = proposed(task, "postgresql").filter(({ snippet }) =>
        own.some((text) => snippet.includes(text)),
      );
      expect(again).toEqual([]);
    }
  });
});

describe("G5: accepting a proposal", () => {
  it("G5: rewords the question and adds the ambiguity, so that it is proposed no more", () => {
    const sql =
      "SELECT DISTINCT flag, ROUND(AVG(hours), 2) AS mean_stay FROM stays GROUP BY flag ORDER BY flag";
    const question =
      "Show the different flags with their average stay rounded to 2 decimals, sorted by flag.";
    let task = clearTask(sql, question);
    const accepted: string[] = [];
    for (let [offer] = proposed(task, "sqlite"); offer !== undefined; [offer] = proposed(task, "sqlite")) {
      const done = applyEdit(task, acceptProposal(task, offer));
      if (done === null) throw new Error("a proposal does not fit its own task");
      task = done;
      accepted.push(offer.type);
    }
    expect(accepted).toEqual(["distinct_ambiguity", "decimal_ambiguity", "sort_ambiguity"]);
    expect(task.ambiguousQuestion).toBe("Show the flags with their average stay.");
    expect(task.clearQuestion).toBe(question);
    expect(textFindings({ task, knowledge: null }).filter(({ severity }) => severity === "error")).toEqual(
      [],
    );
    expect(
      task.ambiguities.map(({ term }) => term).every((term) => task.ambiguousQuestion?.includes(term)),
    ).toBe(true);
  });

  it("G1: a gold with thousands of details offers 50", () => {
    const items = Array.from({ length: 2_000 }, (_, at) => `ROUND(a${at}, 2)`).join(", ");
    expect(offers(`SELECT ${items} FROM t`, "sqlite")).toHaveLength(50);
  });
});

describe("G3: a rewording takes out what says the detail, and nothing else", () => {
  it.each([
    [
      "SELECT ROUND(AVG(hours), 2) AS mean_stay FROM stays",
      "Show the average stay, rounded to 2 decimals, of all vessels.",
      "Show the average stay, of all vessels.",
      "average stay",
    ],
    [
      "SELECT name FROM vessels ORDER BY built",
      "List all vessels of the harbour sorted by year of building.",
      "List all vessels of the harbour.",
      "harbour",
    ],
    [
      "SELECT COUNT(DISTINCT flag) FROM vessels",
      "How many different flags are there?",
      "How many flags are there?",
      "flags",
    ],
    [
      "SELECT v.name, s.eta FROM vessels v LEFT JOIN stays s ON s.vessel = v.id",
      "List all vessels and their stays, even if they have none.",
      "List all vessels and their stays.",
      "stays",
    ],
    [
      "SELECT berth, COALESCE(SUM(fee), 0) AS fees FROM stays GROUP BY berth",
      "Show each berth and its fees (0 where there were none).",
      "Show each berth and its fees.",
      "fees",
    ],
    [
      "SELECT name, DENSE_RANK() OVER (ORDER BY tons DESC) AS place FROM vessels",
      "Show the place of each vessel by tonnage. If vessels are tied, give them the same place.",
      "Show the place of each vessel by tonnage.",
      "place",
    ],
    [
      "SELECT name FROM vessels ORDER BY built",
      "Sorted by year of building; list all vessels.",
      "List all vessels.",
      null,
    ],
  ])("%s", (sql, question, expected, term) => {
    const [offer] = proposed(clearTask(sql, question), "postgresql");
    expect(offer?.rewording).not.toBeNull();
    expect(offer?.rewording && reworded(question, offer.rewording)).toBe(expected);
    expect(offer?.term).toBe(term);
  });

  it("G3: a question that leaves the detail open already is left as it is", () => {
    const [offer] = proposed(clearTask("SELECT ROUND(fee, 2) AS fee FROM fees", "Show every fee."), "sqlite");
    expect(offer).toMatchObject({ rewording: null, term: "fee" });
  });

  it("G3: terms are in the question as it reads after the rewording", () => {
    for (const task of packTasks()) {
      const question = task.clearQuestion ?? "";
      for (const { rewording, term } of proposed({ ...task, ambiguousQuestion: null }, "postgresql")) {
        const after = rewording === null ? question : reworded(question, rewording);
        if (term !== null) expect(after).toContain(term);
        expect(after.length).toBeLessThanOrEqual(question.length);
      }
    }
  });
});
