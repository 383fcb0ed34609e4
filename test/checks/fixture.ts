import { writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll } from "vitest";
import { unchangedBattery } from "#shared/domain/battery.ts";
import type { Finding } from "#shared/domain/finding.ts";
import type { FollowUp } from "#shared/domain/follow-up.ts";
import type { Task } from "#shared/domain/task.ts";
import type { EvaluatorProfile } from "#shared/domain/test-script.ts";
import { cacheFolder } from "../../electron/cache-folder.ts";
import { checkTask } from "../../electron/checks/check-task.ts";
import type { DatabaseState, Engine } from "../../electron/engines/engine.ts";
import { createTaskRunner } from "../../electron/evaluation/phases.ts";
import type { TestRunner } from "../../electron/python/test-runner.ts";
import { openTestScripts } from "../python/test-scripts.ts";
import { openEmbeddedEngine } from "../support/embedded-engine.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** Boats with ties, gaps, numbers and dates in text, and floats: something for every check to find. */
const dump = `
CREATE TABLE boat (
  id integer PRIMARY KEY, name text NOT NULL, berth text NOT NULL, length_m numeric(5,2), draught double precision,
  built text, sail_no text, note text
);
INSERT INTO boat VALUES
  (1, 'Alk', 'A', 12.50, 1.1, '03.05.1998', '9', 'x'), (2, 'Brim', 'A', 9.00, 0.3, '12.01.2004', '10', 'x'),
  (3, 'Curlew', 'B', NULL, 2.2, '30.11.1987', '101', 'y'), (4, 'Dunlin', 'B', 9.00, 1.1, '07.07.2011', '7', NULL),
  (5, 'Eider', 'C', 15.25, 0.1, '21.02.1999', '23', NULL), (6, 'Fulmar', 'C', 9.00, 0.2, '02.10.2020', '45', 'z');
CREATE TABLE trip (id serial PRIMARY KEY, boat_id integer REFERENCES boat, sailed_on date NOT NULL, entered_at timestamptz DEFAULT now());
INSERT INTO trip (boat_id, sailed_on, entered_at) VALUES
  (1, '2023-05-01', '2023-05-02 08:00+00'), (1, '2023-06-11', '2023-06-12 23:30+00'), (2, '2023-06-11', '2023-06-12 08:00+00'),
  (5, '2024-01-20', '2024-01-21 08:00+00');
`;

/** A sound task over the boats, to vary in tests: a query under an ordered default test, and a follow-up. */
export const boatTask: Task = {
  instanceId: "boats_1",
  database: "boats",
  clearQuestion: "Boats longer than 10 m with their length, longest first, equal ones by name.",
  ambiguousQuestion: null,
  goldSql: ["SELECT name, length_m FROM boat WHERE length_m > 10 ORDER BY length_m DESC NULLS LAST, name"],
  preprocessSql: [],
  cleanUpSql: [],
  ambiguities: [],
  knowledgeIds: [],
  tests: [],
  category: "Query",
  conditions: { decimals: null, distinct: false, order: true },
  followUp: null,
  difficultyTier: null,
  highLevel: null,
  outputType: null,
  battery: unchangedBattery,
};

/** The sound task with another gold, and whatever else differs. */
export function queryTask(gold: string | string[], rest: Partial<Task> = {}): Task {
  return { ...boatTask, conditions: { ...ordered, order: false }, goldSql: [gold].flat(), ...rest };
}

/** A management task with this gold. */
export function managementTask(gold: string | string[], rest: Partial<Task> = {}): Task {
  return queryTask(gold, { instanceId: "boats_M_1", category: "Management", ...rest });
}

/** A follow-up with this gold. */
export function followUp(gold: string | string[], rest: Partial<FollowUp> = {}): FollowUp {
  return {
    question: "And then?",
    goldSql: [gold].flat(),
    knowledgeIds: [],
    type: "state_dependent",
    tests: [],
    category: "Query",
    conditions: null,
    difficultyTier: null,
    outputType: null,
    ...rest,
  };
}

export const ordered = { decimals: null, distinct: false, order: true };

/** Checks tasks over the boats. */
export interface CheckBench {
  engine: Engine;
  state: DatabaseState;
  check(task: Task, options?: { profile?: EvaluatorProfile }): Promise<Finding[]>;
  /** The rules that a task breaks, in the order in which they are told. */
  rules(task: Task, options?: { profile?: EvaluatorProfile }): Promise<string[]>;
}

/** Opens the boats in PGlite or SQLite for the tests of a file; with `scripts` the tests of tasks run, too. */
export function checkBench({
  kind = "pglite",
  scripts = false,
}: {
  kind?: "pglite" | "sqlite";
  scripts?: boolean;
} = {}): CheckBench {
  const folder = temporaryFolder();
  const bench = {} as CheckBench;
  let tests: TestRunner | null = null;
  beforeAll(async () => {
    if (scripts) tests = await openTestScripts(cacheFolder());
    const file = path.join(folder, "boats.sql");
    writeFileSync(file, kind === "sqlite" ? forSqlite(dump) : dump);
    bench.engine = openEmbeddedEngine(kind, folder);
    bench.state = await bench.engine.open(
      await bench.engine.prepare("boats", { kind: "sql-file", path: file }, {}),
    );
  });
  afterAll(async () => {
    await tests?.close();
    await bench.engine?.close();
  });
  bench.check = (task, { profile = "conv" } = {}) => {
    const runner = tests && createTaskRunner({ engine: bench.engine, tests });
    const tester = tests && runner && { compile: tests.compile, runner };
    return checkTask(task, { state: bench.state, profile, tester });
  };
  bench.rules = async (task, options) => (await bench.check(task, options)).map(({ rule }) => rule);
  return bench;
}

function forSqlite(sql: string): string {
  return sql
    .replace("serial PRIMARY KEY", "INTEGER PRIMARY KEY")
    .replace("timestamptz DEFAULT now()", "text DEFAULT CURRENT_TIMESTAMP");
}
