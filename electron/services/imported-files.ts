import type { Change } from "#shared/contract/changes.ts";
import type { ImportedFile, TakenBack } from "#shared/contract/imported-files.ts";
import { takeBackInThread } from "../store/import-in-thread.ts";
import { filesOfProject, importedFile } from "../store/imported-files.ts";
import type { Workspace } from "../store/workspace.ts";
import type { CallContext } from "./call-context.ts";
import { ServiceFault } from "./fault.ts";
import type { JobBoard } from "./job-board.ts";
import { refuseUnknownProject } from "./stored-records.ts";

interface Dependencies {
  workspace: Workspace;
  now(): Date;
  publish(change: Change): void;
  /** Where work goes on; headless there is none. */
  board?: JobBoard;
  importEntry: URL;
}

/** The prediction files of projects, and taking them back. */
export function createImportedFiles(dependencies: Dependencies) {
  const { workspace, publish, board } = dependencies;
  return {
    list: async ({ projectId }: { projectId: number }): Promise<ImportedFile[]> => {
      await refuseUnknownProject(workspace, projectId);
      return workspace.read((db) => filesOfProject(db, projectId));
    },

    takeBackPreview: (input: { fileId: number }, context: CallContext): Promise<TakenBack> =>
      takeBack(dependencies, input.fileId, context, true),

    async takeBack({ fileId }: { fileId: number }, context: CallContext): Promise<TakenBack> {
      const { projectId } = await storedFile(workspace, fileId);
      // Its items are perhaps being evaluated.
      if (board?.running("evaluate", projectId)) await board.stop("evaluate", projectId);
      const taken = await takeBack(dependencies, fileId, context, false);
      publish({ type: "everything" });
      return taken;
    },
  };
}

async function takeBack(
  { workspace, now, importEntry }: Dependencies,
  fileId: number,
  { actor, signal }: CallContext,
  isForetold: boolean,
): Promise<TakenBack> {
  const { projectId, fileName, takenBack } = await storedFile(workspace, fileId);
  if (takenBack !== null)
    throw new ServiceFault("BAD_INPUT", `${fileName} was taken back already.`, { problems: [] });
  const request = { fileId, projectId, account: actor, at: now().toISOString() };
  return takeBackInThread(workspace.location, request, isForetold, {
    entry: importEntry,
    signal,
    onProgress: () => undefined,
  });
}

async function storedFile(workspace: Workspace, fileId: number) {
  const file = await workspace.read((db) => importedFile(db, fileId));
  if (file !== null) return file;
  throw new ServiceFault("NOT_FOUND", "This file is not in the workspace.", { what: `file ${fileId}` });
}
