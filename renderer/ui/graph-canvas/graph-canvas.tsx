import workerUrl from "./layout-worker.ts?worker&url";
import "@xyflow/react/dist/base.css";
import "./graph-canvas.css";
import { type Edge, MarkerType, Panel, ReactFlow, ReactFlowProvider, useReactFlow } from "@xyflow/react";
import { Maximize, ZoomIn, ZoomOut } from "lucide-react";
import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { IconButton } from "../icon-button.tsx";
import { ownWorker } from "../own-worker.ts";
import {
  type DrawnEdge,
  type DrawnGraph,
  type GraphPositions,
  graphStep,
  isGraphStep,
  nodeBox,
} from "./graph-model.ts";
import { type BoxNode, type CanvasNode, GraphNode } from "./graph-node.tsx";

export interface CanvasEdge extends DrawnEdge {
  /** Drawn dashed, in the colour of what is wrong. */
  broken?: boolean;
}

export interface GraphCanvasProps {
  label: string;
  nodes: readonly CanvasNode[];
  edges: readonly CanvasEdge[];
  /** The node that is looked at; it is brought into view when it changes. */
  active: string | null;
  onActive(id: string): void;
  /** Enter, or a double press. */
  onOpen(id: string): void;
  /** Any other key on a node; true says that it did something. */
  onKey(id: string, key: string): boolean;
}

/** A directed graph to walk through: arrows lead along its edges, wheel and buttons zoom, dragging moves it. */
export function GraphCanvas(props: GraphCanvasProps) {
  const { nodes, edges } = props;
  // Looks change with every edit; only other nodes and edges are laid out anew.
  const shape = JSON.stringify([nodes.map(({ id }) => id), edges.map(({ from, to }) => [from, to])]);
  const drawn = useMemo(() => {
    const [ids, pairs] = JSON.parse(shape) as [string[], [string, string][]];
    return { nodes: ids.map((id) => ({ id })), edges: pairs.map(([from, to]) => ({ from, to })) };
  }, [shape]);
  const positions = useGraphLayout(drawn);
  if (positions === null) return <p className="p-3 text-muted">Laying out the graph…</p>;
  return (
    <ReactFlowProvider>
      <Canvas {...props} positions={positions} />
    </ReactFlowProvider>
  );
}

const nodeTypes = { box: GraphNode };
/** The whole is shown as large as it fits, but no smaller than can be read. */
const fit = { maxZoom: 1, minZoom: 0.6, padding: 0.05 };

/** Nothing is moved, connected or taken away here; keys are the canvas's own. */
const settings = {
  nodesDraggable: false,
  nodesConnectable: false,
  nodesFocusable: false,
  edgesFocusable: false,
  elementsSelectable: false,
  disableKeyboardA11y: true,
  zoomOnDoubleClick: false,
  deleteKeyCode: null,
  selectionKeyCode: null,
  panActivationKeyCode: null,
  defaultMarkerColor: null,
  minZoom: 0.1,
  maxZoom: 2,
} as const;

function Canvas(props: GraphCanvasProps & { positions: GraphPositions }) {
  const { label, nodes, edges, active, onActive, onOpen, positions } = props;
  const canvas = useRef<HTMLElement>(null);
  const flow = useReactFlow();
  const first = active !== null && positions.has(active) ? active : (nodes[0]?.id ?? null);
  useEffect(() => {
    if (positions.size > 0) void flow.fitView(fit);
  }, [flow, positions]);
  useActiveInView(canvas, positions, active);
  const goTo = (id: string): void => {
    onActive(id);
    canvas.current?.querySelector<HTMLElement>(nodeSelector(id))?.focus({ preventScroll: true });
  };
  const boxes = useMemo(
    () => nodes.flatMap((node) => boxNode(node, positions, node.id === first)),
    [nodes, positions, first],
  );
  const lines = useMemo(() => edges.map(line), [edges]);
  return (
    <section
      ref={canvas}
      aria-label={label}
      className="min-h-0 flex-1"
      onKeyDown={(event) => onCanvasKey(event, { ...props, goTo, flow })}
    >
      <ReactFlow<BoxNode>
        nodes={boxes}
        edges={lines}
        nodeTypes={nodeTypes}
        {...settings}
        fitView
        fitViewOptions={fit}
        proOptions={{ hideAttribution: true }}
        onNodeClick={(_, { id }) => goTo(id)}
        onNodeDoubleClick={(_, { id }) => onOpen(id)}
      >
        <ZoomButtons />
      </ReactFlow>
    </section>
  );
}

/** Moves the canvas to the active box where that is not in view. */
function useActiveInView(
  canvas: RefObject<HTMLElement | null>,
  positions: GraphPositions,
  active: string | null,
): void {
  const flow = useReactFlow();
  useEffect(() => {
    const element = canvas.current;
    const position = active === null ? undefined : positions.get(active);
    if (element === null || active === null || position === undefined) return;
    const frame = element.getBoundingClientRect();
    const box = element.querySelector(nodeSelector(active))?.getBoundingClientRect();
    if (box === undefined) return;
    const isInView =
      box.left >= frame.left &&
      box.right <= frame.right &&
      box.top >= frame.top &&
      box.bottom <= frame.bottom;
    if (isInView) return;
    void flow.setCenter(position.x + nodeBox.width / 2, position.y + nodeBox.height / 2, {
      zoom: flow.getZoom(),
    });
  }, [canvas, flow, positions, active]);
}

function ZoomButtons() {
  const flow = useReactFlow();
  return (
    <Panel position="bottom-right" className="flex rounded-md border bg-raised">
      <IconButton icon={ZoomIn} label="Zoom in" keys="+" side="top" onClick={() => void flow.zoomIn()} />
      <IconButton icon={ZoomOut} label="Zoom out" keys="-" side="top" onClick={() => void flow.zoomOut()} />
      <IconButton
        icon={Maximize}
        label="Show all"
        keys="0"
        side="top"
        onClick={() => void flow.fitView(fit)}
      />
    </Panel>
  );
}

interface KeyTargets extends GraphCanvasProps {
  positions: GraphPositions;
  goTo(id: string): void;
  flow: ReturnType<typeof useReactFlow>;
}

function onCanvasKey(event: KeyboardEvent, targets: KeyTargets): void {
  const { nodes, edges, positions, goTo, flow, onOpen, onKey } = targets;
  const id = (event.target as Element).closest<HTMLElement>("[data-node]")?.dataset.node;
  const { key } = event;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const zoom = { "+": () => flow.zoomIn(), "-": () => flow.zoomOut(), "0": () => flow.fitView(fit) }[key];
  if (zoom !== undefined) void zoom();
  else if (id === undefined) return;
  else if (isGraphStep(key)) goTo(graphStep({ nodes, edges }, positions, id, key));
  else if (key === "Enter") onOpen(id);
  else if (!onKey(id, key)) return;
  event.preventDefault();
}

const nodeSelector = (id: string): string => `[data-node="${CSS.escape(id)}"]`;

function boxNode(node: CanvasNode, positions: GraphPositions, isActive: boolean): BoxNode[] {
  const position = positions.get(node.id);
  if (position === undefined) return [];
  return [{ id: node.id, type: "box", position, data: { ...node, isActive }, ...nodeBox }];
}

const line = ({ from, to, broken = false }: CanvasEdge): Edge => ({
  id: JSON.stringify([from, to]),
  source: from,
  target: to,
  ...(broken ? { className: "broken-edge", zIndex: 1 } : {}),
  markerEnd: { type: MarkerType.ArrowClosed },
});

/** Lays a graph out in a worker; null until the first layout has come, the last one while the next is made. */
function useGraphLayout(graph: DrawnGraph): GraphPositions | null {
  const [positions, setPositions] = useState<GraphPositions | null>(null);
  useEffect(() => {
    // A layout that is no longer asked for ends with its worker.
    const worker = ownWorker(workerUrl, "graph-layout");
    worker.onmessage = ({ data }: MessageEvent<GraphPositions>) => {
      setPositions(data);
      worker.terminate();
    };
    worker.onerror = ({ message }) => console.error(`The graph could not be laid out. ${message}`);
    worker.postMessage(graph);
    return () => worker.terminate();
  }, [graph]);
  return positions;
}
