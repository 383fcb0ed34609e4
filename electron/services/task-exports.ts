import path from "node:path";
import { noClarification } from "#shared/domain/reading.ts";
import type { Task } from "#shared/domain/task.ts";
import type { TaskFormat } from "#shared/domain/task-revision.ts";
import type { TaskStatus } from "#shared/domain/task-status.ts";
import type { Loss } from "#shared/formats/task-format-spec.ts";
import { lossesOf, writeTaskFile } from "#shared/formats/task-formats.ts";
import type { ReadHandle } from "../store/handles.ts";
import { taskStatusOf } from "../store/task-status.ts";
import { type StoredTask, tasksAfter } from "../store/tasks.ts";
import type { Workspace } from "../store/workspace.ts";
import type { Transfers } from "../transfers.ts";
import type { CallContext } from "./call-context.ts";
import { type Download, offerDownload } from "./downloads.ts";
import { fileNameFrom, othersFirst, replaceFile, type Take } from "./replace-file.ts";
import { refuseUnknownProject, storedProject } from "./stored-records.ts";

/** Which tasks of a project go out in which format: those with one of `statuses`, all where it is missing. */
export interface TaskExport {
  projectId: number;
  format: TaskFormat;
  statuses?: TaskStatus[] | undefined;
  /** Whether words and readings of ambiguities go along; they do where it is missing. */
  withReadings?: boolean | undefined;
}

interface Dependencies {
  workspace: Workspace;
  /** Where files wait for people's browsers; null where they fetch none. */
  transfers?: Transfers | null;
}

/** Tasks on their way out, in the formats of shared/formats; each says beforehand what it cannot hold. */
export function createTaskExports({ workspace, transfers = null }: Dependencies) {
  const toPath = (what: TaskExport, signal: AbortSignal | undefined, file: string): Promise<number> =>
    replaceFile(file, (take) => workspace.read((db) => write(db, what, signal, take)));
  return {
    async exportPreview(what: TaskExport, { signal }: CallContext) {
      await refuseUnknownProject(workspace, what.projectId);
      return workspace.read((db) => preview(db, what, signal));
    },
    async exportToFile(what: TaskExport & { path: string }, { signal }: CallContext) {
      await refuseUnknownProject(workspace, what.projectId);
      const file = path.resolve(what.path);
      return { path: file, tasks: await toPath(what, signal, file) };
    },
    async exportToDownload(what: TaskExport, context: CallContext): Promise<Download> {
      const { name } = await storedProject(workspace, what.projectId);
      const fileName = fileNameFrom([name, what.format], "jsonl");
      return offerDownload(transfers, context, fileName, (file) => toPath(what, context.signal, file));
    },
    async exportToText(what: TaskExport, { signal }: CallContext) {
      const { name } = await storedProject(workspace, what.projectId);
      const pieces: string[] = [];
      await workspace.read((db) => write(db, what, signal, (text) => pieces.push(text)));
      return { fileName: fileNameFrom([name, what.format], "jsonl"), text: pieces.join("") };
    },
  };
}

async function write(
  db: ReadHandle,
  what: TaskExport,
  signal: AbortSignal | undefined,
  take: Take,
): Promise<number> {
  let tasks = 0;
  for await (const page of pages(db, what)) {
    const sourced = page.map(({ revision }) => revision);
    await take(writeTaskFile(sourced, what.format, what));
    tasks += page.length;
    await othersFirst(signal);
  }
  return tasks;
}

async function preview(db: ReadHandle, what: TaskExport, signal: AbortSignal | undefined) {
  const found = new Map<string, Loss & { tasks: number }>();
  let tasks = 0;
  for await (const page of pages(db, what)) {
    for (const { revision } of page) {
      tasks += 1;
      const task = what.withReadings === false ? withoutReadings(revision.task) : revision.task;
      for (const loss of lossesOf(task, what.format)) {
        const key = JSON.stringify(loss);
        const known = found.get(key) ?? { ...loss, tasks: 0 };
        known.tasks += 1;
        found.set(key, known);
      }
    }
    await othersFirst(signal);
  }
  return { tasks, losses: [...found.values()] };
}

function withoutReadings(task: Task): Task {
  return { ...task, ambiguities: task.ambiguities.map((one) => ({ ...one, ...noClarification })) };
}

const pageLength = 100;

/** The tasks asked for in project order, a page at a time. */
async function* pages(db: ReadHandle, { projectId, statuses }: TaskExport): AsyncGenerator<StoredTask[]> {
  const goesOut = async ({ taskId }: StoredTask) =>
    statuses?.includes((await taskStatusOf(db, taskId)).status) ?? true;
  for (let after = -1; ; ) {
    const page = await tasksAfter(db, projectId, after, pageLength);
    const last = page.at(-1);
    if (!last) return;
    after = last.index;
    const going = await Array.fromAsync(page, goesOut);
    yield page.filter((_, index) => going[index]);
  }
}
