import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Task } from "#shared/domain/task.ts";
import type { Tally } from "#shared/domain/task-statistics.ts";
import { readTaskFile } from "#shared/formats/task-file.ts";
import { measuresOf } from "#shared/metrics/task-measures.ts";
import { statisticsDefinitions, taskStatistics } from "#shared/metrics/task-statistics.ts";
import { featuresOf, type SqlFeature, sqlFeatures } from "#shared/sql/features.ts";
import type { SqlDialect } from "#shared/sql/lex.ts";
import { parseTree } from "#shared/sql/tree/parse-tree.ts";
import { sharedData } from "../../support/shared-data.ts";
import { harbourTask } from "../../tasks/harbour-loads-task.ts";
import { packTasks } from "../../tasks/river-watch-pack.ts";

const statisticsOf = (tasks: readonly Task[], dialect: SqlDialect) =>
  taskStatistics(tasks.map((task) => measuresOf(task, dialect)));

const counts = (tallies: readonly Tally[]) =>
  Object.fromEntries(tallies.filter(({ count }) => count > 0).map(({ value, count }) => [value, count]));

describe("statistics of tasks", () => {
  it("are those of table 1 for the river-watch pack", () => {
    const statistics = statisticsOf(packTasks(), "postgresql");
    expect(statistics).toMatchObject({
      tasks: 13,
      clearTasks: 0,
      bi: 8,
      dm: 5,
      subTasksPerTask: 2,
      golds: 26,
    });
    expect(statistics.ambiguitiesPerTask).toBeCloseTo(51 / 13);
    expect(statistics.tasksByAmbiguities).toEqual([0, 0, 0, 5, 5, 2, 1]);
    expect(statistics.databases).toEqual([{ value: "river_watch", count: 13, tasks: 13 }]);
    expect(counts(statistics.followUpTypes)).toEqual({
      ...{
        constraint_change: 1,
        topic_pivot: 1,
        attribute_change: 2,
        result_based: 1,
        aggregation: 3,
        state_dependent: 5,
      },
    });
  });

  it("count each type of ambiguity by its kind, as figure 9 does", () => {
    const { ambiguityTypes } = statisticsOf(packTasks(), "postgresql");
    expect(ambiguityTypes.reduce((total, { count }) => total + count, 0)).toBe(51);
    expect(ambiguityTypes[0]).toEqual({ value: "lexical_ambiguity", kind: "critical", count: 1, tasks: 1 });
    expect(counts(ambiguityTypes)).toMatchObject({
      sort_ambiguity: 2,
      join_ambiguity: 2,
      knowledge_ambiguity: 11,
    });
  });

  it("keep types outside the taxonomy, behind the known ones", () => {
    const [first] = harbourTask.ambiguities;
    if (first === undefined) throw new Error("the harbour task has changed");
    const odd = {
      ...harbourTask,
      ambiguities: [
        { ...first, type: "tone_ambiguity" },
        { ...first, type: "tone_ambiguity" },
      ],
    };
    const critical = statisticsOf([odd, harbourTask], "postgresql").ambiguityTypes.filter(
      ({ kind }) => kind === "critical",
    );
    expect(critical.at(-1)).toEqual({ value: "tone_ambiguity", kind: "critical", count: 2, tasks: 1 });
  });

  it("have no means where there is nothing to take them of", () => {
    const clear = { ...harbourTask, ambiguousQuestion: null, ambiguities: [], goldSql: [], followUp: null };
    expect(statisticsOf([], "sqlite")).toMatchObject({
      tasks: 0,
      ambiguitiesPerTask: null,
      subTasksPerTask: null,
    });
    expect(statisticsOf([clear], "sqlite")).toMatchObject({
      clearTasks: 1,
      ambiguitiesPerTask: null,
      tokensPerSql: null,
    });
  });

  it("count words and tokens, tests once, and say how", () => {
    const task = { ...harbourTask, tests: ["def test_case(): pass", " def test_case(): pass\n"] };
    const statistics = statisticsOf([task], "sqlite");
    // "List busy berths, highest first." and 14 and 11 tokens of SQL.
    expect(statistics).toMatchObject({ tokensPerQuestion: 7, distinctTests: 1, tokensPerSql: (14 + 11) / 2 });
    expect(statisticsDefinitions.tokensPerSql).toContain("without comments");
  });

  it.skipIf(sharedData("bird-interact") === null)(
    "read the public tasks of BIRD-Interact, whose gold is withheld (skipped where ../shared/data is absent)",
    () => {
      const file = sharedData("bird-interact/bird_interact_full_4_tasks_public.jsonl") ?? "";
      const tasks = readTaskFile(readFileSync(file, "utf8"), file).tasks.map(({ task }) => task);
      const statistics = statisticsOf(tasks, "postgresql");
      expect(statistics).toMatchObject({ tasks: 4, tokensPerSql: null, golds: 0 });
      expect(statistics.ambiguitiesPerTask).toBeGreaterThan(1);
      expect(counts(statistics.sqlFeatures)).toEqual({});
    },
  );
});

describe("features of SQL", () => {
  it.each<[string, SqlFeature[]]>([
    ["SELECT name FROM vessels WHERE flag = 'PA'", []],
    ["WITH x AS (SELECT 1) SELECT * FROM x", ["common table expression"]],
    [
      "WITH RECURSIVE x AS (SELECT 1 UNION ALL SELECT n + 1 FROM x) SELECT * FROM x",
      ["common table expression", "recursive query", "set operation"],
    ],
    [
      "SELECT COUNT(DISTINCT a) FROM t LEFT JOIN u ON t.i = u.i GROUP BY b HAVING COUNT(*) > 1",
      ["join", "outer join", "aggregation", "grouping", "condition on groups", "distinct"],
    ],
    [
      "SELECT SUM(a) OVER (ORDER BY b), RANK() OVER (ORDER BY c) FROM t",
      ["window function", "ranking function", "ordering"],
    ],
    [
      "SELECT COUNT(*) FILTER (WHERE a IS NULL) FROM t",
      ["aggregation", "filtered aggregate", "null handling"],
    ],
    [
      "SELECT (a ->> 'b')::int, UPPER(c), d || e FROM t WHERE f ~ '^x' LIMIT 3",
      ["limit", "cast", "json", "text function", "regular expression"],
    ],
    [
      "SELECT EXTRACT(YEAR FROM a), ROUND(ABS(b), 2) FROM t WHERE EXISTS (SELECT 1 FROM u)",
      ["existence test", "date and time", "mathematics", "subquery"],
    ],
    ["CREATE VIEW v AS SELECT 1", ["view"]],
    [
      "CREATE TABLE t (a int, UNIQUE (a)); INSERT INTO t VALUES (1); UPDATE t SET a = 2; DELETE FROM t",
      ["insert", "update", "delete", "table definition", "index or constraint"],
    ],
    [
      "CREATE FUNCTION f(a int) RETURNS int AS $$ BEGIN RETURN a; END; $$ LANGUAGE plpgsql",
      ["function or procedure", "procedural code"],
    ],
    ["CREATE FUNCTION f(a int) RETURNS int AS $$ SELECT a $$ LANGUAGE sql", ["function or procedure"]],
    ["ALTER TABLE t ADD CONSTRAINT u UNIQUE (a)", ["table definition", "index or constraint"]],
  ])("%s", (sql, expected) => {
    const found = featuresOf(parseTree(sql, "postgresql"));
    expect(sqlFeatures.filter((feature) => found.has(feature))).toEqual(
      sqlFeatures.filter((feature) => expected.includes(feature)),
    );
  });
});
