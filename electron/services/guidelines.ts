import type { Change } from "#shared/contract/changes.ts";
import type { GuidelinesVersion } from "#shared/contract/guidelines.ts";
import { addGuidelines, guidelinesOf } from "../store/guidelines.ts";
import { reviewerName } from "../store/people.ts";
import type { Workspace } from "../store/workspace.ts";
import type { CallContext } from "./call-context.ts";
import { fieldFault, type ServiceFault } from "./fault.ts";
import { refuseUnknownProject } from "./stored-records.ts";

interface Dependencies {
  workspace: Workspace;
  now(): Date;
  publish(change: Change): void;
}

interface Save {
  projectId: number;
  baseVersion: number;
  text: string;
}

/** What reviewers of a project are told to do, version by version. */
export function createGuidelinesService({ workspace, now, publish }: Dependencies) {
  return {
    versions: async ({ projectId }: { projectId: number }): Promise<GuidelinesVersion[]> => {
      await refuseUnknownProject(workspace, projectId);
      return workspace.read((db) => guidelinesOf(db, projectId));
    },

    async save({ projectId, baseVersion, text }: Save, { actor }: CallContext): Promise<GuidelinesVersion> {
      await refuseUnknownProject(workspace, projectId);
      const saved = await workspace.write(async (db) => {
        const [newest] = await guidelinesOf(db, projectId);
        if ((newest?.version ?? 0) !== baseVersion) throw stale(newest);
        const version = {
          version: baseVersion + 1,
          text,
          by: await reviewerName(db, actor),
          at: now().toISOString(),
        };
        await addGuidelines(db, projectId, version);
        return version;
      });
      publish({ type: "guidelines", projectId });
      return saved;
    },
  };
}

function stale(newest: GuidelinesVersion | undefined): ServiceFault {
  const reason = `${newest?.by ?? "Somebody"} saved version ${newest?.version ?? 0} of the guidelines while you wrote.`;
  const fix = "Read it, put your changes into it, and save again.";
  return fieldFault({ field: "baseVersion", reason, fix });
}
