import { type ExportRequest, useExportText, useExportToFile } from "../../data/exports.ts";
import { abilities } from "../../host/abilities.ts";
import { countText } from "../../ui/time-text.ts";
import { notify } from "../../ui/toasts.tsx";
import type { Destination } from "./export-destination.tsx";

/** Sends an export to its destination and says where it went; `onDone` is called unless it failed or was cancelled. */
export function useExport(onDone: () => void) {
  const toFile = useExportToFile();
  const toText = useExportText();

  const toWindow = async (request: ExportRequest): Promise<void> => {
    const { fileName, text } = await toText.mutateAsync(request);
    const saved = await abilities.saveText(fileName, text);
    if (saved === null) return;
    notify({ kind: "done", title: "Exported", description: saved });
    onDone();
  };
  const toPath = async (request: ExportRequest, path: string): Promise<void> => {
    const written = await toFile.mutateAsync({ ...request, path });
    notify({
      kind: "done",
      title: `Exported ${countText(written.items, "item")}`,
      description: written.path,
    });
    onDone();
  };
  return {
    busy: toFile.isPending || toText.isPending,
    error: toFile.error ?? toText.error,
    start(request: ExportRequest, destination: Destination): void {
      const work = destination.to === "path" ? toPath(request, destination.path.trim()) : toWindow(request);
      // A failure is told by `error`; the promise's own rejection says nothing more.
      work.catch(() => {});
    },
  };
}
