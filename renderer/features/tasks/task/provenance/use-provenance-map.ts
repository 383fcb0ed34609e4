import type { Origin } from "#shared/sql/provenance/origin.ts";
import { useCommands } from "../../../../ui/commands.ts";
import { goldId } from "../documents/task-documents.ts";
import { useTaskEditor, useTaskEditorStore } from "../store/task-editor-context.ts";
import type { TaskEditorState } from "../store/task-editor-state.ts";
import type { ShownPart } from "./shown-parts.ts";

/** Where in the traced gold the cursor was put last; null where nowhere yet. */
export const tracedCursor = ({ cursor, provenance }: Pick<TaskEditorState, "cursor" | "provenance">) =>
  cursor?.document === provenance.document.id ? cursor.offset : null;

/** The ways about in the provenance of the gold. */
export function useProvenanceMap() {
  const store = useTaskEditorStore();
  const get = store.getState;
  const setCursor = (offset: number): void =>
    get().set({ cursor: { document: get().provenance.document.id, offset } });
  /** Brings a part into view; the focus goes there, too, where asked. */
  const toPart = (part: ShownPart, focus: boolean): void => {
    setCursor(part.range.from);
    get().jumps.toRange(get().provenance.document.id, part.range, focus);
  };
  return {
    setCursor,
    toPart,
    /** The next part behind the cursor that comes from there, from the end to the beginning. */
    toNext: (origin: Origin): void => {
      const ofOrigin = get().provenance.parts.filter((part) => part.origin === origin);
      const cursor = tracedCursor(get()) ?? -1;
      const next = ofOrigin.find(({ range }) => range.from > cursor) ?? ofOrigin[0];
      if (next !== undefined) toPart(next, false);
    },
    setColoured: (isColoured: boolean): void => {
      get().setViewState({ provenance: isColoured });
      if (isColoured && get().shown.kind !== "gold") get().showDocument(goldId(1));
    },
  };
}

/** Makes what can be done with the provenance commands with their keys. */
export function useProvenanceCommands(): void {
  const { setColoured, toNext } = useProvenanceMap();
  const { isColoured, openPanel, hasNowhere } = useTaskEditor(({ viewState, openPanel, provenance }) => ({
    isColoured: viewState.provenance,
    openPanel,
    hasNowhere: (provenance.counts.nowhere ?? 0) > 0,
  }));
  useCommands("Task", [
    {
      id: "task.provenance",
      title: isColoured ? "Mark the snippets in the gold" : "Colour the gold by provenance",
      keys: ["o"],
      run: () => setColoured(!isColoured),
    },
    {
      id: "task.provenance-list",
      title: "Provenance of the gold",
      keys: ["alt+o"],
      run: () => openPanel("provenance"),
    },
    {
      id: "task.next-nowhere",
      title: "Next part of the gold without a source",
      keys: ["shift+o"],
      enabled: hasNowhere,
      run: () => toNext("nowhere"),
    },
  ]);
}
