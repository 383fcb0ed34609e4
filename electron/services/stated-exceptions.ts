import { randomUUID } from "node:crypto";
import path from "node:path";
import { goldText } from "#shared/certificate/let-pass.ts";
import type { ImportedExceptions } from "#shared/contract/certificates.ts";
import type { Change } from "#shared/contract/changes.ts";
import { BadInput } from "#shared/formats/bad-input.ts";
import { writeStatedExceptions } from "#shared/formats/stated-exceptions.ts";
import type { TaskTools } from "../evaluation/task-tools.ts";
import type { SqlAnalysis } from "../sql-analysis/sql-analysis.ts";
import { addVerdict } from "../store/certificates.ts";
import type { ReadHandle, WriteHandle } from "../store/handles.ts";
import { letPassOfProject, withdrawImported } from "../store/let-pass.ts";
import { stateExceptions } from "../store/state-exceptions.ts";
import { chosenTasks, taskById } from "../store/tasks.ts";
import type { Workspace } from "../store/workspace.ts";
import { ServiceFault } from "./fault.ts";
import { fileNameFrom } from "./replace-file.ts";
import { storedCertificate } from "./stored-certificates.ts";
import { refuseUnknownProject, storedProject } from "./stored-records.ts";

interface Dependencies {
  workspace: Workspace;
  tools: TaskTools;
  analysis: SqlAnalysis;
  now(): Date;
  publish(change: Change): void;
}

/** What persons let pass in the certificates of a project, from a file and to one (docs/certificate.md). */
export function createStatedExceptions(dependencies: Dependencies) {
  return {
    importExceptions: (wanted: ExceptionsWanted) => importExceptions(dependencies, wanted),
    withdrawImport: (wanted: { projectId: number; importId: string; withdrawn: boolean }) =>
      withdrawImport(dependencies, wanted),
    exportExceptions: async ({ projectId }: { projectId: number }) => exported(dependencies, projectId),
  };
}

/** A file of exceptions for a project; whether lines that fit no task are left out. */
export interface ExceptionsWanted {
  projectId: number;
  path: string;
  skipUnfit: boolean;
}

async function importExceptions(
  dependencies: Dependencies,
  { projectId, path: from, skipUnfit }: ExceptionsWanted,
): Promise<ImportedExceptions> {
  const { workspace, analysis, now, publish } = dependencies;
  await refuseUnknownProject(workspace, projectId);
  const file = path.basename(from);
  const read = await analysis.read("stated-exceptions", { path: path.resolve(from) });
  if (read.problems.length > 0) throw new BadInput(read.problems);
  const importId = randomUUID();
  const stating = { projectId, file, at: now().toISOString(), importId };
  const { taskIds, problems, ...counts } = await workspace.write(async (db) => {
    const stated = await stateExceptions(db, stating, read.lines);
    if (stated.problems.length > 0 && !skipUnfit) throw new BadInput(stated.problems);
    await noteVerdicts(dependencies, db, stated.taskIds);
    return stated;
  });
  if (taskIds.length > 0) publish({ type: "certificates", projectId, taskId: null });
  return { importId, ...counts, tasks: taskIds.length, unfit: problems.length };
}

async function withdrawImport(
  dependencies: Dependencies,
  { projectId, importId, withdrawn }: { projectId: number; importId: string; withdrawn: boolean },
): Promise<void> {
  const { workspace, publish } = dependencies;
  await workspace.write(async (db) => {
    const taskIds = await withdrawImported(db, importId, withdrawn);
    if (taskIds.length === 0)
      throw new ServiceFault(
        "NOT_FOUND",
        `Nothing of this import can be ${withdrawn ? "taken back" : "put back"} any more.`,
        { what: `import ${importId}` },
      );
    await noteVerdicts(dependencies, db, taskIds);
  });
  publish({ type: "certificates", projectId, taskId: null });
}

/** The verdicts of tasks follow what is let pass in them. */
async function noteVerdicts(
  { tools, now }: Dependencies,
  db: WriteHandle,
  taskIds: readonly number[],
): Promise<void> {
  const at = now().toISOString();
  for (const taskId of taskIds) {
    const stored = await taskById(db, taskId);
    const after = stored === null ? null : await storedCertificate(db, tools, stored);
    if (after === null) continue;
    const { revision, certificate } = after;
    await addVerdict(db, { taskId, revision, at, verdict: certificate.verdict });
  }
}

async function exported({ workspace }: Dependencies, projectId: number) {
  const { name } = await storedProject(workspace, projectId);
  const { text, lines, outdated } = await workspace.read((db) => linesOf(db, projectId));
  if (lines === 0)
    throw new ServiceFault(
      "NOT_FOUND",
      "Nothing is let pass in this project, so there is nothing to export.",
      {
        what: `exceptions of project ${projectId}`,
      },
    );
  return { fileName: fileNameFrom([name, "exceptions"], "jsonl"), text, lines, outdated };
}

/** The lines of a project in its order; mutants of a gold that was edited since are left out, as they are not ignored any more. */
async function linesOf(db: ReadHandle, projectId: number) {
  const letPass = await letPassOfProject(db, projectId);
  const found = { text: "", lines: 0, outdated: 0 };
  for (const { taskId, revision } of await chosenTasks(db, projectId, null)) {
    const own = letPass.get(taskId);
    if (own === undefined) continue;
    const ignored = own.ignored.filter((mutant) => goldText(revision.task, mutant) === mutant.gold);
    const text = writeStatedExceptions(revision.task.instanceId, { ...own, ignored });
    found.text += text;
    found.lines += text.split("\n").length - 1;
    found.outdated += own.ignored.length - ignored.length;
  }
  return found;
}
