import { createContext, use } from "react";
import { useStore } from "zustand";
import { useShallow } from "zustand/react/shallow";
import type { TaskEditorState, TaskEditorStore } from "./task-editor-state.ts";

export const TaskEditorContext = createContext<TaskEditorStore | null>(null);

/** The store of the task editor around a component. */
export function useTaskEditorStore(): TaskEditorStore {
  const store = use(TaskEditorContext);
  if (store === null) throw new Error("A part of the task editor is used outside of the editor.");
  return store;
}

/** What a component needs of the task editor: one thing or an object of several; it is drawn again when one of them changes. */
export function useTaskEditor<Part>(select: (state: TaskEditorState) => Part): Part {
  return useStore(useTaskEditorStore(), useShallow(select));
}
