import { changeSetText, changingRows } from "#shared/certificate/change-set-text.ts";
import { goldText, mutantText } from "#shared/certificate/let-pass.ts";
import type { ChangeSetEvent, MutantIdentity } from "#shared/contract/certificates.ts";
import type { MutantResult } from "#shared/domain/certificate.ts";
import type { Task } from "#shared/domain/task.ts";
import { confirmChangeSet } from "../certificate/confirm-change-set.ts";
import type { TaskTools } from "../evaluation/task-tools.ts";
import type { Workspace } from "../store/workspace.ts";
import type { CallContext } from "./call-context.ts";
import { eventStream } from "./event-queue.ts";
import { ServiceFault } from "./fault.ts";
import { fileNameFrom } from "./replace-file.ts";
import { openTaskDatabase } from "./run-task.ts";
import { settingOfProject, storedCertificate } from "./stored-certificates.ts";
import { storedProject, storedTask } from "./stored-records.ts";

interface Dependencies {
  workspace: Workspace;
  tools: TaskTools;
}

/** The rows that part survivors of a task from its gold, for databases that the benchmark owns. */
export function createChangeSets(dependencies: Dependencies) {
  return {
    changeSet: (wanted: ChangeSetWanted, { signal }: CallContext) =>
      eventStream<ChangeSetEvent>(signal, (emit, signal) =>
        changeSet(dependencies, wanted, { emit, signal }),
      ),
  };
}

/** The rows of one survivor of a task, or (null) of all of them. */
export interface ChangeSetWanted {
  taskId: number;
  mutant: MutantIdentity | null;
}

async function changeSet(
  { workspace, tools }: Dependencies,
  { taskId, mutant }: ChangeSetWanted,
  { emit, signal }: { emit(event: ChangeSetEvent): void; signal: AbortSignal },
): Promise<void> {
  const { stored, found } = await workspace.read(async (db) => {
    const stored = await storedTask(db, taskId);
    return { stored, found: await storedCertificate(db, tools, stored) };
  });
  const { task } = stored.revision;
  const wanted = mutant === null ? null : mutantText(mutant);
  const changes = (found?.certificate.mutants ?? [])
    .filter((one) => wanted === null || mutantText(one) === wanted)
    .flatMap((one) => proposedChange(task, one) ?? []);
  if (changes.length === 0)
    throw new ServiceFault(
      "NOT_FOUND",
      "No rows are known that tell a survivor of this task from its gold.",
      {
        what: `rows of task ${taskId}`,
      },
    );
  const settings = (await storedProject(workspace, stored.projectId)).taskSettings;
  const { engine, template } = await openTaskDatabase(tools, { task, settings, signal, emit });
  const setting = settingOfProject(settings);
  const confirmed = await confirmChangeSet(task, changes, {
    ...{ engine, template, setting, signal },
    match: tools.tests.matching.match,
  });
  const kept = changes.filter((_, at) => confirmed[at]?.parts);
  emit({
    ...{ type: "done", fileName: fileNameFrom([task.instanceId, "changes"], "sql") },
    text: kept.length === 0 ? null : changeSetText(task, kept),
    ...{ confirmed: kept.length, unconfirmed: changes.length - kept.length },
  });
}

function proposedChange(task: Task, mutant: MutantResult) {
  const { phase, statement, range, replacement, meaning } = mutant;
  const rows = changingRows(mutant);
  const gold = goldText(task, { phase, statement });
  if (rows === null || gold === undefined) return null;
  const golds = phase === 1 ? task.goldSql : (task.followUp?.goldSql ?? []);
  const changed = gold.slice(0, range.from) + replacement + gold.slice(range.to);
  return { phase, meaning, aim: rows.aim, statements: rows.sql, texts: golds.with(statement, changed) };
}
