import type { Change } from "#shared/contract/changes.ts";
import type { SqlAnalysis } from "../sql-analysis/sql-analysis.ts";
import { judgesOf, putJudgeResults, removeJudge } from "../store/judge-labels.ts";
import { reviewerName } from "../store/people.ts";
import type { Workspace } from "../store/workspace.ts";
import type { CallContext } from "./call-context.ts";
import { storedProject } from "./stored-records.ts";

interface Dependencies {
  workspace: Workspace;
  analysis: SqlAnalysis;
  now(): Date;
  publish(change: Change): void;
}

interface Judge {
  projectId: number;
  judge: string;
}

/** What judges say of items, from the files that they wrote. */
export function createJudgesService({ workspace, analysis, now, publish }: Dependencies) {
  const changed = (projectId: number) => publish({ type: "disagreements", projectId, itemId: null });
  return {
    list: async ({ projectId }: { projectId: number }) => {
      storedProject(workspace, projectId);
      return workspace.read((db) => judgesOf(db, projectId));
    },

    async import({ projectId, judge, path: file }: Judge & { path: string }, { actor }: CallContext) {
      storedProject(workspace, projectId);
      const results = await analysis.read("judge-results", { path: file });
      const at = now().toISOString();
      const done = await workspace.write((db) =>
        putJudgeResults(db, { projectId, judge, by: reviewerName(db, actor), at }, results),
      );
      changed(projectId);
      return done;
    },

    async remove({ projectId, judge }: Judge) {
      storedProject(workspace, projectId);
      const items = await workspace.write((db) => removeJudge(db, projectId, judge));
      changed(projectId);
      return { items };
    },
  };
}
