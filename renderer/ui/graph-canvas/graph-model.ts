/** A graph to draw; ids are unique, edges lead from one of its nodes to another. */
export interface DrawnGraph {
  nodes: readonly { id: string }[];
  edges: readonly DrawnEdge[];
}

export interface DrawnEdge {
  from: string;
  to: string;
}

/** Where the left upper corner of each node is, by its id, in pixels at zoom 1. */
export type GraphPositions = ReadonlyMap<string, { x: number; y: number }>;

/** Every node is drawn in a box of this size, in pixels. */
export const nodeBox = { width: 164, height: 44 };

const steps = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"] as const;
type Step = (typeof steps)[number];

/** Whether a key walks through a graph. */
export const isGraphStep = (key: string): key is Step => (steps as readonly string[]).includes(key);

/**
 * Where an arrow leads from a node: Right to the nearest node that it points at, Left to the nearest that points at it,
 * Up and Down to the next one above or below it in its column, or else in any; the node itself where there is none.
 */
export function graphStep(
  { edges }: DrawnGraph,
  positions: GraphPositions,
  from: string,
  step: Step,
): string {
  const here = positions.get(from);
  if (here === undefined) return from;
  const nearest = (ids: Iterable<string>, distance: (x: number, y: number) => number): string => {
    let best = { id: from, distance: Number.POSITIVE_INFINITY };
    for (const id of ids) {
      const position = positions.get(id);
      if (id === from || position === undefined) continue;
      const to = distance(position.x - here.x, position.y - here.y);
      if (to < best.distance) best = { id, distance: to };
    }
    return best.id;
  };
  if (step === "ArrowRight" || step === "ArrowLeft") {
    const next = edges
      .filter((edge) => (step === "ArrowRight" ? edge.from : edge.to) === from)
      .map((edge) => (step === "ArrowRight" ? edge.to : edge.from));
    return nearest(next, (x, y) => Math.abs(y) + Math.abs(x) / 1000);
  }
  const sign = step === "ArrowDown" ? 1 : -1;
  const isBeyond = (y: number) => y * sign > 0;
  // Columns lie apart, so that a node of the own column is nearer than any of another.
  return nearest(positions.keys(), (x, y) =>
    isBeyond(y) ? Math.abs(y) + Math.abs(x) * 1000 : Number.POSITIVE_INFINITY,
  );
}
