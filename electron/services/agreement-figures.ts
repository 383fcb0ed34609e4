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
import { refuseUnknownProject } from "./stored-records.ts";
import { blindItems, refuseUnlessSettles, viewerOf } from "./visibility.ts";

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

/** Details as they were worked out: at which event, and without which items. */
type Known = Omit<AgreementDetails, "isCurrent"> & { newest: number; blind: ReadonlySet<number> };

/** Intervals are drawn from it, so that the same opinions give the same figures. */
const seed = 0;

/** How far people agree: a project as a whole at once, pairs and groups as a job. */
export function createAgreementFigures({ workspace, now, publish, board }: Dependencies) {
  const known = new Map<string, Known>();
  /** Who owes opinions has figures of their own, without those items. */
  const keyOf = ({ projectId, stage }: Asked, blind: ReadonlySet<number>, actor: string) =>
    JSON.stringify([projectId, stage, blind.size === 0 ? null : actor]);
  /** The items on which the caller is blind; throws where they see none. */
  const blindFor = async (projectId: number, actor: string): Promise<ReadonlySet<number>> => {
    await refuseUnknownProject(workspace, projectId);
    return workspace.read(async (db) => {
      const viewer = await viewerOf(db, projectId, actor);
      refuseUnlessSettles(viewer);
      return blindItems(db, viewer);
    });
  };
  return {
    async ofProject(
      { projectId }: { projectId: number },
      { actor, signal }: CallContext,
    ): Promise<ProjectAgreement> {
      const blind = await blindFor(projectId, actor);
      if ((await workspace.read((db) => uncountedItems(db, projectId))) > 0)
        await countOpinions(workspace, projectId, signal);
      return workspace.read((db) => projectAgreement(db, projectId, seed, blind));
    },

    async start(asked: Asked, { actor }: CallContext): Promise<Job> {
      const { projectId, stage } = asked;
      const blind = await blindFor(projectId, actor);
      // One that works out the other stage is of no use to whoever asks for this one.
      if (board.running("agreement", projectId)) await board.stop("agreement", projectId);
      return board.start(
        { kind: "agreement", projectId, done: 0, total: 0 },
        async ({ signal, progress }) => {
          const newest = await workspace.read((db) => newestVerdictEvent(db, projectId));
          const details = await agreementDetails(workspace, {
            ...{ projectId, stage, seed, blind, signal },
            progress: everySoOften(progress),
          });
          known.set(keyOf(asked, blind, actor), { ...details, at: now().toISOString(), newest, blind });
          publish({ type: "agreement", projectId });
          return null;
        },
      );
    },

    async details(asked: Asked, { actor }: CallContext): Promise<AgreementDetails | null> {
      const now = await blindFor(asked.projectId, actor);
      const found = known.get(keyOf(asked, now, actor));
      // An item that they took since is in those figures.
      if (found === undefined || ![...now].every((itemId) => found.blind.has(itemId))) return null;
      const { newest, blind: _, ...details } = found;
      return {
        ...details,
        isCurrent: (await workspace.read((db) => newestVerdictEvent(db, asked.projectId))) === newest,
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
