import type { SystemName } from "#shared/dialogue/systems/system-name.ts";
import type { Dialogue, DialogueSettings, Protocol } from "#shared/domain/dialogue.ts";
import { readColumnMeanings } from "#shared/formats/column-meanings.ts";
import { indexKnowledge } from "#shared/sql/knowledge-index.ts";
import { cacheFolder } from "../../electron/cache-folder.ts";
import { builtInSimulator } from "../../electron/dialogues/built-in-simulator.ts";
import { createDatabaseLanes, type DatabaseLanes } from "../../electron/dialogues/database-lanes.ts";
import {
  type DialogueJob,
  type DialogueRun,
  dialogueJobs,
  failedJob,
} from "../../electron/dialogues/dialogue-job.ts";
import { type DialogueDatabase, openDialogueDatabase } from "../../electron/dialogues/environment.ts";
import { playJob } from "../../electron/dialogues/play-job.ts";
import { type PreFlight, preFlight } from "../../electron/dialogues/pre-flight.ts";
import type { Engine, TemplateRef } from "../../electron/engines/engine.ts";
import type { TestRunner } from "../../electron/python/test-runner.ts";
import { openTestScripts } from "../python/test-scripts.ts";
import { openEmbeddedEngine } from "../support/embedded-engine.ts";
import { columnMeaningsText, knowledgeBase, packTasks } from "../tasks/river-watch-pack.ts";
import { packDump } from "../tasks/river-watch-run.ts";

/** The tasks of river-watch on PGlite, for dialogues under conv, fixed, with a patience of 3. */
export interface PackDialogues {
  engine: Engine;
  tests: TestRunner;
  template: TemplateRef;
  lanes: DatabaseLanes;
  checked(protocol: Protocol): Promise<PreFlight>;
  /** What the dialogues of a run share. */
  runOf(protocol: Protocol, change?: Partial<DialogueRun>): DialogueRun;
  play(
    protocol: Protocol,
    systems: readonly SystemName[],
    change?: Partial<DialogueRun>,
  ): Promise<Dialogue[]>;
  playJobs(
    protocol: Protocol,
    systems: readonly SystemName[],
    change?: Partial<DialogueRun> & { trials?: number },
  ): Promise<{ jobs: DialogueJob[]; dialogues: Dialogue[] }>;
  close(): Promise<void>;
}

interface PackOptions {
  /** For the files of the engine. */
  folder: string;
  lanes?: number;
  /** What each dialogue took: all of it, and what its statements and tests took. */
  onPlayed?(times: { allMs: number; sqlMs: number }): void;
}

export async function openPackDialogues(options: PackOptions): Promise<PackDialogues> {
  const { folder, lanes: count = 2, onPlayed = () => {} } = options;
  const engine = openEmbeddedEngine("pglite", folder, { spare: 0 });
  const template = await engine.prepare("river_watch", packDump(folder), {});
  const tests = await openTestScripts(cacheFolder(), count);
  const knowledge = indexKnowledge(knowledgeBase().nodes);
  const { meanings } = readColumnMeanings(columnMeaningsText(), "river_watch");
  const tasks = packTasks().map((task) => ({ task, knowledge, meanings }));
  const { signal } = new AbortController();
  const lanes = createDatabaseLanes(() => openDialogueDatabase({ engine, tests }, template), {
    lanes: count,
    signal,
  });
  const settings = (protocol: Protocol): DialogueSettings => ({
    ...{ protocol, profile: "conv", behaviour: "fixed", patience: 3 },
  });
  let flight: Promise<PreFlight> | null = null;
  // Neither the readings nor the gold depend on the protocol.
  const checked = (protocol: Protocol) => {
    const options = {
      settings: settings(protocol),
      dialect: "postgresql" as const,
      signal,
      onTask: () => {},
    };
    flight ??= preFlight(tasks, lanes, options);
    return flight;
  };
  const tried: DialogueRun["tried"] = new WeakMap();
  const pack: PackDialogues = {
    ...{ engine, tests, template, lanes, checked },
    runOf: (protocol, change) => ({
      ...{ settings: settings(protocol), dialect: "postgresql", simulator: builtInSimulator, signal, tried },
      ...{ findFaults: false, modelSystem: null, ...change },
    }),
    async playJobs(protocol, systems, { trials = 1, ...change } = {}) {
      const { prepared } = await checked(protocol);
      const jobs = dialogueJobs(prepared, {
        systems,
        trials,
        seed: 0,
        patience: [(change.settings ?? settings(protocol)).patience],
      });
      const run = pack.runOf(protocol, change);
      const found = new Map<DialogueJob, Dialogue>();
      await lanes.forEach<DialogueJob, Dialogue>(jobs, {
        databaseOf: ({ prepared: { context } }) => context.task.database,
        async work(job, database) {
          const watched = timed(database);
          const startedAt = performance.now();
          const dialogue = await playJob(job, run, watched.database);
          onPlayed({ allMs: performance.now() - startedAt, sqlMs: watched.sqlMs() });
          return dialogue;
        },
        failed: (job, error) => failedJob(job, run, error),
        onDone: (job, dialogue) => void found.set(job, dialogue),
      });
      return { jobs, dialogues: jobs.map((job) => found.get(job) as Dialogue) };
    },
    play: async (protocol, systems, change) => (await pack.playJobs(protocol, systems, change)).dialogues,
    async close() {
      await lanes.close();
      await Promise.all([engine.close(), tests.close()]);
    },
  };
  return pack;
}

/** A database that measures how long statements and tests take. */
function timed(database: DialogueDatabase): { database: DialogueDatabase; sqlMs(): number } {
  let sqlMs = 0;
  const measured = async <Result>(work: Promise<Result>): Promise<Result> => {
    const startedAt = performance.now();
    try {
      return await work;
    } finally {
      sqlMs += performance.now() - startedAt;
    }
  };
  return {
    database: {
      ...database,
      begin(context, profile) {
        const environment = database.begin(context, profile);
        return {
          ...environment,
          observe: (action, signal) => measured(environment.observe(action, signal)),
          judge: (...submission) => measured(environment.judge(...submission)),
          runs: (sql, signal) => measured(environment.runs(sql, signal)),
        };
      },
    },
    sqlMs: () => sqlMs,
  };
}
