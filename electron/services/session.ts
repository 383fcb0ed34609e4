import type { Session, WaitingWork } from "#shared/contract/session.ts";
import { lastProject } from "#shared/settings/view-state.ts";
import type { Consents } from "../consents.ts";
import { reviewerName } from "../store/people.ts";
import { preferencesOf, putPreference } from "../store/preferences.ts";
import { projectById } from "../store/projects.ts";
import { waitingWork } from "../store/waiting-work.ts";
import type { Workspace } from "../store/workspace.ts";
import type { CallContext } from "./call-context.ts";

interface Dependencies {
  workspace: Workspace;
  version: string;
  /** The project named at the start, or null. */
  projectId: number | null;
  consents: Consents;
  /** Goes on with the work that was interrupted. */
  goOn(): Promise<void>;
}

/** Who is at the window, and what their windows remember. */
export function createSessionService({ workspace, version, projectId, consents, goOn }: Dependencies) {
  return {
    async waiting(): Promise<WaitingWork | null> {
      const { jobs, serverUrls } = workspace.read(waitingWork);
      const servers = consents.unallowed(serverUrls);
      const left = consents.mayGoOn() ? 0 : jobs;
      return left === 0 && servers.length === 0 ? null : { jobs: left, servers };
    },
    async allowWaiting(): Promise<void> {
      const isWaiting = !consents.mayGoOn();
      consents.allowServers(workspace.read(waitingWork).serverUrls);
      consents.allowWork();
      if (isWaiting) await goOn();
    },
    open: async (_input: undefined, { actor }: CallContext): Promise<Session> =>
      workspace.read((db) => {
        const last = lastProject.schema.safeParse(preferencesOf(db, actor)[lastProject.key]).data ?? null;
        const known = last === null ? null : (projectById(db, last)?.id ?? null);
        return {
          actor: reviewerName(db, actor),
          version,
          workspacePath: workspace.path,
          projectId: projectId ?? known,
        };
      }),
    viewState: async (_input: undefined, { actor }: CallContext) =>
      workspace.read((db) => preferencesOf(db, actor)),
    setViewState: ({ key, value }: { key: string; value?: unknown }, { actor }: CallContext): Promise<void> =>
      workspace.write((db) => putPreference(db, actor, key, value)),
  };
}
