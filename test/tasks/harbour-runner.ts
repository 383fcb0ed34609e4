import { afterAll, beforeAll } from "vitest";
import { cacheFolder } from "../../electron/cache-folder.ts";
import type { EmbeddedEngineKind, Engine, TemplateRef } from "../../electron/engines/engine.ts";
import { createTaskRunner, type TaskRunner } from "../../electron/evaluation/phases.ts";
import type { TestRunner } from "../../electron/python/test-runner.ts";
import { openTestScripts } from "../python/test-scripts.ts";
import { openEmbeddedEngine } from "../support/embedded-engine.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { harbourDump } from "./harbour-tasks.ts";

/** What runs tasks on the three ships; there once the tests of the file begin. */
interface HarbourRunner {
  engine: Engine;
  tests: TestRunner;
  template: TemplateRef;
  runner: TaskRunner;
}

/** Opens the three ships on an engine for the tests of a file, and Python beside it. */
export function harbourRunner(kind: EmbeddedEngineKind): HarbourRunner {
  const folder = temporaryFolder();
  const harbour = {} as HarbourRunner;
  beforeAll(async () => {
    harbour.engine = openEmbeddedEngine(kind, folder);
    harbour.tests = await openTestScripts(cacheFolder());
    harbour.template = await harbour.engine.prepare("harbour", harbourDump(folder), {});
    harbour.runner = createTaskRunner(harbour);
  });
  afterAll(async () => {
    await harbour.engine?.close();
    await harbour.tests?.close();
  });
  return harbour;
}
