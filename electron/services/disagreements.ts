import type { InboxFilter, InboxRow } from "#shared/contract/disagreements.ts";
import { disagreeingIds, inboxRows } from "../store/disagreements.ts";
import type { ReadHandle } from "../store/handles.ts";
import type { Workspace } from "../store/workspace.ts";
import type { CallContext } from "./call-context.ts";
import { storedProject } from "./stored-records.ts";
import { refuseUnlessSettles, viewerOf } from "./visibility.ts";

interface Dependencies {
  workspace: Workspace;
}

/** The inbox of items on which opinions differ, for those who settle them. */
export function createDisagreementsService({ workspace }: Dependencies) {
  const read = <Answer>(projectId: number, actor: string, ask: (db: ReadHandle) => Answer): Answer => {
    storedProject(workspace, projectId);
    return workspace.read((db) => {
      refuseUnlessSettles(viewerOf(db, projectId, actor));
      return ask(db);
    });
  };
  return {
    mine: async ({ projectId }: { projectId: number }, { actor }: CallContext) => {
      storedProject(workspace, projectId);
      const { sees, settles } = workspace.read((db) => viewerOf(db, projectId, actor));
      return { seesAll: sees === "all", settles };
    },

    ids: async (
      { projectId, filter }: { projectId: number; filter: InboxFilter },
      { actor }: CallContext,
    ): Promise<number[]> => read(projectId, actor, (db) => disagreeingIds(db, projectId, filter)),

    rows: async (
      { projectId, itemIds }: { projectId: number; itemIds: number[] },
      { actor }: CallContext,
    ): Promise<InboxRow[]> => read(projectId, actor, (db) => inboxRows(db, projectId, itemIds)),
  };
}
