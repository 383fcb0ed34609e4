import { useMutation } from "@tanstack/react-query";
import { abilities } from "../../host/abilities.ts";
import { notify } from "../../ui/toasts.tsx";
import type { Destination } from "./export-destination.tsx";

/** How an export is written: as text that this window saves, or to a path on the back end's machine (`what` went out). */
export interface ExportWays {
  toText(): Promise<{ fileName: string; text: string }>;
  toFile(path: string): Promise<{ path: string; what: string }>;
}

/** Sends an export to its destination and says where it went; `onDone` is called unless it failed or was cancelled. */
export function useExport(onDone: () => void) {
  const work = useMutation({
    mutationFn: async ({ ways, destination }: { ways: ExportWays; destination: Destination }) => {
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
    start: (ways: ExportWays, destination: Destination): void => work.mutate({ ways, destination }),
  };
}
