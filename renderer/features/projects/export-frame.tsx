import { type ReactNode, useState } from "react";
import type { Project } from "#shared/domain/project.ts";
import { errorDetails, errorText } from "../../data/faults.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { InlineError } from "../../ui/inline-error.tsx";
import { type Destination, ExportDestination } from "./export-destination.tsx";
import { fileStem } from "./file-stem.ts";
import { type ExportWays, useExport } from "./use-export.ts";

export interface ExportFrameProps {
  title: string;
  project: Project;
  /** How the file's name ends: "jsonl". */
  ending: string;
  ways: ExportWays;
  /** Why what goes out cannot be told, or null. */
  error: unknown;
  onClose(): void;
  /** What is exported: the format, and what it cannot hold. */
  children: ReactNode;
}

/** The dialog of an export: what goes out, where to, and why it failed. */
export function ExportFrame({ title, project, ending, ways, error, onClose, children }: ExportFrameProps) {
  const [destination, setDestination] = useState<Destination>({ to: "window" });
  const { busy, error: failed, start } = useExport(onClose);
  const failure = failed ?? error;
  const ready = destination.to === "window" || destination.path.trim() !== "";
  const run = (): void => start(ways, destination);
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={project.name}
      width="lg"
      commands={[{ id: "export.start", title: "Export", keys: ["mod+Enter"], enabled: ready && !busy, run }]}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" keys="mod+Enter" disabled={!ready} busy={busy} onClick={run}>
            Export
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {children}
        <ExportDestination
          destination={destination}
          onChange={setDestination}
          fileName={`${fileStem(project.name)}.${ending}`}
        />
        {failure ? <InlineError title={errorText(failure)} details={errorDetails(failure)} /> : null}
      </div>
    </Dialog>
  );
}
