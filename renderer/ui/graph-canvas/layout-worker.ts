import { layoutGraph } from "./graph-layout.ts";
import type { DrawnGraph } from "./graph-model.ts";

// Hundreds of nodes take dagre some hundred milliseconds: the window goes on meanwhile.
self.onmessage = ({ data }: MessageEvent<DrawnGraph>): void => {
  self.postMessage(layoutGraph(data));
};
