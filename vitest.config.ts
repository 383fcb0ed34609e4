import { defineConfig } from "vitest/config";
import { SlowFirst } from "./build/slow-first.ts";

/** A state is waited for, however busy the machine is; where it never comes, this is how long that takes to tell. */
const patient = { poll: { timeout: 20_000 } };

/** Node reads the sources by itself, and keeps what it compiled of them for the files that follow: a tenth of the processor time of a suite. */
const native = { viteModuleRunner: false };

/** Suites of the store that run with their workspaces in files, in PGlite and on a PostgreSQL server. */
const storeAlone = ["test/store/{import-matching,queue,verdict-events}.test.ts"];
/** Suites of the services that run with their workspaces in files, and again on a server: what asks the store in ways of its own. */
const storeAsked = [
  ...[
    "agreement-figures",
    "blind-members",
    "bundles",
    "changes",
    "check-items",
    "comments",
    "cross-checks",
    "dialogues",
  ],
  ...["disagreements", "earlier-verdicts", "guidelines", "jobs", "permissions", "projects"],
  ...["qualification", "session", "settings", "slots", "task-authoring", "task-edits", "task-import"],
  ...["tasks", "verdict-forms", "verdicts", "visibility", "work-figures"],
].map((name) => `test/services/${name}.test.ts`);

export default defineConfig({
  test: {
    sequence: { sequencer: SlowFirst },
    projects: [
      {
        test: {
          name: "pure",
          expect: patient,
          include: ["test/{shared,renderer}/**/*.test.{ts,tsx}"],
          pool: "forks",
          // What is tested keeps nothing from one file to the next, so a process serves for many of them.
          isolate: false,
          maxWorkers: 4,
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          name: "unit",
          expect: patient,
          experimental: native,
          globalSetup: "test/support/own-cache.ts",
          include: ["test/**/*.test.{ts,tsx}"],
          exclude: ["test/{shared,renderer}/**", "test/store/on-server/**"],
          pool: "forks",
          // Twice the cores of a small machine: many tests wait for a limit to pass, or for another process.
          maxWorkers: 4,
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          name: "on-server",
          expect: patient,
          experimental: native,
          env: { QUERENT_TEST_STORE: "server" },
          globalSetup: ["test/support/own-cache.ts", "test/support/start-server.ts"],
          include: [...storeAlone, "test/store/on-server/*.test.ts", "test/soak/*.test.ts", ...storeAsked],
          pool: "forks",
          maxWorkers: 4,
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          name: "on-pglite",
          expect: patient,
          experimental: native,
          env: { QUERENT_TEST_STORE: "pglite" },
          include: storeAlone,
          pool: "forks",
          maxWorkers: 4,
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          name: "e2e",
          expect: patient,
          globalSetup: ["test/support/own-cache.ts", "test/support/prepare-workspaces.ts"],
          include: ["test/e2e/**/*.e2e.ts"],
          pool: "forks",
          maxWorkers: 2,
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
