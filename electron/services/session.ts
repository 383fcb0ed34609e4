import type { Session } from "#shared/contract/session.ts";
import { renamePerson, reviewerName } from "../store/people.ts";
import { preferencesOf, putPreference } from "../store/preferences.ts";
import { projectById } from "../store/projects.ts";
import type { Workspace } from "../store/workspace.ts";
import type { CallContext } from "./call-context.ts";
import { Fault } from "./fault.ts";

interface Dependencies {
  workspace: Workspace;
  version: string;
  /** The limit that a statement runs under where nothing else is asked, in milliseconds. */
  timeLimitMs: number;
  /** The project named at the start, or null. */
  projectId: number | null;
}

/** The preference under which a window remembers the project it had open. */
export const lastProjectPreference = "window.project";

/** Who is at the window, and what their windows remember. */
export function createSessionService({ workspace, version, timeLimitMs, projectId }: Dependencies) {
  const open = (account: string): Session =>
    workspace.read((db) => {
      const last = preferencesOf(db, account)[lastProjectPreference];
      const known = typeof last === "number" ? (projectById(db, last)?.id ?? null) : null;
      return {
        actor: reviewerName(db, account),
        version,
        workspacePath: workspace.path,
        projectId: projectId ?? known,
        timeLimitMs,
      };
    });
  return {
    open: async (_input: undefined, { actor }: CallContext) => open(actor),
    async rename({ actor: name }: { actor: string }, { actor }: CallContext): Promise<Session> {
      const free = await workspace.write((db) => renamePerson(db, actor, name));
      if (!free)
        throw new Fault("BAD_INPUT", `The name ${name} is taken by another person.`, {
          problems: [
            {
              file: "",
              row: null,
              field: "actor",
              reason: `The name ${name} is taken by another person in this workspace.`,
              fix: "Choose another name, so that verdicts can be told apart.",
            },
          ],
        });
      return open(actor);
    },
    preferences: async (_input: undefined, { actor }: CallContext) =>
      workspace.read((db) => preferencesOf(db, actor)),
    setPreference: (
      { key, value }: { key: string; value?: unknown },
      { actor }: CallContext,
    ): Promise<void> => workspace.write((db) => putPreference(db, actor, key, value)),
  };
}
