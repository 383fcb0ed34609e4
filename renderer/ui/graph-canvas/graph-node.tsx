import { Handle, type Node, type NodeProps, Position } from "@xyflow/react";
import type { ReactNode } from "react";
import { classes } from "../classes.ts";

/** A node as it is drawn. */
export interface CanvasNode extends Record<string, unknown> {
  id: string;
  /** Its name and what its look means, for those who do not see it. */
  label: string;
  /** Classes of its box. */
  className: string;
  content: ReactNode;
}

export type BoxNode = Node<CanvasNode & { isActive: boolean }, "box">;

/** The box of a node. Only the active one is reached by Tab; from there arrows lead on. */
export function GraphNode({ data }: NodeProps<BoxNode>) {
  return (
    <>
      <Handle type="target" position={Position.Left} isConnectable={false} />
      <button
        type="button"
        data-node={data.id}
        aria-label={data.label}
        tabIndex={data.isActive ? 0 : -1}
        className={classes(
          "flex size-full items-center overflow-hidden rounded-md border px-2 text-left",
          data.className,
        )}
      >
        {data.content}
      </button>
      <Handle type="source" position={Position.Right} isConnectable={false} />
    </>
  );
}
