import { type RefObject, useDeferredValue, useMemo, useState } from "react";
import type { KnowledgeNode } from "#shared/domain/knowledge-node.ts";
import type { Task } from "#shared/domain/task.ts";
import type { TaskEdit } from "#shared/domain/task-edit.ts";
import { useCommands } from "../../../../../ui/commands.ts";
import { GraphCanvas } from "../../../../../ui/graph-canvas/index.ts";
import { countText } from "../../../../../ui/time-text.ts";
import { hideEdit, maskTerm, showEdit } from "../knowledge-edits.ts";
import { foundNodes } from "./found-nodes.ts";
import { GraphBar } from "./graph-bar.tsx";
import { knowledgePicture } from "./knowledge-picture.ts";
import { NodeInspector } from "./node-inspector.tsx";
import { canvasNode } from "./node-styles.tsx";
import { SystemViewDialog } from "./system-view-dialog.tsx";

export interface KnowledgeGraphPaneProps {
  task: Task;
  nodes: readonly KnowledgeNode[];
  /** Shows a node in the list. */
  edit(edit: TaskEdit): void;
  onNode(id: number): void;
  region: RefObject<HTMLElement | null>;
}

/** The knowledge base as a graph: what the gold uses and what that rests on, what is hidden and which chains that breaks. */
export function KnowledgeGraphPane({ task, nodes, edit, onNode, region }: KnowledgeGraphPaneProps) {
  const [whole, setWhole] = useState(false);
  const [active, setActive] = useState<string | null>(null);
  const [isPreviewing, setPreviewing] = useState(false);
  const [search, setSearch] = useState("");
  const text = useDeferredValue(search);
  const picture = useMemo(() => knowledgePicture(task, nodes, whole), [task, nodes, whole]);
  const found = useMemo(() => foundNodes(picture.nodes, text), [picture, text]);
  const boxes = useMemo(
    () => picture.nodes.map((node) => canvasNode(node, found?.has(node.id) ?? null)),
    [picture, found],
  );
  const nodeOf = (id: string | null) => nodes.find((node) => String(node.id) === id);
  const chosen = nodeOf(active);
  const onKey = (id: string, key: string): boolean => {
    const node = nodeOf(id);
    if (key.toLowerCase() !== "m" || node === undefined) return false;
    edit(maskTerm(task, node.id) === null ? hideEdit(task, node) : showEdit(task, node.id));
    return true;
  };
  useGraphCommands(chosen === undefined ? null : () => onKey(String(chosen.id), "m"), () =>
    setPreviewing(true),
  );
  const open = (id: string): void => {
    const node = nodeOf(id);
    if (node !== undefined) onNode(node.id);
  };
  return (
    <section
      ref={region}
      tabIndex={-1}
      aria-label="Knowledge graph"
      className="flex min-h-0 flex-1 flex-col outline-none"
    >
      <GraphBar
        count={
          found === null ? `${picture.shown} of ${countText(picture.total, "node")}` : `${found.size} found`
        }
        search={search}
        onSearch={setSearch}
        onNext={() => setActive((now) => nextFound(found, now))}
        whole={whole}
        onWhole={setWhole}
        onPreview={() => setPreviewing(true)}
      />
      {boxes.length === 0 ? (
        <p className="p-3 text-muted">
          {nodes.length === 0
            ? `No knowledge base of ${task.database} was imported.`
            : "This task uses no knowledge. Show the whole base to choose from it."}
        </p>
      ) : (
        <div className="flex min-h-0 flex-1">
          <GraphCanvas
            label="Nodes of the knowledge graph"
            nodes={boxes}
            edges={picture.edges}
            active={active}
            onActive={setActive}
            onOpen={open}
            onKey={onKey}
          />
          {chosen !== undefined && (
            <NodeInspector
              task={task}
              node={chosen}
              mask={picture.nodes.find(({ id }) => id === active)?.mask ?? null}
              edit={edit}
            />
          )}
        </div>
      )}
      <SystemViewDialog task={task} nodes={nodes} open={isPreviewing} onClose={() => setPreviewing(false)} />
    </section>
  );
}

/** The node after the given one among those found, around; the given one where nothing was found. */
function nextFound(found: ReadonlySet<string> | null, active: string | null): string | null {
  const hits = [...(found ?? [])];
  return hits[(hits.indexOf(active ?? "") + 1) % hits.length] ?? active;
}

function useGraphCommands(hideOrShow: (() => void) | null, preview: () => void): void {
  useCommands("Knowledge graph", [
    {
      id: "task.hide-node",
      title: "Hide or show the node of the graph",
      keys: ["m"],
      enabled: hideOrShow !== null,
      run: () => hideOrShow?.(),
    },
    { id: "task.system-view", title: "What the system sees of the knowledge", keys: ["v"], run: preview },
  ]);
}
