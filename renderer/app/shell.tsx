import { Suspense, useCallback, useEffect, useState } from "react";
import { FirstRun } from "../features/projects/index.ts";
import { abilities } from "../host/abilities.ts";
import { activeSets, type CommandSet, commandRegistry, runCommand } from "../ui/commands.ts";
import { ErrorBoundary } from "../ui/error-boundary.tsx";
import { HeaderSlotContext } from "../ui/header-slot.tsx";
import { SkeletonLines } from "../ui/skeleton.tsx";
import { Toasts } from "../ui/toasts.tsx";
import { ActivityBar } from "./activity-bar.tsx";
import { FilePicker } from "./file-picker.tsx";
import { type Screen, type ScreenProps, screens } from "./screens.ts";
import { ShellDialogs } from "./shell-dialogs.tsx";
import { StatusBar } from "./status-bar.tsx";
import { TopBar } from "./top-bar.tsx";
import { usePlace } from "./use-place.ts";
import { type ShellDialog, useWindowCommands } from "./window-commands.ts";

/** The one window: bars around the screen in front, and the dialogs that every screen shares. */
export function Shell() {
  const place = usePlace();
  const [dialog, setDialog] = useState<ShellDialog | null>(null);
  const [sets, setSets] = useState<CommandSet[]>([]);
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const close = useCallback(() => setDialog(null), []);
  const open = (next: ShellDialog): void => {
    // Both lists speak of the window as it is before they cover it.
    setSets(activeSets(commandRegistry.getState().sets));
    setDialog(next);
  };
  useEffect(() => abilities.onCommand(runCommand), []);
  useWindowCommands(place, open);

  const screen = screens.find(({ id }) => id === place.screen) ?? screens[0];
  const screenProps = {
    itemId: place.itemId,
    onItem: place.openItem,
    onOpenData: () => place.openScreen("data"),
    onOpenSettings: () => place.openScreen("settings"),
    onOpenProject: (projectId: number) => place.openProject(projectId, screen.id),
    onImport: () => open("import"),
    onExport: () => open("export"),
    onImportTasks: () => open("import-tasks"),
    onExportTasks: () => open("export-tasks"),
  };
  return (
    <div className="flex h-full flex-col">
      <TopBar
        screen={screen.title}
        slot={setSlot}
        project={place.project}
        onOpen={place.openProject}
        onDialog={open}
      />
      <div className="flex min-h-0 flex-1">
        <ActivityBar current={screen.id} onOpen={place.openScreen} />
        <main className="flex min-h-0 min-w-0 flex-1 flex-col bg-canvas">
          <HeaderSlotContext value={slot}>
            <ErrorBoundary key={`${screen.id} ${place.project?.id}`} area={screen.title}>
              <Suspense fallback={<SkeletonLines lines={8} />}>
                <ScreenInFront screen={screen} project={place.project} rest={screenProps} />
              </Suspense>
            </ErrorBoundary>
          </HeaderSlotContext>
        </main>
      </div>
      <StatusBar
        tasks={screen.id === "tasks" ? (place.project?.taskSettings ?? null) : null}
        onSettings={() => place.openScreen("settings")}
      />

      <ShellDialogs dialog={dialog} sets={sets} place={place} onClose={close} />
      <FilePicker />
      <Toasts />
    </div>
  );
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
