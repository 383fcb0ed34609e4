import { type ModelReadings, useModelReadings } from "../../../../data/model-readings.ts";
import { notify } from "../../../../ui/toasts.tsx";
import { useTaskEditorStore } from "../store/task-editor-context.ts";
import { ranIn, withReading } from "./reading-edits.ts";

/** Asks a language model for readings of an ambiguity (0-based); what it gives is listed with the others, as one edit. */
export function useAskedModel(index: number): {
  asked: ModelReadings | null;
  start(endpoint: string): void;
  cancel(): void;
} {
  const store = useTaskEditorStore();
  const { asked, ask, cancel } = useModelReadings();
  const start = async (endpoint: string): Promise<void> => {
    // It is asked about what is on screen, not what was saved last.
    await store.getState().draft.flush();
    const { taskId, profile, task } = store.getState();
    const askedIn = ranIn(task, index);
    await ask({ taskId, ambiguity: index, profile, endpoint }, (readings) => {
      const now = store.getState();
      const ambiguity = now.task.ambiguities[index];
      if (ambiguity === undefined || now.taskId !== taskId || ranIn(now.task, index) !== askedIn) {
        const description = "The gold or the snippet changed while the model was asked. Ask it again.";
        notify({ id: "late-readings", title: "The readings were not added", description });
        return;
      }
      const known = new Set(ambiguity.readings.map(({ sql }) => sql));
      const fresh = readings.filter(({ sql }) => !known.has(sql));
      if (fresh.length > 0) now.authoring.change(index, fresh.reduce(withReading, ambiguity));
    });
  };
  return { asked, start: (endpoint) => void start(endpoint), cancel };
}
