import { useDeferredValue, useMemo, useState } from "react";
import type { KnowledgeNode } from "#shared/domain/knowledge-node.ts";
import { errorText } from "../../../../../data/faults.ts";
import { useCommands } from "../../../../../ui/commands.ts";
import { GraphCanvas } from "../../../../../ui/graph-canvas/index.ts";
import { InlineError } from "../../../../../ui/inline-error.tsx";
import { SkeletonLines } from "../../../../../ui/skeleton.tsx";
import { countText } from "../../../../../ui/time-text.ts";
import { useTaskEditor } from "../../store/task-editor-context.ts";
import { usePane } from "../../store/use-jump-target.ts";
import { hideEdit, maskTerm, showEdit } from "../knowledge-edits.ts";
import { foundNodes } from "./found-nodes.ts";
import { GraphBar } from "./graph-bar.tsx";
import { type KnowledgePicture, knowledgePicture } from "./knowledge-picture.ts";
import { NodeInspector } from "./node-inspector.tsx";
import { canvasNode } from "./node-styles.tsx";
import { SystemViewDialog } from "./system-view-dialog.tsx";

/** The knowledge of a task's database as a graph, once it has come. */
export function KnowledgeGraphPane() {
  const { taskId, nodes, error } = useTaskEditor(({ taskId, knowledge, knowledgeError }) => ({
    ...{ taskId, nodes: knowledge?.nodes, error: knowledgeError },
  }));
  if (error)
    return (
      <InlineError className="m-3" title="The knowledge could not be read.">
        {errorText(error)}
      </InlineError>
    );
  if (nodes === undefined) return <SkeletonLines lines={6} />;
  return <Graph key={taskId} nodes={nodes} />;
}

/** What the gold uses and what that rests on, what is hidden and which chains that breaks. */
function Graph({ nodes }: { nodes: readonly KnowledgeNode[] }) {
  const { task, edit } = useTaskEditor(({ task, edit }) => ({ task, edit }));
  const [isWhole, setWhole] = useState(false);
  const [active, setActive] = useState<string | null>(null);
  const [isPreviewing, setPreviewing] = useState(false);
  const [search, setSearch] = useState("");
  const text = useDeferredValue(search);
  const picture = useMemo(() => knowledgePicture(task, nodes, isWhole), [task, nodes, isWhole]);
  const found = useMemo(() => foundNodes(picture.nodes, text), [picture, text]);
  const chosen = nodes.find(({ id }) => String(id) === active);
  /** Hides a node, or shows it again. */
  const turn = (node: KnowledgeNode) =>
    edit(maskTerm(task, node.id) === null ? hideEdit(task, node) : showEdit(task, node.id));
  const preview = () => setPreviewing(true);
  useGraphCommands(chosen === undefined ? null : () => turn(chosen), preview);
  return (
    <section
      ref={usePane<HTMLElement>("panel graph")}
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
        whole={isWhole}
        onWhole={setWhole}
        onPreview={preview}
      />
      {picture.nodes.length === 0 ? (
        <p className="p-3 text-muted">
          {nodes.length === 0
            ? `No knowledge base of ${task.database} was imported.`
            : "This task uses no knowledge. Show the whole base to choose from it."}
        </p>
      ) : (
        <div className="flex min-h-0 flex-1">
          <Canvas {...{ picture, found, nodes, active, turn }} onActive={setActive} />
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

interface CanvasProps {
  picture: KnowledgePicture;
  /** The ids of the nodes that a search found; null where nothing is searched for. */
  found: ReadonlySet<string> | null;
  nodes: readonly KnowledgeNode[];
  active: string | null;
  onActive(id: string | null): void;
  turn(node: KnowledgeNode): void;
}

function Canvas({ picture, found, nodes, active, onActive, turn }: CanvasProps) {
  const toKnowledge = useTaskEditor(({ jumps }) => jumps.toKnowledge);
  const boxes = useMemo(
    () => picture.nodes.map((node) => canvasNode(node, found?.has(node.id) ?? null)),
    [picture, found],
  );
  const nodeOf = (id: string) => nodes.find((node) => String(node.id) === id);
  return (
    <GraphCanvas
      label="Nodes of the knowledge graph"
      nodes={boxes}
      edges={picture.edges}
      active={active}
      onActive={onActive}
      onOpen={(id) => {
        const node = nodeOf(id);
        if (node !== undefined) toKnowledge(node.id);
      }}
      onKey={(id, key) => {
        const node = nodeOf(id);
        if (key.toLowerCase() !== "m" || node === undefined) return false;
        turn(node);
        return true;
      }}
    />
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
      title: "Hide or show the selected node",
      keys: ["m"],
      enabled: hideOrShow !== null,
      run: () => hideOrShow?.(),
    },
    { id: "task.system-view", title: "What the system sees of the knowledge", keys: ["v"], run: preview },
  ]);
}
