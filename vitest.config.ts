import { defineConfig } from "vitest/config";
import { SlowFirst } from "./test/support/slow-first.ts";

export default defineConfig({
  test: {
    sequence: { sequencer: SlowFirst },
    projects: [
      {
        test: {
          name: "unit",
          globalSetup: "test/support/own-cache.ts",
          include: ["test/**/*.test.{ts,tsx}"],
          pool: "forks",
          // Twice the cores of a small machine: many tests wait for a limit to pass, or for another process.
          maxWorkers: 4,
          testTimeout: 90_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: "e2e",
          globalSetup: ["test/support/own-cache.ts", "test/support/prepare-workspaces.ts"],
          include: ["test/e2e/**/*.e2e.ts"],
          pool: "forks",
          maxWorkers: 2,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
