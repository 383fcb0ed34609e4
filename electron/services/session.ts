import { existsSync } from "node:fs";
import path from "node:path";
import type { Session, WaitingWork, WorkspaceDamage } from "#shared/contract/session.ts";
import { personSettings } from "#shared/settings/settings-table.ts";
import { lastProject } from "#shared/settings/view-state.ts";
import type { Consents } from "../consents.ts";
import { copyWorkspace } from "../store/copy-workspace.ts";
import { rolesByProject } from "../store/members.ts";
import { workspaceName } from "../store/open-workspace.ts";
import { reviewerName } from "../store/people.ts";
import { preferencesOf, putPreference } from "../store/preferences.ts";
import { projectById } from "../store/projects.ts";
import { waitingWork } from "../store/waiting-work.ts";
import type { Workspace } from "../store/workspace.ts";
import type { CallContext } from "./call-context.ts";
import { existingFolder } from "./existing-folder.ts";
import { fieldFault } from "./fault.ts";

interface Dependencies {
  workspace: Workspace;
  version: string;
  /** The project named at the start, or null. */
  projectId: number | null;
  consents: Consents;
  /** What was found damaged in the workspace, once all of it has been read. */
  damage: Promise<WorkspaceDamage | null>;
  now(): Date;
  /** Goes on with the work that was interrupted. */
  goOn(): Promise<void>;
}

/** Who is at the window, and what their windows remember. */
export function createSessionService(dependencies: Dependencies) {
  const { workspace, version, projectId, consents, goOn } = dependencies;
  return {
    damage: () => dependencies.damage,
    async saveCopy({ folder }: { folder: string }, { signal }: CallContext): Promise<{ path: string }> {
      const target = path.join(
        await existingFolder(folder, toCopy),
        copyName(workspaceName(workspace.path), dependencies.now()),
      );
      if (existsSync(target))
        throw fieldFault({
          field: "folder",
          reason: `${target} is there already.`,
          fix: "Try again in a second.",
        });
      await copyWorkspace(workspace.location, target, signal);
      return { path: target };
    },
    async waiting(): Promise<WaitingWork | null> {
      const wanted = await workspace.read(waitingWork);
      const servers = consents.unallowed(wanted.serverUrls);
      const folders = consents.unread(wanted.folders);
      const jobs = consents.mayGoOn() ? 0 : wanted.jobs;
      return jobs + servers.length + folders.length === 0 ? null : { jobs, servers, folders };
    },
    async allowWaiting(): Promise<void> {
      const isWaiting = !consents.mayGoOn();
      const { serverUrls, folders } = await workspace.read(waitingWork);
      consents.allowServers(serverUrls);
      consents.allowFolders(folders);
      consents.allowWork();
      if (isWaiting) await goOn();
    },
    open: async (_input: undefined, { actor, isMember }: CallContext): Promise<Session> =>
      workspace.read(async (db) => {
        const last =
          lastProject.schema.safeParse((await preferencesOf(db, actor))[lastProject.key]).data ?? null;
        const known = last === null ? null : ((await projectById(db, last))?.id ?? null);
        return {
          actor: await reviewerName(db, actor),
          version,
          workspacePath: workspace.path,
          projectId: projectId ?? known,
          roles: isMember ? await rolesByProject(db, actor) : null,
        };
      }),
    viewState: async (_input: undefined, { actor }: CallContext) =>
      workspace.read((db) => preferencesOf(db, actor)),
    async setViewState(
      { key, value }: { key: string; value?: unknown },
      { actor }: CallContext,
    ): Promise<void> {
      if (Object.hasOwn(personSettings, key)) throw isSetting(key);
      await workspace.write((db) => putPreference(db, actor, key, value));
    },
  };
}

/** Settings are stored beside what windows remember, and not everybody may set each of them. */
const isSetting = (key: string) =>
  fieldFault({ field: "key", reason: `${key} is a setting.`, fix: "Change it in the settings." });

const toCopy = { field: "folder", fix: "Choose another folder." };

/** As "work 2026-03-01T10-00-00.querent", so that a copy replaces nothing. */
function copyName(file: string, now: Date): string {
  const { name, ext } = path.parse(file);
  return `${name} ${now.toISOString().slice(0, 19).replaceAll(":", "-")}${ext || ".querent"}`;
}
