import { Suspense, useCallback, useEffect, useState } from "react";
import { useDamage, useWaitingWork } from "../data/session.ts";
import type { TasksInSight } from "../features/dialogues/index.ts";
import { FirstRun } from "../features/projects/index.ts";
import { abilities } from "../host/abilities.ts";
import { activeSets, type CommandSet, commandRegistry, runCommand } from "../ui/commands.ts";
import { ErrorBoundary } from "../ui/error-boundary.tsx";
import { HeaderOutletContext } from "../ui/header-content.tsx";
import { keepFocus } from "../ui/keep-focus.ts";
import { SkeletonLines } from "../ui/skeleton.tsx";
import { Toasts } from "../ui/toasts.tsx";
import { ActivityBar } from "./activity-bar.tsx";
import { useOwnScreens } from "./own-screens.ts";
import { type Screen, type ScreenProps, screens } from "./screens.ts";
import { ShellDialogs } from "./shell-dialogs.tsx";
import { StatusBar } from "./status-bar.tsx";
import { TopBar } from "./top-bar.tsx";
import { useWindowRoute, type WindowRoute } from "./use-window-route.ts";
import { type ShellDialog, useWindowCommands } from "./window-commands.ts";

const noTasksInSight: TasksInSight = { open: null, listed: null };

/** The one window: bars around the screen in front, and the dialogs that every screen shares. */
export function Shell() {
  const route = useWindowRoute();
  const [dialog, setDialog] = useState<ShellDialog | null>(null);
  const [sets, setSets] = useState<CommandSet[]>([]);
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const [tasks, setTasks] = useState<TasksInSight>(noTasksInSight);
  const close = useCallback(() => setDialog(null), []);
  const open = (next: ShellDialog): void => {
    // Both lists speak of the window as it is before they cover it.
    setSets(activeSets(commandRegistry.getState().sets));
    setDialog(next);
  };
  useEffect(() => abilities.onCommand(runCommand), []);
  useEffect(keepFocus, []);
  useFirstQuestions(dialog, setDialog);
  useWindowCommands(route, open);

  const own = useOwnScreens(route.project?.id ?? null);
  const screen = own.find(({ id }) => id === route.screen) ?? own[0] ?? screens[0];
  const screenProps = screenActions(route, screen, open, setTasks);
  return (
    <div className="flex h-full flex-col">
      <TopBar
        screen={screen.title}
        slot={setSlot}
        project={route.project}
        onOpen={route.openProject}
        onDialog={open}
      />
      <div className="flex min-h-0 flex-1">
        <ActivityBar current={screen.id} projectId={route.project?.id ?? null} onOpen={route.openScreen} />
        <main tabIndex={-1} className="flex min-h-0 min-w-0 flex-1 flex-col bg-canvas outline-none">
          <HeaderOutletContext value={slot}>
            <ErrorBoundary key={`${screen.id} ${route.project?.id}`} area={screen.title}>
              <Suspense fallback={<SkeletonLines lines={8} />}>
                <ScreenInFront screen={screen} project={route.project} rest={screenProps} />
              </Suspense>
            </ErrorBoundary>
          </HeaderOutletContext>
        </main>
      </div>
      <StatusBar
        reviewEngine={route.project?.reviewEngine ?? "sqlite"}
        tasks={showsTasks(screen, route.project) ? (route.project?.taskSettings ?? null) : null}
        onSettings={() => route.openScreen("settings")}
        onInbox={() => open("inbox")}
      />

      <ShellDialogs dialog={dialog} sets={sets} route={route} tasks={tasks} onClose={close} />
      <Toasts />
    </div>
  );
}

/** Whether what runs on the screen in front are tasks: on their own screens, and everywhere in a project that has nothing else. */
function showsTasks({ id }: Screen, project: ScreenProps["project"] | null): boolean {
  const { itemCount = 0, taskCount = 0 } = project ?? {};
  return id === "tasks" || id === "dialogues" || (itemCount === 0 && taskCount > 0);
}

/** What is said by itself, each once: that the workspace is damaged, and what of it waits for the person's word. */
function useFirstQuestions(dialog: ShellDialog | null, open: (dialog: ShellDialog) => void): void {
  const damage = useDamage();
  const waiting = useWaitingWork();
  const [isTold, setIsTold] = useState(false);
  const [isAsked, setIsAsked] = useState(false);
  if (damage !== null && !isTold && (dialog === null || dialog === "waiting")) {
    setIsTold(true);
    // The question comes again after it.
    setIsAsked(false);
    open("damage");
  } else if (waiting !== null && !isAsked && dialog === null) {
    setIsAsked(true);
    open("waiting");
  }
}

/** What a screen can ask of the window. */
function screenActions(
  route: WindowRoute,
  screen: Screen,
  open: (dialog: ShellDialog) => void,
  setTasks: (tasks: TasksInSight) => void,
): Omit<ScreenProps, "project"> {
  return {
    itemId: route.itemId,
    onItem: route.openItem,
    onOpenData: () => route.openScreen("data"),
    onOpenSettings: () => route.openScreen("settings"),
    onOpenProject: (projectId: number) => route.openProject(projectId, screen.id),
    onImport: () => open("import"),
    onExport: () => open("export"),
    onImportTasks: () => open("import-tasks"),
    onExportTasks: () => open("export-tasks"),
    onTask: (taskId: number) => route.openScreen("tasks", taskId),
    onDialogue: (dialogueId: number) => route.openScreen("dialogues", dialogueId),
    onPlay: (inSight: TasksInSight = noTasksInSight) => {
      setTasks(inSight);
      open("play-dialogues");
    },
  };
}

interface ScreenInFrontProps {
  screen: Screen;
  project: ScreenProps["project"] | null;
  rest: Omit<ScreenProps, "project">;
}

function ScreenInFront({ screen, project, rest }: ScreenInFrontProps) {
  if (!screen.needsProject) return <screen.component project={project} />;
  if (!project) return <FirstRun onImport={rest.onImport} onImportTasks={rest.onImportTasks} />;
  return <screen.component key={project.id} project={project} {...rest} />;
}
