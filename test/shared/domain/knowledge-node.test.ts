import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  ancestors,
  cycles,
  danglingChildren,
  descendants,
  duplicateIds,
  type KnowledgeNode,
  knowledgeGraph,
} from "#shared/domain/knowledge-node.ts";
import { knowledgeBaseFindings } from "#shared/findings/text/knowledge.ts";

function node(id: number, children: number[] = []): KnowledgeNode {
  return { id, name: `N${id}`, description: "", definition: "", type: "domain_knowledge", children };
}

/** Any graph of up to 12 nodes: children may repeat, lie on cycles or not exist. */
const anyNodes = fc
  .uniqueArray(fc.nat(12), { maxLength: 12 })
  .chain((ids) =>
    fc.tuple(...ids.map((id) => fc.array(fc.nat(14), { maxLength: 4 }).map((c) => node(id, c)))),
  );

/** A DAG: each node builds on smaller ids only. */
const dagNodes = fc
  .array(fc.array(fc.nat(), { maxLength: 3 }), { maxLength: 10 })
  .map((lists) => lists.map((picks, id) => node(id, id === 0 ? [] : picks.map((pick) => pick % id))));

describe("a knowledge graph", () => {
  const graph = knowledgeGraph([node(1), node(2, [1]), node(3, [2, 1]), node(4, [3]), node(5)]);

  test("K2: reaches all that a node builds on, and all that builds on it", () => {
    expect([...descendants(graph, 4)].sort()).toEqual([1, 2, 3]);
    expect([...ancestors(graph, 1)].sort()).toEqual([2, 3, 4]);
    expect([...descendants(graph, 5), ...ancestors(graph, 5)]).toEqual([]);
    expect([...descendants(graph, 99)]).toEqual([]);
  });

  test("K2: ancestors and descendants mirror each other", () => {
    fc.assert(
      fc.property(anyNodes, (nodes) => {
        const any = knowledgeGraph(nodes);
        for (const a of any.nodes.keys())
          for (const b of any.nodes.keys()) expect(descendants(any, a).has(b)).toBe(ancestors(any, b).has(a));
      }),
    );
  });

  test("K3: a DAG has no cycle", () => {
    fc.assert(
      fc.property(dagNodes, (nodes) => {
        expect(cycles(knowledgeGraph(nodes))).toEqual([]);
      }),
    );
  });

  test("K3: every reported cycle is one, and every node on a cycle belongs to a reported knot", () => {
    fc.assert(
      fc.property(anyNodes, (nodes) => {
        const any = knowledgeGraph(nodes);
        const found = cycles(any);
        for (const cycle of found)
          for (const [index, id] of cycle.entries())
            expect(any.nodes.get(id)?.children).toContain(cycle[(index + 1) % cycle.length]);
        for (const id of any.nodes.keys()) {
          const isOnCycle = descendants(any, id).has(id);
          const knots = found.filter(
            ([head]) =>
              head === id || (descendants(any, id).has(head ?? -1) && ancestors(any, id).has(head ?? -1)),
          );
          expect(knots.length).toBe(isOnCycle ? 1 : 0);
        }
      }),
    );
  });

  test("K3: a cycle is named by its nodes in order, a node that builds on itself alone", () => {
    expect(cycles(knowledgeGraph([node(1, [2]), node(2, [3]), node(3, [1]), node(4, [4])]))).toEqual([
      [1, 2, 3],
      [4],
    ]);
  });

  test("K4: children that do not exist are found once for each node", () => {
    expect(danglingChildren(knowledgeGraph([node(1, [7, 7, 2]), node(2, [7])]))).toEqual([
      { node: 1, child: 7 },
      { node: 2, child: 7 },
    ]);
  });

  test("K5: repeated ids are found, and the first node of an id counts", () => {
    const nodes = [node(1), node(2, [1]), node(1, [2])];
    expect(duplicateIds(nodes)).toEqual([1]);
    expect(cycles(knowledgeGraph(nodes))).toEqual([]);
  });

  test("a long chain is walked without exhausting the stack", () => {
    const chain = Array.from({ length: 30_000 }, (_, id) => node(id, id === 0 ? [] : [id - 1]));
    expect(descendants(knowledgeGraph(chain), 29_999).size).toBe(29_999);
    expect(cycles(knowledgeGraph(chain))).toEqual([]);
  });
});

test("K3, K4, K5, K11: the findings of a base name rule and node", () => {
  const odd = { ...node(9), type: "folklore" };
  const findings = knowledgeBaseFindings([node(1, [2]), node(2, [1]), node(3, [8]), node(3), odd]);
  expect(findings.map(({ rule, where }) => [rule, where])).toEqual([
    ["knowledge-id-repeated", { kind: "knowledge", node: 3 }],
    ["knowledge-child-missing", { kind: "knowledge", node: 3 }],
    ["knowledge-cycle", { kind: "knowledge", node: 1 }],
    ["knowledge-type-unknown", { kind: "knowledge", node: 9 }],
  ]);
  expect(findings[2]?.message).toContain("1 → 2 → 1");
});
