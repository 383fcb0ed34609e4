export { GraphCanvas } from "./graph-canvas.tsx";
export type { CanvasNode } from "./graph-node.tsx";
