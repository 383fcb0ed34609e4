import { useEffect, useState } from "react";
import { ownWorker } from "../own-worker.ts";
import type { DrawnGraph, GraphPositions } from "./graph-model.ts";
import workerUrl from "./layout-worker.ts?worker&url";

/** Lays a graph out in a worker; null until the first layout has come, the last one while the next is made. */
export function useGraphLayout(graph: DrawnGraph): GraphPositions | null {
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
