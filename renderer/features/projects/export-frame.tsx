import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { Download } from "#shared/contract/download.ts";
import type { Project } from "#shared/domain/project.ts";
import { errorDetails, errorText } from "../../data/faults.ts";
import { useIsElsewhere } from "../../data/session.ts";
import { abilities } from "../../host/abilities.ts";
import { fetchFile } from "../../host/transfer-files.ts";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { InlineError } from "../../ui/inline-error.tsx";
import { notify } from "../../ui/toasts.tsx";
import { type Destination, ExportDestination } from "./export-destination.tsx";

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
  const isElsewhere = useIsElsewhere();
  const { busy, error: failed, start } = useExport(onClose);
  const failure = failed ?? error;
  const ready = destination.to === "window" || destination.path.trim() !== "";
  return (
    <FormDialog
      onClose={onClose}
      title={title}
      description={project.name}
      width="lg"
      action={{
        id: "export.start",
        title: "Export",
        ready,
        busy,
        run: () => start(ways, isElsewhere ? { to: "browser" } : destination),
      }}
    >
      <div className="flex flex-col gap-4">
        {children}
        {isElsewhere ? null : (
          <ExportDestination
            destination={destination}
            onChange={setDestination}
            fileName={`${fileStem(project.name)}.${ending}`}
          />
        )}
        {failure ? <InlineError title={errorText(failure)} details={errorDetails(failure)} /> : null}
      </div>
    </FormDialog>
  );
}
/** A name for a file: the project's, without signs that a file system may refuse. */
const fileStem = (name: string): string => name.replace(/[^\p{L}\p{N}._-]+/gu, "-");

/** How an export is written: as text that this window saves, as a file that this browser fetches, or to a path on the back end's machine (`what` went out). */
interface ExportWays {
  toText(): Promise<{ fileName: string; text: string }>;
  toDownload(): Promise<Download>;
  toFile(path: string): Promise<{ path: string; what: string }>;
}

/** A browser on another machine saves all files alike. */
type Target = Destination | { to: "browser" };

/** Sends an export to its destination and says where it went; `onDone` is called unless it failed or was cancelled. */
function useExport(onDone: () => void) {
  const work = useMutation({
    mutationFn: async ({ ways, destination }: { ways: ExportWays; destination: Target }) => {
      if (destination.to === "browser") {
        const { token, fileName } = await ways.toDownload();
        fetchFile(token, fileName);
        return { title: "Exported", description: fileName };
      }
      if (destination.to === "path") {
        const { path, what } = await ways.toFile(destination.path.trim());
        return { title: `Exported ${what}`, description: path };
      }
      const { fileName, text } = await ways.toText();
      const saved = await abilities.saveText(fileName, text);
      return saved === null ? null : { title: "Exported", description: saved };
    },
    onSuccess: (written) => {
      if (written === null) return;
      notify({ kind: "done", ...written });
      onDone();
    },
  });
  return {
    busy: work.isPending,
    error: work.error,
    start: (ways: ExportWays, destination: Target): void => work.mutate({ ways, destination }),
  };
}
