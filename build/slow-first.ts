import { BaseSequencer } from "vitest/node";

type Files = Parameters<BaseSequencer["sort"]>[0];

/** The suites that take longest on a small machine, those that take longest first. */
const slow = [
  "engines/hostile.test.ts",
  "services/dialogues.test.ts",
  "build/extend.test.ts",
  "commands/dialogues-run-models.test.ts",
  "services/gold-withheld.test.ts",
  "services/certificates.test.ts",
  "services/visibility.test.ts",
  "dialogues/river-watch-dialogues.test.ts",
  "store/import-in-thread.test.ts",
  "tasks/river-watch-readings.test.ts",
  "evaluation/phases-pack.test.ts",
  "services/task-runs.test.ts",
  "build/npm-package.test.ts",
  "python/hostile-scripts.test.ts",
  "engines/read-sessions.test.ts",
  "commands/tasks-check.test.ts",
  "python/evaluators.test.ts",
  "engines/postgres/engine.test.ts",
  "commands/dialogues-run.test.ts",
  "engines/engines.test.ts",
  "evaluation/engine-faults.test.ts",
  "hosts/bundled-parts.test.ts",
  "certificate/seeded-defects.test.ts",
  "task-databases/hostile-loads.test.ts",
  "task-databases/task-orphans.test.ts",
  "engines/postgres/starts.test.ts",
  "services/task-import.test.ts",
  "services/bundles.test.ts",
  "certificate/incremental.test.ts",
  "certificate/incremental-pack.test.ts",
  "engines/pglite/database-name.test.ts",
  "services/models.test.ts",
  "engines/postgres/engine-suite.test.ts",
  "commands/tasks-test.test.ts",
  "commands/dialogues-public-tasks.test.ts",
  "bench/text-growth.test.ts",
  "store/durability.test.ts",
  "commands/predictions-evaluate.test.ts",
  "evaluation/livesqlbench.test.ts",
  "tasks/river-watch-ambiguities.test.ts",
  "build/start.test.ts",
  "bench/make-tasks.test.ts",
  "evaluation/evaluate-tasks.test.ts",
  "services/permissions.test.ts",
  "e2e/authoring-livesqlbench.e2e.ts",
  "e2e/authoring-certificate.e2e.ts",
  "e2e/dialogues.e2e.ts",
  "e2e/tasks-list.e2e.ts",
  "e2e/tasks-view-access.e2e.ts",
  "e2e/settings.e2e.ts",
  "e2e/authoring-draft-access.e2e.ts",
  "e2e/review.e2e.ts",
  "e2e/review-speed.e2e.ts",
  "e2e/authoring-readings.e2e.ts",
  "e2e/hosts.e2e.ts",
  "e2e/tasks-view.e2e.ts",
  "e2e/shell.e2e.ts",
  "e2e/authoring-question.e2e.ts",
  "e2e/cross-check.e2e.ts",
  "e2e/review-postgresql.e2e.ts",
  "e2e/review-hostile.e2e.ts",
  "e2e/authoring-dialogue.e2e.ts",
  "e2e/authoring-draft.e2e.ts",
  "e2e/authoring-knowledge.e2e.ts",
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
