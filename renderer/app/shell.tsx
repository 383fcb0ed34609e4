import { Suspense, useEffect, useState } from "react";
import { ExportDialog, FirstRun, ImportDialog } from "../features/projects/index.ts";
import { abilities } from "../host/abilities.ts";
import { activeSets, type CommandSet, commandRegistry, runCommand } from "../ui/commands.ts";
import { ErrorBoundary } from "../ui/error-boundary.tsx";
import { HeaderSlotContext } from "../ui/header-slot.tsx";
import { SkeletonLines } from "../ui/skeleton.tsx";
import { Toasts } from "../ui/toasts.tsx";
import { ActivityBar } from "./activity-bar.tsx";
import { CommandPalette } from "./command-palette.tsx";
import { FilePicker } from "./file-picker.tsx";
import { type Screen, type ScreenProps, screens } from "./screens.ts";
import { ShortcutSheet } from "./shortcut-sheet.tsx";
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
  const close = (): void => setDialog(null);
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
    onImport: () => open("import"),
    onExport: () => open("export"),
  };
  return (
    <div className="flex h-full flex-col">
      <TopBar
        screen={screen.title}
        slot={setSlot}
        project={place.project}
        onOpen={place.openProject}
        onImport={() => open("import")}
        onExport={() => open("export")}
        onPalette={() => open("palette")}
        onShortcuts={() => open("shortcuts")}
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
      <StatusBar onSettings={() => place.openScreen("settings")} />

      <CommandPalette open={dialog === "palette"} onClose={close} sets={sets} />
      <ShortcutSheet open={dialog === "shortcuts"} onClose={close} sets={sets} />
      {dialog === "import" ? <ImportDialog onClose={close} onImported={place.openProject} /> : null}
      {dialog === "export" && place.project ? <ExportDialog project={place.project} onClose={close} /> : null}
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
  if (!screen.needsProject) return <screen.component />;
  if (!project) return <FirstRun onImport={rest.onImport} />;
  return <screen.component key={project.id} project={project} {...rest} />;
}
