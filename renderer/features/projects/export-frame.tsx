import { type ReactNode, useState } from "react";
import type { Project } from "#shared/domain/project.ts";
import { errorDetails, errorText } from "../../data/faults.ts";
import { FormDialog } from "../../ui/form-dialog.tsx";
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
  /** Why a preview of what goes out failed, or null. */
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
  return (
    <FormDialog
      onClose={onClose}
      title={title}
      description={project.name}
      width="lg"
      action={{ id: "export.start", title: "Export", ready, busy, run: () => start(ways, destination) }}
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
    </FormDialog>
  );
}
