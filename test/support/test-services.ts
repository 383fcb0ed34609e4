import { afterAll, onTestFinished } from "vitest";
import { cacheFolder } from "../../electron/cache-folder.ts";
import { assemble, type BackEnd, type Configuration, type Parts } from "../../electron/compose.ts";
import { createTaskTools } from "../../electron/evaluation/task-tools.ts";
import { forkProcess } from "../../electron/processes/fork-process.ts";
import { createQueryRunner } from "../../electron/queries/create-query-runner.ts";
import type { QueryRunner } from "../../electron/queries/query-runner.ts";
import type { Services } from "../../electron/router.ts";
import { createChangesService } from "../../electron/services/changes.ts";
import { createServerPasswords } from "../../electron/services/server-passwords.ts";
import { openSqlAnalysis } from "../../electron/sql-analysis/sql-analysis.ts";
import type { Workspace } from "../../electron/store/workspace.ts";
import { openTransfers, type Transfers } from "../../electron/transfers.ts";
import type { Change } from "../../shared/contract/changes.ts";
import { defaultRunLimits } from "../../shared/domain/run-limits.ts";
import { testPaths } from "./program-paths.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** A call of a service, whose context a test may leave out where the call does not ask for it. */
type TestCall<Call> = Call extends (input: infer Input, context: infer Context) => infer Output
  ? undefined extends Input
    ? (input?: Input, context?: Context) => Output
    : (input: Input, context?: Context) => Output
  : never;

type Calls = { [Area in keyof Services]: { [Name in keyof Services[Area]]: TestCall<Services[Area][Name]> } };

/** The services of a real back end, and what they published. */
export type TestServices = Calls & {
  /** Every change that was published, in order. */
  published: Change[];
  runner: QueryRunner;
  transfers: Transfers;
  background: BackEnd["background"];
  /** Resolves with the first change, from now on, that fits. */
  change(fits: (change: Change) => boolean): Promise<Change>;
};

/** Databases, Python and the parsers are prepared once for a test file, and serve all of its tests. */
const passwords = createServerPasswords(null);
const tools = createTaskTools({
  start: forkProcess,
  paths: testPaths,
  cacheDir: cacheFolder(),
  concurrency: 1,
  password: passwords.get,
  mayConnect: () => true,
  mayRead: () => true,
});
const analysis = openSqlAnalysis();
afterAll(async () => {
  await analysis.close();
  await tools.databases.close();
  await tools.tests.close();
});

const configuration = {
  workspacePath: "",
  version: "test",
  startProcess: forkProcess,
  paths: testPaths,
  cacheDir: cacheFolder(),
  secrets: null,
  log: () => {},
};

/** The services over a workspace and a real runner, all closed when the test has finished. */
export function testServices(
  workspace: Workspace,
  own: Partial<Parts> = {},
  host: Partial<Configuration> = {},
): TestServices {
  const runner = createQueryRunner({
    start: forkProcess,
    entry: testPaths.queryWorker,
    workers: 1,
    interactive: 1,
  });
  const published: Change[] = [];
  const changes = createChangesService({ workspace, pollMs: 20 });
  const transfers = openTransfers({ root: temporaryFolder() });
  const backEnd = assemble(
    { ...configuration, transfers, ...host },
    {
      ...{ workspace, passwords, runner, analysis, tools, concurrency: 1, width: 4 },
      limits: { ...defaultRunLimits, timeMs: 5_000 },
      changes: {
        ...changes,
        publish(change) {
          published.push(change);
          changes.publish(change);
        },
      },
      ...own,
    },
  );
  onTestFinished(async () => {
    await backEnd.close();
    changes.close();
    await runner.close();
    transfers.close();
  });
  return {
    ...(backEnd.services as Calls),
    ...{ published, runner, transfers, background: backEnd.background },
    async change(fits) {
      const stop = new AbortController();
      for await (const change of changes.watch(undefined, { actor: "test", signal: stop.signal }))
        if (fits(change)) return change;
      throw new Error("the changes ended");
    },
  };
}
