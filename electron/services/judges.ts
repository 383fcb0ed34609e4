import path from "node:path";
import type { Change } from "#shared/contract/changes.ts";
import type { JudgeImportEvent } from "#shared/contract/judges.ts";
import { importJudgeInThread } from "../store/import-in-thread.ts";
import { judgesOf, removeJudge } from "../store/judge-labels.ts";
import { reviewerName } from "../store/people.ts";
import type { Workspace } from "../store/workspace.ts";
import type { CallContext } from "./call-context.ts";
import { eventStream } from "./event-queue.ts";
import { refuseUnknownProject } from "./stored-records.ts";

interface Dependencies {
  workspace: Workspace;
  now(): Date;
  publish(change: Change): void;
  /** The import thread's file: `importThreadEntry`, or where a bundled host keeps it. */
  importEntry: URL;
}

interface Judge {
  projectId: number;
  judge: string;
}

/** What judges say of items, from the files that they wrote. */
export function createJudgesService({ workspace, now, publish, importEntry }: Dependencies) {
  const changed = (projectId: number) => publish({ type: "disagreements", projectId, itemId: null });
  return {
    list: async ({ projectId }: { projectId: number }) => {
      await refuseUnknownProject(workspace, projectId);
      return workspace.read((db) => judgesOf(db, projectId));
    },

    import: ({ projectId, judge, path: file }: Judge & { path: string }, { actor, signal }: CallContext) =>
      eventStream<JudgeImportEvent>(signal, async (emit, signal) => {
        await refuseUnknownProject(workspace, projectId);
        const by = await workspace.read((db) => reviewerName(db, actor));
        const done = await importJudgeInThread(
          workspace.location,
          { projectId, judge, by, at: now().toISOString(), file: path.resolve(file) },
          {
            entry: importEntry,
            signal,
            onProgress: (phase, done, total) => emit({ type: "progress", phase, done, total }),
          },
        );
        changed(projectId);
        emit({ type: "done", ...done });
      }),

    async remove({ projectId, judge }: Judge) {
      await refuseUnknownProject(workspace, projectId);
      const items = await workspace.write((db) => removeJudge(db, projectId, judge));
      changed(projectId);
      return { items };
    },
  };
}
