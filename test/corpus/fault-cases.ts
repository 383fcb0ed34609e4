import { seedOf } from "#shared/dialogue/seed.ts";
import type { SystemName } from "#shared/dialogue/systems/system-name.ts";
import type { DialogueFault, DialogueSettings, Protocol } from "#shared/domain/dialogue.ts";
import { defaultPatience, isManagement, type Task } from "#shared/domain/task.ts";
import { parseTask } from "#shared/sql/parsed-task.ts";
import type { DialogueJob, DialogueRun } from "../../electron/dialogues/dialogue-job.ts";
import type { DialogueDatabase } from "../../electron/dialogues/environment.ts";
import type { PreparedTask } from "../../electron/dialogues/prepare-task.ts";
import {
  brief,
  confused,
  leaking,
  rambling,
  refusing,
  silent,
  talkative,
  tiring,
  wrongAbout,
} from "./planted-simulators.ts";
import {
  givesUp,
  ignoresAnswers,
  oftenHears,
  recordedSystem,
  submitsInstead,
  wanders,
} from "./planted-systems.ts";

/** A dialogue with one thing planted in it, and whose fault its end will therefore be. */
export interface FaultCase {
  what: string;
  /** Recorded before anything is played. */
  planted: Pick<DialogueFault, "fault" | "simulator">;
  protocol: Protocol;
  job: DialogueJob;
  change: Partial<DialogueRun>;
  /** What stands between the dialogue and its database. */
  database?(open: DialogueDatabase): DialogueDatabase;
}

type Planted = FaultCase["planted"];

/** What is planted in one task; protocols alternate from task to task. */
type Plant = Pick<FaultCase, "what" | "change" | "database"> & {
  system?: SystemName;
  prepared?: PreparedTask;
};

const everything: SystemName = { kind: "asks-everything" };
const model: SystemName = { kind: "model", model: "planted", prompts: null };

/** Every planted fault that the tasks have room for, class by class. */
export function faultCases(tasks: readonly PreparedTask[]): FaultCase[] {
  const classes: [Planted, (task: PreparedTask, protocol: Protocol) => Plant[]][] = [
    [{ fault: "task", simulator: null }, brokenTasks],
    [{ fault: "evaluator", simulator: null }, brokenEvaluators],
    [{ fault: "simulator", simulator: "hindered" }, hinderingSimulators],
    [{ fault: "simulator", simulator: "helped" }, helpingSimulators],
    [{ fault: "system", simulator: "harmless" }, harmlessInFailure],
    [{ fault: null, simulator: "harmless" }, harmlessInSuccess],
    [{ fault: "budget", simulator: null }, smallBudgets],
    [{ fault: "system", simulator: null }, weakSystems],
    [{ fault: "undetermined", simulator: null }, recordings],
    [{ fault: null, simulator: null }, () => [{ what: "nothing is planted", change: {} }]],
  ];
  return classes.flatMap(([planted, plants]) =>
    tasks.flatMap((task, at) => {
      const protocol = at % 2 === 0 ? "c" : "a";
      return plants(task, protocol).map(({ system, prepared = task, ...plant }) => ({
        ...plant,
        ...{ planted, protocol },
        what: `${task.context.task.instanceId}, ${protocol}-Interact: ${plant.what}`,
        job: {
          ...jobOf(prepared, system ?? (plant.change.modelSystem === undefined ? everything : model)),
          patience: plant.change.settings?.patience ?? defaultPatience,
        },
      }));
    }),
  );
}

function jobOf(prepared: PreparedTask, system: SystemName): Omit<DialogueJob, "patience"> {
  return {
    ...{ prepared, system, asked: system, trial: 0, grafted: [] },
    seed: seedOf(prepared.context.task.instanceId, 0, 0),
  };
}

const rules = (protocol: Protocol, change: Partial<DialogueSettings>): Partial<DialogueRun> => ({
  settings: { protocol, profile: "conv", behaviour: "fixed", patience: defaultPatience, ...change },
});

/** The task after its readings were tried, as if somebody had edited it since. */
function revised(prepared: PreparedTask, change: (task: Task) => Partial<Task>): PreparedTask {
  const { task } = prepared.context;
  const revision = { ...task, ...change(task) };
  return { ...prepared, context: { ...prepared.context, ...parseTask(revision, "postgresql") } };
}

const misspelt = (texts: readonly string[]) => texts.map((sql) => sql.replace(/^\s*\w+/, "$&X"));

const test = (body: string) => `def test_case(pred_sqls, sol_sqls, db_name, conn):\n    ${body}`;

function brokenTasks(prepared: PreparedTask): Plant[] {
  const plant = (what: string, change: (task: Task) => Partial<Task>) => ({
    ...{ what, change: {} },
    prepared: revised(prepared, change),
  });
  const withFollowUp =
    (change: (goldSql: string[]) => string[]) =>
    ({ followUp }: Task) =>
      followUp === null ? {} : { followUp: { ...followUp, goldSql: change(followUp.goldSql) } };
  const always = [
    plant("the gold ends with a table that is not there", ({ goldSql }) => ({
      goldSql: [...goldSql, "SELECT name FROM lake"],
    })),
    plant("the preparation drops what the gold reads", () => ({
      preprocessSql: ["DROP SCHEMA public CASCADE"],
    })),
    plant("the gold of the follow-up misspells a word", withFollowUp(misspelt)),
    plant(
      "the gold of the follow-up is gone",
      withFollowUp(() => []),
    ),
  ];
  if (!isManagement(prepared.context.task))
    return [
      ...always,
      plant("the gold gives other rows each time", ({ goldSql }) => ({
        goldSql: goldSql.map((sql) => `SELECT random() AS drawn, g.* FROM (${sql}) g`),
      })),
    ];
  return [
    ...always,
    plant("a test never passes", ({ tests }) => ({ tests: [...tests, test('assert False, "never"')] })),
    plant("a test does not compile", () => ({ tests: ["def test_case(pred_sqls:"] })),
    plant("without a test the gold passes shipped only", ({ goldSql }) => ({
      goldSql: [...goldSql, "CREATE TABLE drawn AS SELECT random() AS number"],
      tests: [],
    })),
  ];
}

/** The soft exact match that evaluators ship takes the word out, which leaves a syntax error. */
const withDistinctFrom = (texts: readonly string[]) =>
  texts.map((sql) => `SELECT * FROM (${sql}) AS g WHERE 1 IS DISTINCT FROM 2`);

/** What undoes the gold of a management task, so that shipped tests fail that come after it. */
const undo: Record<string, string> = {
  river_watch_M_1: "DROP VIEW watch_list CASCADE",
  river_watch_M_2: "DROP FUNCTION phosphorus_load CASCADE",
  river_watch_M_3: "UPDATE measurement SET quality = 1",
  river_watch_M_4: "DELETE FROM measurement",
  river_watch_M_5: "DROP TABLE river_card CASCADE",
};

function brokenEvaluators(prepared: PreparedTask, protocol: Protocol): Plant[] {
  const shipped = rules(protocol, { behaviour: "shipped", profile: protocol === "c" ? "conv" : "agent" });
  const { task } = prepared.context;
  const unsteady: Plant = {
    what: "the first verdict is wrong, and right the second time",
    change: {},
    database: errsOnce,
  };
  if (isManagement(task))
    return [
      unsteady,
      {
        what: "the shipped tests run on what the test before them left",
        change: shipped,
        prepared: revised(prepared, ({ tests }) => ({
          tests: [test(`execute_queries(["${undo[task.instanceId]}"], db_name, conn)`), ...tests],
        })),
      },
    ];
  return [
    unsteady,
    {
      what: "the gold passes fixed only",
      change: shipped,
      prepared: revised(prepared, ({ goldSql }) => ({ goldSql: withDistinctFrom(goldSql) })),
    },
    {
      what: "the system's SQL passes fixed only",
      change: { ...shipped, modelSystem: submitsInstead(prepared, 1, withDistinctFrom) },
    },
  ];
}

function errsOnce(open: DialogueDatabase): DialogueDatabase {
  let judged = 0;
  return {
    ...open,
    begin(context, profile) {
      const environment = open.begin(context, profile);
      return {
        ...environment,
        async judge(...submission) {
          const result = await environment.judge(...submission);
          const isFirst = judged++ === 0;
          return isFirst ? { ...result, passed: false, passedFixed: false } : result;
        },
      };
    },
  };
}

function hinderingSimulators(prepared: PreparedTask): Plant[] {
  const simulators = [silent, refusing, confused, brief, tiring, wrongAbout(0)];
  return [
    ...simulators.map((simulator) => ({ what: `the user is ${simulator.name}`, change: { simulator } })),
    {
      what: "the annotator's words settle nothing",
      change: {},
      prepared: revised(prepared, ({ ambiguities }) => ({
        ambiguities: ambiguities.map((ambiguity) => ({ ...ambiguity, words: "The usual one." })),
      })),
    },
    {
      what: "the user is silent, and the system hears nine of ten answers",
      change: { simulator: silent, modelSystem: oftenHears(prepared, 9) },
    },
  ];
}

/** Ambiguities in the order in which built-in systems ask about them. */
function inAskedOrder({ context }: PreparedTask): number[] {
  const { ambiguities } = context.task;
  return ["critical", "knowledge", "non-critical", "environmental"].flatMap((kind) =>
    [...ambiguities.keys()].filter((at) => ambiguities[at]?.kind === kind),
  );
}

function helpingSimulators(prepared: PreparedTask): Plant[] {
  const order = inAskedOrder(prepared);
  return [leaking(order), talkative(order)].map((simulator) => ({
    what: `a ${simulator.name} user answers what asks-badly never asked`,
    ...{ change: { simulator }, system: { kind: "asks-badly" } },
  }));
}

/** The first ambiguity that the tests notice, read otherwise. */
function leavesOut({ readings }: PreparedTask, ambiguity: number): SystemName {
  return { kind: "asks-all-but-one", ambiguity, reading: readings[ambiguity]?.telling ?? 0 };
}

function harmlessInFailure(prepared: PreparedTask): Plant[] {
  return [
    {
      what: "the user errs about one ambiguity, and the system never asks about another",
      ...{ change: { simulator: wrongAbout(1) }, system: leavesOut(prepared, 0) },
    },
  ];
}

function harmlessInSuccess(): Plant[] {
  return [
    {
      what: "the user says more than a system wants to know that asks everything",
      change: { simulator: rambling },
    },
  ];
}

function smallBudgets(prepared: PreparedTask, protocol: Protocol): Plant[] {
  const { ambiguities } = prepared.context.task;
  const needed = ambiguities.filter(({ kind }) => kind === "critical" || kind === "knowledge").length;
  const plants: Plant[] = [];
  if (ambiguities.length > needed)
    plants.push({
      what: "no patience, and more to ask than is granted",
      change: rules(protocol, { patience: 0 }),
    });
  if (protocol === "c")
    plants.push({
      what: "conv shipped takes the last turn for the SQL",
      change: rules("c", { behaviour: "shipped", patience: ambiguities.length - needed }),
    });
  else
    plants.push({
      what: "four looks at the schema and no patience",
      change: { ...rules("a", { patience: 0 }), modelSystem: wanders(prepared, 4) },
    });
  return plants;
}

function weakSystems(prepared: PreparedTask, protocol: Protocol): Plant[] {
  const named: SystemName[] = [{ kind: "asks-nothing" }, { kind: "asks-badly" }, leavesOut(prepared, 0)];
  if (protocol === "a") named.push({ kind: "over-asks" });
  return [
    ...named.map((system) => ({ what: `the system ${system.kind}`, ...{ change: {}, system } })),
    { what: "the system ignores every answer", change: { modelSystem: ignoresAnswers(prepared) } },
    {
      what: "the system submits SQL that does not run",
      change: { modelSystem: submitsInstead(prepared, 1, misspelt) },
    },
    {
      what: "the system's follow-up is another question's",
      change: { modelSystem: submitsInstead(prepared, 2, () => ["SELECT 1 AS one"]) },
    },
    { what: "the system gives up", change: { modelSystem: givesUp(prepared) } },
  ];
}

function recordings(prepared: PreparedTask): Plant[] {
  return [silent, refusing].map((simulator) => ({
    what: `a recorded system talked with a ${simulator.name} user`,
    change: { simulator, modelSystem: recordedSystem(prepared) },
  }));
}
