import { lazy, Suspense } from "react";
import type { TasksInSight } from "../features/dialogues/index.ts";
import {
  ExportDialog,
  ExportTasksDialog,
  ImportDialog,
  ImportTasksDialog,
} from "../features/projects/index.ts";
import type { CommandSet } from "../ui/commands.ts";
import { Dialog } from "../ui/dialog.tsx";
import { ShortcutList } from "../ui/shortcut-list.tsx";
import { CommandPalette } from "./command-palette.tsx";
import { OtherBrowserDialog } from "./other-browser-dialog.tsx";
import type { WindowRoute } from "./use-window-route.ts";
import type { ShellDialog } from "./window-commands.ts";

const PlayDialog = lazy(async () => ({
  default: (await import("../features/dialogues/index.ts")).PlayDialog,
}));

interface ShellDialogsProps {
  dialog: ShellDialog | null;
  /** The commands as they were before a dialog covered the window. */
  sets: CommandSet[];
  route: WindowRoute;
  tasks: TasksInSight;
  onClose(): void;
}

/** The dialogs that every screen shares. */
export function ShellDialogs({ dialog, sets, route, tasks, onClose }: ShellDialogsProps) {
  const { project, openProject } = route;
  return (
    <>
      <CommandPalette open={dialog === "palette"} onClose={onClose} sets={sets} />
      <Dialog open={dialog === "shortcuts"} onClose={onClose} title="Keyboard shortcuts" width="lg">
        <ShortcutList sets={sets} />
      </Dialog>
      {dialog === "other-browser" ? <OtherBrowserDialog onClose={onClose} /> : null}
      {dialog === "import" ? (
        <ImportDialog onClose={onClose} onImported={(id) => openProject(id, "review")} />
      ) : null}
      {dialog === "export" && project ? <ExportDialog project={project} onClose={onClose} /> : null}
      {dialog === "import-tasks" ? (
        <ImportTasksDialog
          project={project}
          onClose={onClose}
          onImported={(id) => openProject(id, "tasks")}
        />
      ) : null}
      {dialog === "export-tasks" && project ? (
        <ExportTasksDialog project={project} onClose={onClose} />
      ) : null}
      {dialog === "play-dialogues" && project ? (
        <Suspense fallback={null}>
          <PlayDialog
            project={project}
            tasks={tasks}
            onClose={onClose}
            onStarted={() => route.openScreen("dialogues")}
          />
        </Suspense>
      ) : null}
    </>
  );
}
