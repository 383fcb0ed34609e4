import type { AgreementDetails, ProjectAgreement } from "#shared/contract/agreement-figures.ts";
import type { Change } from "#shared/contract/changes.ts";
import type { Job } from "#shared/contract/jobs.ts";
import type { OpinionStage } from "../store/opinion-counts.ts";
import { uncountedItems } from "../store/opinion-counts.ts";
import { newestVerdictEvent } from "../store/verdict-events.ts";
import type { Workspace } from "../store/workspace.ts";
import { agreementDetails, countOpinions, projectAgreement } from "./agreement-of-project.ts";
import type { CallContext } from "./call-context.ts";
import type { JobBoard } from "./job-board.ts";
import { storedProject } from "./stored-records.ts";
import { refuseUnlessSettles, viewerOf } from "./visibility.ts";

interface Dependencies {
  workspace: Workspace;
  now(): Date;
  publish(change: Change): void;
  board: JobBoard;
}

interface Asked {
  projectId: number;
  stage: OpinionStage;
}

/** Intervals are drawn from it, so that the same opinions give the same figures. */
const seed = 0;

/** How far people agree: a project as a whole at once, pairs and groups as a job. */
export function createAgreementFigures({ workspace, now, publish, board }: Dependencies) {
  const known = new Map<string, Omit<AgreementDetails, "isCurrent"> & { newest: number }>();
  const keyOf = ({ projectId, stage }: Asked) => `${projectId} ${stage}`;
  const refuse = (projectId: number, actor: string) => {
    storedProject(workspace, projectId);
    workspace.read((db) => refuseUnlessSettles(viewerOf(db, projectId, actor)));
  };
  return {
    async ofProject(
      { projectId }: { projectId: number },
      { actor, signal }: CallContext,
    ): Promise<ProjectAgreement> {
      refuse(projectId, actor);
      if (workspace.read((db) => uncountedItems(db, projectId)) > 0)
        await countOpinions(workspace, projectId, signal);
      return workspace.read((db) => projectAgreement(db, projectId, seed));
    },

    async start(asked: Asked, { actor }: CallContext): Promise<Job> {
      const { projectId, stage } = asked;
      refuse(projectId, actor);
      // One that works out the other stage is of no use to whoever asks for this one.
      if (board.running("agreement", projectId)) await board.stop("agreement", projectId);
      return board.start(
        { kind: "agreement", projectId, done: 0, total: 0 },
        async ({ signal, progress }) => {
          const newest = workspace.read((db) => newestVerdictEvent(db, projectId));
          const details = await agreementDetails(workspace, {
            ...{ projectId, stage, seed, signal },
            progress: everySoOften(progress),
          });
          known.set(keyOf(asked), { ...details, at: now().toISOString(), newest });
          publish({ type: "agreement", projectId });
          return null;
        },
      );
    },

    async details(asked: Asked, { actor }: CallContext): Promise<AgreementDetails | null> {
      refuse(asked.projectId, actor);
      const found = known.get(keyOf(asked));
      if (found === undefined) return null;
      const { newest, ...details } = found;
      return {
        ...details,
        isCurrent: workspace.read((db) => newestVerdictEvent(db, asked.projectId)) === newest,
      };
    },
  };
}

/** Windows need not hear of every pair. */
function everySoOften(tell: (done: number, total: number) => void): (done: number, total: number) => void {
  return (done, total) => {
    if (done === total || done % 10 === 0) tell(done, total);
  };
}
