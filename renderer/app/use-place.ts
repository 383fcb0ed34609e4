import { useCallback, useEffect, useMemo } from "react";
import { z } from "zod";
import type { Project } from "#shared/domain/project.ts";
import { usePreference } from "../data/preferences.ts";
import { useProjects } from "../data/projects.ts";
import { useSession } from "../data/session.ts";
import { navigate, useRoute } from "./router.ts";
import type { ScreenId } from "./routes.ts";

/** Where the window is, and how to go elsewhere. */
export interface Place {
  screen: ScreenId;
  /** null: the workspace has no project yet. */
  project: Project | null;
  itemId: number | null;
  openScreen(screen: ScreenId): void;
  openProject(projectId: number): void;
  openItem(itemId: number): void;
}

const LastProject = z.number().int().nullable();

/** The place that the address names; where it names none, the project to open first, in review. */
export function usePlace(): Place {
  const route = useRoute();
  const session = useSession();
  const projects = useProjects();
  const [lastProject, setLastProject] = usePreference<number | null>("window.project", LastProject, null);
  const byId = (id: number | null | undefined): Project | undefined =>
    projects.find((project) => project.id === id);
  const project =
    byId(route?.projectId) ?? byId(session.projectId) ?? byId(lastProject) ?? projects[0] ?? null;
  const projectId = project?.id ?? null;
  const screen = route?.screen ?? "review";
  const itemId = projectId !== null && route?.projectId === projectId ? route.itemId : null;

  useEffect(() => navigate({ screen, projectId, itemId }, { replace: true }), [screen, projectId, itemId]);
  useEffect(() => {
    if (projectId !== null && projectId !== lastProject) setLastProject(projectId);
  }, [projectId, lastProject, setLastProject]);

  const openScreen = useCallback(
    (next: ScreenId) => navigate({ screen: next, projectId, itemId: null }),
    [projectId],
  );
  const openProject = useCallback(
    (next: number) => navigate({ screen: "review", projectId: next, itemId: null }),
    [],
  );
  const openItem = useCallback(
    (next: number) => navigate({ screen: "review", projectId, itemId: next }, { replace: true }),
    [projectId],
  );
  return useMemo(
    () => ({ screen, project, itemId, openScreen, openProject, openItem }),
    [screen, project, itemId, openScreen, openProject, openItem],
  );
}
