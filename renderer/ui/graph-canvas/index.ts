export { type CanvasNode, GraphCanvas } from "./graph-canvas.tsx";
