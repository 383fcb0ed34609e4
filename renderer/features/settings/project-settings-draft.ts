import { useEffect, useMemo, useRef, useState } from "react";
import { create } from "zustand";
import type { Project } from "#shared/domain/project.ts";
import { ProjectSettings, type SettingChanges } from "#shared/settings/settings-table.ts";
import { viewState } from "#shared/settings/view-state.ts";
import { problemsOf } from "../../data/faults.ts";
import { useProjectSettings, useSetProjectSettings } from "../../data/settings.ts";
import { useViewState } from "../../data/view-state.ts";
import { notify } from "../../ui/toasts.tsx";

type Changes = SettingChanges<ProjectSettings>;
const none: Changes = {};

/** A server's address may hold a password until it is refused: what is typed there is stored nowhere. By the project's id. */
const typedAddresses = create<Record<number, string | undefined>>(() => ({}));
const StoredChanges = ProjectSettings.omit({ "tasks.serverUrl": true }).partial();
type StoredChanges = Omit<Changes, "tasks.serverUrl">;

/**
 * What the person at this window has changed of a project's settings and not saved: it outlives the screen and, but for the
 * address of the server, the window.
 */
function useChanges(projectId: number): [Changes, (changes: Changes) => void] {
  const entry = useMemo(() => viewState(`settings.draft.${projectId}`, StoredChanges, none), [projectId]);
  const [stored, setStored] = useViewState<StoredChanges>(entry);
  const address = typedAddresses((all) => all[projectId]);
  const setChanges = ({ "tasks.serverUrl": typed, ...rest }: Changes): void => {
    typedAddresses.setState({ [projectId]: typed });
    setStored(rest);
  };
  return [address === undefined ? stored : { ...stored, "tasks.serverUrl": address }, setChanges];
}

/** What is set for a project, what is changed of it, and how to change, save and discard. */
export function useProjectSettingsDraft(project: Project) {
  const saved = useProjectSettings(project.id);
  const [changed, setChanged] = useChanges(project.id);
  const latest = useRef(changed);
  useEffect(() => {
    latest.current = changed;
  }, [changed]);
  const save = useSetProjectSettings(project.id);
  // Fields keep what is typed to themselves, as a time that is none yet: a new number draws them anew.
  const [drawn, setDrawn] = useState(0);
  const keys = Object.keys(changed) as (keyof ProjectSettings)[];
  const differing = keys.filter((key) => JSON.stringify(changed[key]) !== JSON.stringify(saved[key]));
  useSaidOnLeaving(project.name, differing.length);
  const problems = problemsOf(save.error);
  return {
    saved,
    values: { ...saved, ...changed } as Readonly<Record<string, unknown>>,
    unsaved: differing.length,
    drawn,
    /** Why the back end did not take a setting, where it is that one's fault. */
    problemOf: (key: string): string | undefined => {
      const problem = problems.find(({ field }) => field === key);
      return problem && `${problem.reason} ${problem.fix}`;
    },
    save: { error: save.error, isPending: save.isPending },
    change: (key: string, value: unknown): void => setChanged({ ...changed, [key]: value }),
    submit: (): void =>
      save.mutate(Object.fromEntries(differing.map((key) => [key, changed[key]])), {
        onSuccess: () => {
          // What was changed while it was being saved is still to be saved.
          const rest = Object.entries(latest.current).filter(
            ([key, value]) => value !== changed[key as keyof Changes],
          );
          setChanged(Object.fromEntries(rest));
          notify({ kind: "done", title: "Saved", description: `Settings of ${project.name}` });
        },
      }),
    discard: (): void => {
      setChanged(none);
      save.reset();
      setDrawn((times) => times + 1);
    },
  };
}

export type ProjectSettingsDraft = ReturnType<typeof useProjectSettingsDraft>;

/** Work goes on under the settings that are saved: who leaves the screen with others is told so. */
function useSaidOnLeaving(name: string, unsaved: number): void {
  const latest = useRef(unsaved);
  useEffect(() => {
    latest.current = unsaved;
  }, [unsaved]);
  useEffect(
    () => () => {
      if (latest.current === 0) return;
      notify({
        id: "settings-not-saved",
        title: `Settings of ${name} not saved`,
        description: "What you changed waits on the settings screen; it does not count yet.",
      });
    },
    [name],
  );
}
