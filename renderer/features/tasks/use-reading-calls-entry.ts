import { errorText } from "../../data/faults.ts";
import { useReadingCallsText } from "../../data/model-readings.ts";
import { usePersonSettings } from "../../data/settings.ts";
import { abilities } from "../../host/abilities.ts";
import type { MenuEntry } from "../../ui/menu.tsx";
import { notify } from "../../ui/toasts.tsx";

/** The menu entry that saves a project's calls to language models for readings; none for who has no language model. */
export function useReadingCallsEntry(projectId: number): MenuEntry[] {
  const text = useReadingCallsText();
  const { "models.endpoints": endpoints } = usePersonSettings();
  const save = async (): Promise<void> => {
    try {
      const file = await text.mutateAsync(projectId);
      const saved = await abilities.saveText(file.fileName, file.text);
      if (saved !== null) notify({ kind: "done", title: "Exported", description: saved });
    } catch (error) {
      notify({ kind: "error", title: "The calls were not exported", description: errorText(error) });
    }
  };
  if (endpoints.length === 0) return [];
  return [{ title: "Export the calls for readings", run: () => void save() }];
}
