import { useState } from "react";
import type { DatabaseKnowledge } from "#shared/contract/tasks.ts";
import type { Task } from "#shared/domain/task.ts";
import type { Origin } from "#shared/sql/provenance/origin.ts";
import { useCommands } from "../../../../ui/commands.ts";
import { goldId } from "../documents/task-documents.ts";
import type { TaskEditorState } from "../use-task-editor.ts";
import type { ShownPart } from "./shown-parts.ts";
import { type Provenance, useProvenance } from "./use-provenance.ts";

/** The provenance of the gold and the ways about in it. */
export interface ProvenanceMap extends Provenance {
  isColoured: boolean;
  setColoured(isColoured: boolean): void;
  /** The place of the gold that was looked at last; null where none was. */
  cursor: number | null;
  setCursor(offset: number): void;
  /** Brings a part into view; the focus goes there, too, where asked. */
  toPart(part: ShownPart, focus: boolean): void;
  /** The next part behind the cursor that comes from there, from the end to the beginning. */
  toNext(origin: Origin): void;
}

interface Given {
  taskId: number;
  task: Task;
  desk: TaskEditorState;
  knowledge: DatabaseKnowledge | undefined;
  openPanel(panel: "provenance"): void;
}

/** The provenance map of a task, with its commands. */
export function useProvenanceMap({ taskId, task, desk, knowledge, openPanel }: Given): ProvenanceMap {
  const { look, onLook, shown, showDocument, jumps } = desk;
  const provenance = useProvenance(taskId, task, desk, knowledge);
  const { parts, document, counts } = provenance;
  const [at, setAt] = useState({ document: "", taskId, offset: 0 });
  const cursor = at.document === document.id && at.taskId === taskId ? at.offset : null;
  const setCursor = (offset: number) => setAt({ document: document.id, taskId, offset });
  const toPart = (part: ShownPart, focus: boolean) => {
    setCursor(part.range.from);
    jumps.toRange(document.id, part.range, focus);
  };
  const toNext = (origin: Origin) => {
    const ofOrigin = parts.filter((part) => part.origin === origin);
    const next = ofOrigin.find(({ range }) => range.from > (cursor ?? -1)) ?? ofOrigin[0];
    if (next !== undefined) toPart(next, false);
  };
  const setColoured = (isColoured: boolean) => {
    onLook({ provenance: isColoured });
    if (isColoured && shown.kind !== "gold") showDocument(goldId(1));
  };
  useCommands("Task", [
    {
      id: "task.provenance",
      title: look.provenance ? "Mark the snippets in the gold" : "Colour the gold by where it comes from",
      keys: ["o"],
      run: () => setColoured(!look.provenance),
    },
    {
      id: "task.provenance-list",
      title: "Provenance of the gold",
      keys: ["alt+o"],
      run: () => openPanel("provenance"),
    },
    {
      id: "task.next-nowhere",
      title: "Next part of the gold from nowhere",
      keys: ["shift+o"],
      enabled: (counts.nowhere ?? 0) > 0,
      run: () => toNext("nowhere"),
    },
  ]);
  return { ...provenance, isColoured: look.provenance, setColoured, cursor, setCursor, toPart, toNext };
}
