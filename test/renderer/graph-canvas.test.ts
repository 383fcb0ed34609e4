import fc from "fast-check";
import { expect, test } from "vitest";
import { layoutGraph } from "../../renderer/ui/graph-canvas/graph-layout.ts";
import { type DrawnGraph, graphStep, nodeBox } from "../../renderer/ui/graph-canvas/graph-model.ts";

/** A graph of so many nodes, each pointing at two further down. */
function layered(count: number): DrawnGraph {
  const ids = Array.from({ length: count }, (_, at) => String(at));
  const edges = ids.flatMap((from, at) =>
    [at * 2 + 1, at * 2 + 2].filter((to) => to < count).map((to) => ({ from, to: String(to) })),
  );
  return { nodes: ids.map((id) => ({ id })), edges };
}

const anyGraph = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 11 })), { maxLength: 25 })
  .map(
    (pairs): DrawnGraph => ({
      nodes: Array.from({ length: 10 }, (_, id) => ({ id: String(id) })),
      edges: pairs.map(([from, to]) => ({ from: String(from), to: String(to) })),
    }),
  );

test("any graph is laid out, with cycles, loops and edges to nowhere, and no two boxes overlap", () => {
  fc.assert(
    fc.property(anyGraph, (graph) => {
      const places = [...layoutGraph(graph).values()];
      expect(places).toHaveLength(graph.nodes.length);
      for (const [at, a] of places.entries())
        for (const b of places.slice(at + 1))
          expect(Math.abs(a.x - b.x) >= nodeBox.width - 1 || Math.abs(a.y - b.y) >= nodeBox.height - 1).toBe(
            true,
          );
    }),
    { numRuns: 60 },
  );
});

test("a node stands left of what it points at", () => {
  const places = layoutGraph(layered(30));
  for (const { from, to } of layered(30).edges)
    expect(places.get(from)?.x ?? 0).toBeLessThan(places.get(to)?.x ?? 0);
});

test("arrows lead to what a node points at and back, and up and down its column", () => {
  const graph = layered(7);
  const places = layoutGraph(graph);
  const child = graphStep(graph, places, "0", "ArrowRight");
  expect(["1", "2"]).toContain(child);
  expect(graphStep(graph, places, child, "ArrowLeft")).toBe("0");
  const [upper, lower] = ["1", "2"].sort((a, b) => (places.get(a)?.y ?? 0) - (places.get(b)?.y ?? 0)) as [
    string,
    string,
  ];
  expect(graphStep(graph, places, upper, "ArrowDown")).toBe(lower);
  expect(graphStep(graph, places, lower, "ArrowUp")).toBe(upper);
  expect(graphStep(graph, places, "0", "ArrowLeft")).toBe("0");
});

test("by Down and Right every node of a base without edges can be reached", () => {
  const graph: DrawnGraph = { nodes: layered(12).nodes, edges: [] };
  const places = layoutGraph(graph);
  const top = [...places].sort(([, a], [, b]) => a.y - b.y)[0]?.[0] ?? "";
  const seen = new Set([top]);
  for (let at = top, next = ""; ; at = next) {
    next = graphStep(graph, places, at, "ArrowDown");
    if (next === at) break;
    seen.add(next);
  }
  expect(seen.size).toBe(12);
});
