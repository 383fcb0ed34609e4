import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { childrenOf, type KnowledgeNode, knowledgeGraph, parentsOf } from "#shared/domain/knowledge-node.ts";
import {
  chainLimit,
  maskContext,
  maskedNodes,
  maskOf,
  neededNodes,
  visibleNodes,
  weakenedNodes,
} from "#shared/domain/mask.ts";
import { taskKnowledgeRules } from "#shared/findings/text/knowledge.ts";
import { harbourTask } from "../../tasks/harbour-loads-task.ts";

function node(id: number, children: number[] = []): KnowledgeNode {
  return { id, name: `N${id}`, description: "", definition: "", type: "calculation_knowledge", children };
}

/** The paper's figure 2: urgent care (1) rests on AVS (2), which rests on IF (3) and CPI (4). */
const figure = knowledgeGraph([node(1, [2]), node(2, [3, 4]), node(3), node(4), node(5)]);
const context = (masked: number[], used: number[] = []) => ({
  graph: figure,
  masked: new Set(masked),
  used: new Set(used),
});

describe("a mask", () => {
  test("K8: on an intermediate node breaks the chains from what builds on it to each node below", () => {
    expect(maskOf(context([2]), 2)).toEqual({
      node: 2,
      kind: "chain-breaking",
      chains: [
        { head: 1, masked: [2], foot: 3 },
        { head: 1, masked: [2], foot: 4 },
      ],
    });
  });

  test("K7: on a node that builds on nothing is one-shot, though others build on it", () => {
    expect(maskOf(context([4], [4]), 4)).toEqual({ node: 4, kind: "one-shot", chains: [] });
    expect(maskOf(context([5], [5]), 5).kind).toBe("one-shot");
  });

  test("K7, K8: on the top of a chain breaks it only where the question leads to it", () => {
    expect(maskOf(context([1]), 1).kind).toBe("one-shot");
    expect(maskOf(context([1], [1]), 1)).toEqual({
      node: 1,
      kind: "chain-breaking",
      chains: [{ head: "question", masked: [1], foot: 2 }],
    });
  });

  test("K8: runs through adjacent masked nodes to the visible ends", () => {
    expect(maskOf(context([1, 2], [1]), 2).chains).toEqual([
      { head: "question", masked: [1, 2], foot: 3 },
      { head: "question", masked: [1, 2], foot: 4 },
    ]);
  });

  test("K8: ends at a masked node that builds on nothing", () => {
    expect(maskOf(context([2, 3, 4]), 2).chains.map(({ foot }) => foot)).toEqual([3, 4]);
  });

  test("K6: leaves everything else visible, the children of masked nodes among them", () => {
    expect(visibleNodes(figure, new Set([2])).map(({ id }) => id)).toEqual([1, 3, 4, 5]);
    expect([...weakenedNodes(figure, new Set([2]))]).toEqual([1]);
  });

  test("K10: is needed where the gold uses the node or one that builds on it", () => {
    expect([...neededNodes(figure, [1])].sort()).toEqual([1, 2, 3, 4]);
    expect([...neededNodes(figure, [3, 77])]).toEqual([3]);
  });
});

describe("the masks of a task", () => {
  test("are its knowledge ambiguities with an existing node, used by either phase", () => {
    expect(maskedNodes(harbourTask, figure)).toEqual([2]);
    const { used } = maskContext({ ...harbourTask, knowledgeIds: [1] }, figure);
    expect([...used]).toEqual([1, 2]);
  });

  test("K9: name nodes that exist", () => {
    const graph = knowledgeGraph([node(1)]);
    expect(
      taskKnowledgeRules
        .find({ task: harbourTask, knowledge: { graph } })
        .map(({ rule, where }) => [rule, where]),
    ).toEqual([
      ["knowledge-id-unknown", { kind: "field", path: ["external_knowledge", 0] }],
      [
        "knowledge-id-unknown",
        { kind: "follow-up", inside: { kind: "field", path: ["external_knowledge", 0] } },
      ],
      ["masked-node-unknown", { kind: "ambiguity", index: 2 }],
    ]);
  });

  test("K10: hide what the gold needs, unless the list is withheld", () => {
    const rules = (knowledgeIds: number[]) =>
      taskKnowledgeRules
        .find({ task: { ...harbourTask, knowledgeIds }, knowledge: { graph: figure } })
        .map(({ rule }) => rule);
    expect(rules([1])).toEqual([]);
    expect(rules([5])).toEqual(["masked-node-not-used"]);
    expect(rules([])).toEqual([]);
  });
});

describe("on any graph", () => {
  const anyContext = fc
    .array(fc.tuple(fc.array(fc.nat(8), { maxLength: 3 }), fc.boolean(), fc.boolean()), { maxLength: 9 })
    .map((rows) => ({
      graph: knowledgeGraph(rows.map(([children], id) => node(id, children))),
      masked: new Set(rows.flatMap(([, isMasked], id) => (isMasked ? [id] : []))),
      used: new Set(rows.flatMap(([, , isUsed], id) => (isUsed ? [id] : []))),
    }));

  test("K8: a broken chain is a way in the graph whose inside is masked and holds the node", () => {
    fc.assert(
      fc.property(anyContext, ({ graph, masked, used }) => {
        for (const id of masked) {
          const { kind, chains } = maskOf({ graph, masked, used }, id);
          expect(kind === "chain-breaking").toBe(chains.length > 0);
          for (const { head, masked: way, foot } of chains) {
            expect(way).toContain(id);
            for (const [at, step] of way.entries()) {
              expect(masked.has(step)).toBe(true);
              expect(childrenOf(graph, step)).toContain(way[at + 1] ?? foot);
            }
            if (head === "question") expect(used.has(way[0] as number)).toBe(true);
            else expect(parentsOf(graph, way[0] as number)).toContain(head);
          }
        }
      }),
    );
  });

  test("K6: visible and masked nodes share the base between them", () => {
    fc.assert(
      fc.property(anyContext, ({ graph, masked }) => {
        const visible = visibleNodes(graph, masked).map(({ id }) => id);
        expect([...visible, ...masked].sort()).toEqual([...graph.nodes.keys()].sort());
      }),
    );
  });

  test("many ways through masked nodes are cut off at the limit, in bounded time", () => {
    const layers = Array.from({ length: 20 }, (_, layer) =>
      [0, 1, 2].map((at) =>
        node(layer * 3 + at, layer === 0 ? [] : [0, 1, 2].map((to) => (layer - 1) * 3 + to)),
      ),
    ).flat();
    const graph = knowledgeGraph(layers);
    const masked = new Set(layers.map(({ id }) => id));
    expect(maskOf({ graph, masked, used: new Set() }, 30).chains).toHaveLength(chainLimit);
  });
});
