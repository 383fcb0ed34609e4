import { useCallback, useEffect, useMemo, useSyncExternalStore } from "react";
import type { Project } from "#shared/domain/project.ts";
import { lastProject as lastProjectState } from "#shared/settings/view-state.ts";
import { useProjects } from "../data/projects.ts";
import { useSession } from "../data/session.ts";
import { useViewState } from "../data/view-state.ts";
import { formatRoute, parseRoute, type Route } from "./routes.ts";
import type { ScreenId } from "./screens.ts";

/** Where the window is, and how to go elsewhere. */
export interface WindowRoute {
  screen: ScreenId;
  /** null: the workspace has no project yet. */
  project: Project | null;
  itemId: number | null;
  /** `itemId`: at which item, task or dialogue; none: where the screen was left. */
  openScreen(screen: ScreenId, itemId?: number): void;
  /** Opens a project where it has something to show: in the screen asked for, else the one in front, else the other. */
  openProject(projectId: number, screen?: ScreenId): void;
  /** On the screen and in the project that are in front; nothing once the person has left them. */
  openItem(itemId: number): void;
  /** Opens an item, task or dialogue of whatever project. */
  openAt(projectId: number, screen: ScreenId, itemId: number): void;
}

/** What the address names; where it names none, the project to open first, in review. */
export function useWindowRoute(): WindowRoute {
  const route = useRoute();
  const session = useSession();
  const projects = useProjects();
  const [lastProject, setLastProject] = useViewState(lastProjectState);
  const byId = (id: number | null | undefined): Project | undefined =>
    projects.find((project) => project.id === id);
  const project =
    byId(route?.projectId) ?? byId(session.projectId) ?? byId(lastProject) ?? projects[0] ?? null;
  const projectId = project?.id ?? null;
  const screen = route?.screen ?? screenFor(project, "review");
  const itemId = projectId !== null && route?.projectId === projectId ? route.itemId : null;

  useEffect(() => {
    // The person may have gone elsewhere since this was rendered.
    if (read() === route) navigate({ screen, projectId, itemId }, { replace: true });
  }, [route, screen, projectId, itemId]);
  useEffect(() => {
    if (projectId !== null && projectId !== lastProject) setLastProject(projectId);
  }, [projectId, lastProject, setLastProject]);

  const openScreen = useCallback(
    (next: ScreenId, at: number | null = null) => navigate({ screen: next, projectId, itemId: at }),
    [projectId],
  );
  const openProject = useCallback(
    (next: number, asked?: ScreenId) => {
      const opened = projects.find(({ id }) => id === next) ?? null;
      navigate({ screen: asked ?? screenFor(opened, screen), projectId: next, itemId: null });
    },
    [projects, screen],
  );
  const openItem = useCallback(
    (next: number) => {
      // A list that was still loading when the person left its screen does not call them back.
      const now = read();
      const left = now !== null && (now.screen !== screen || (now.projectId ?? projectId) !== projectId);
      if (!left) navigate({ screen, projectId, itemId: next }, { replace: true });
    },
    [screen, projectId],
  );
  const openAt = useCallback(
    (at: number, asked: ScreenId, id: number) => navigate({ screen: asked, projectId: at, itemId: id }),
    [],
  );
  return useMemo(
    () => ({ screen, project, itemId, openScreen, openProject, openItem, openAt }),
    [screen, project, itemId, openScreen, openProject, openItem, openAt],
  );
}

/** Where a project is opened: among its items or its tasks, as wished, unless it has only the others. */
function screenFor(project: Project | null, wished: ScreenId): ScreenId {
  const { itemCount = 0, taskCount = 0 } = project ?? {};
  if (wished === "tasks") return taskCount === 0 && itemCount > 0 ? "review" : "tasks";
  return itemCount === 0 && taskCount > 0 ? "tasks" : "review";
}

let current = { hash: "", route: null as Route | null };

function read(): Route | null {
  // The same address gives the same object, as useSyncExternalStore asks for.
  if (current.hash !== location.hash) current = { hash: location.hash, route: parseRoute(location.hash) };
  return current.route;
}

function subscribe(listener: () => void): () => void {
  window.addEventListener("hashchange", listener);
  return () => window.removeEventListener("hashchange", listener);
}

/** What the address asks to be shown; null where it asks nothing that there is. */
const useRoute = (): Route | null => useSyncExternalStore(subscribe, read);

/** Goes somewhere; `replace` leaves no step to go back to. */
function navigate(route: Route, { replace = false } = {}): void {
  const hash = formatRoute(route);
  if (hash === location.hash) return;
  if (!replace) {
    location.hash = hash;
    return;
  }
  history.replaceState(null, "", hash);
  window.dispatchEvent(new HashChangeEvent("hashchange"));
}
