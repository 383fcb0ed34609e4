import { BaseSequencer } from "vitest/node";

type Files = Parameters<BaseSequencer["sort"]>[0];

/** The suites that take longest on a small machine, those that take longest first. */
const slow = [
  "engines/hostile.test.ts",
  "engines/read-sessions.test.ts",
  "services/review-engines.test.ts",
  "evaluation/evaluate-tasks.test.ts",
  "store/durability.test.ts",
  "commands/tasks-check.test.ts",
  "python/hostile-scripts.test.ts",
  "engines/task-engines.test.ts",
  "processes/processes.test.ts",
  "engines/postgres/trial.test.ts",
  "queries/result-store.test.ts",
  "python/evaluators.test.ts",
  "commands/tasks-test.test.ts",
  "commands/dialogues-run-models.test.ts",
  "services/task-import.test.ts",
  "engines/postgres/registry.test.ts",
  "engines/pglite/database-name.test.ts",
  "store/import-in-thread.test.ts",
  "task-databases/task-orphans.test.ts",
  "build/start.test.ts",
  "tasks/river-watch-readings.test.ts",
  "dialogues/river-watch-dialogues.test.ts",
  "commands/dialogues-run.test.ts",
  "evaluation/phases-pack.test.ts",
  "services/task-runs.test.ts",
  "engines/postgres/task-engine.test.ts",
  "engines/postgres/load-source.test.ts",
  "engines/postgres/task-engine-suite.test.ts",
  "hosts/bundled-parts.test.ts",
  "services/gold-withheld.test.ts",
  "e2e/tasks-list.e2e.ts",
  "e2e/comments.e2e.ts",
  "e2e/cross-check.e2e.ts",
  "e2e/review.e2e.ts",
  "e2e/tasks-view-access.e2e.ts",
  "e2e/shell.e2e.ts",
  "e2e/tasks-view.e2e.ts",
  "e2e/hosts.e2e.ts",
  "e2e/review-hostile.e2e.ts",
  "e2e/review-speed.e2e.ts",
];

/**
 * Begins with the suites that take long, so that none of them is left to one worker at the end. Where nothing has run before,
 * vitest itself goes by the size of the files, and some of the slowest are small.
 */
export class SlowFirst extends BaseSequencer {
  override async sort(files: Files): Promise<Files> {
    const place = (file: string): number => {
      const at = slow.findIndex((name) => file.endsWith(`/test/${name}`));
      return at < 0 ? slow.length : at;
    };
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => place(one.moduleId) - place(other.moduleId));
  }
}
