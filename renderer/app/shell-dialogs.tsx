import {
  ExportDialog,
  ExportTasksDialog,
  ImportDialog,
  ImportTasksDialog,
} from "../features/projects/index.ts";
import type { CommandSet } from "../ui/commands.ts";
import { CommandPalette } from "./command-palette.tsx";
import { ShortcutSheet } from "./shortcut-sheet.tsx";
import type { Place } from "./use-place.ts";
import type { ShellDialog } from "./window-commands.ts";

interface ShellDialogsProps {
  dialog: ShellDialog | null;
  /** The commands as they were before a dialog covered the window. */
  sets: CommandSet[];
  place: Place;
  onClose(): void;
}

/** The dialogs that every screen shares. */
export function ShellDialogs({ dialog, sets, place, onClose }: ShellDialogsProps) {
  const { project, openProject } = place;
  return (
    <>
      <CommandPalette open={dialog === "palette"} onClose={onClose} sets={sets} />
      <ShortcutSheet open={dialog === "shortcuts"} onClose={onClose} sets={sets} />
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
    </>
  );
}
