import { goldText, mutantText } from "#shared/certificate/let-pass.ts";
import type { MutantIdentity, StrongerTestEvent } from "#shared/contract/certificates.ts";
import { strongerTest } from "../certificate/stronger-test.ts";
import type { TaskTools } from "../evaluation/task-tools.ts";
import type { Workspace } from "../store/workspace.ts";
import type { CallContext } from "./call-context.ts";
import { eventStream } from "./event-queue.ts";
import { ServiceFault } from "./fault.ts";
import { openTaskDatabase } from "./run-task.ts";
import { settingOfProject, storedCertificate } from "./stored-certificates.ts";
import { storedProject, storedTask } from "./stored-records.ts";

/** Tests that catch what the tests of a task let pass. */
export function createStrongerTests(dependencies: Dependencies) {
  return {
    strongerTest: (wanted: WantedTest, { signal }: CallContext) =>
      eventStream<StrongerTestEvent>(signal, (emit, signal) =>
        proposeStrongerTest(dependencies, wanted, { emit, signal }),
      ),
  };
}

interface Dependencies {
  workspace: Workspace;
  tools: TaskTools;
}

/** Which mutant of which task is to be caught. */
export interface WantedTest {
  taskId: number;
  mutant: MutantIdentity;
}

/** Looks for a test that catches a mutant of a task as it is saved, and tells it; nothing is stored. */
async function proposeStrongerTest(
  { workspace, tools }: Dependencies,
  { taskId, mutant }: WantedTest,
  { emit, signal }: { emit(event: StrongerTestEvent): void; signal: AbortSignal },
): Promise<void> {
  const { stored, found } = await workspace.read(async (db) => {
    const stored = await storedTask(db, taskId);
    return { stored, found: await storedCertificate(db, tools, stored) };
  });
  const { task } = stored.revision;
  const key = mutantText(mutant);
  const judged = found?.certificate.mutants.find((one) => mutantText(one) === key);
  const gold = goldText(task, mutant);
  if (judged === undefined || gold === undefined)
    throw new ServiceFault(
      "NOT_FOUND",
      "The certificate has no such mutant any more. Certify the task again.",
      {
        what: `mutant ${mutant.operator}`,
      },
    );
  const changed = gold.slice(0, mutant.range.from) + mutant.replacement + gold.slice(mutant.range.to);
  const golds = mutant.phase === 1 ? task.goldSql : (task.followUp?.goldSql ?? []);
  const settings = (await storedProject(workspace, stored.projectId)).taskSettings;
  const { engine, template } = await openTaskDatabase(tools, { task, settings, signal, emit });
  const result = await strongerTest(
    task,
    {
      phase: mutant.phase,
      texts: golds.with(mutant.statement, changed),
      inserts: judged.survivor?.rows?.sql ?? [],
    },
    { engine, template, tests: tools.tests, setting: settingOfProject(settings), signal },
  );
  emit({ type: "done", result });
}
