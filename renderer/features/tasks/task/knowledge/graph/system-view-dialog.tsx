import { useMemo } from "react";
import { type KnowledgeNode, knowledgeGraph } from "#shared/domain/knowledge-node.ts";
import { maskedNodes, visibleNodes, weakenedNodes } from "#shared/domain/mask.ts";
import type { Task } from "#shared/domain/task.ts";
import { Chip } from "../../../../../ui/chip.tsx";
import { Dialog } from "../../../../../ui/dialog.tsx";
import { MathText } from "../../../../../ui/math-text/index.ts";
import { countText } from "../../../../../ui/time-text.ts";

export interface SystemViewDialogProps {
  task: Task;
  nodes: readonly KnowledgeNode[];
  open: boolean;
  onClose(): void;
}

/** The knowledge as the system under test gets it: every node that is not hidden, with its definition. */
export function SystemViewDialog({ task, nodes, open, onClose }: SystemViewDialogProps) {
  const { visible, weakened, hidden } = useMemo(() => {
    const graph = knowledgeGraph(nodes);
    const masked = new Set(maskedNodes(task, graph));
    return {
      visible: visibleNodes(graph, masked),
      weakened: weakenedNodes(graph, masked),
      hidden: masked.size,
    };
  }, [task, nodes]);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      width="lg"
      title="What the system sees"
      description={`${countText(visible.length, "node")} of the knowledge base; ${countText(hidden, "node is", "nodes are")} hidden.`}
    >
      <ul aria-label="Visible nodes" className="divide-y">
        {visible.map(({ id, name, definition }) => (
          <li key={id} dir="auto" className="py-1.5 select-text">
            <p className="flex flex-wrap items-center gap-1.5 font-medium">
              {name}
              {weakened.has(id) && <Chip tone="warning">builds on a hidden node</Chip>}
            </p>
            <p className="mt-1 break-words whitespace-pre-wrap text-muted">
              <MathText text={definition} />
            </p>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
