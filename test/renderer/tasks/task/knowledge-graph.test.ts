import { describe, expect, test } from "vitest";
import { foundNodes } from "../../../../renderer/features/tasks/task/knowledge/graph/found-nodes.ts";
import { knowledgePicture } from "../../../../renderer/features/tasks/task/knowledge/graph/knowledge-picture.ts";
import type { KnowledgeNode } from "../../../../shared/domain/knowledge-node.ts";
import type { Task } from "../../../../shared/domain/task.ts";
import { packKnowledge, packTasks } from "../../../tasks/river-watch-pack.ts";

const nodes = [...packKnowledge().nodes.values()];
const [task] = packTasks() as [Task];

const knowledge = (id: number, children: number[], name = `node ${id}`): KnowledgeNode => ({
  id,
  name,
  description: "",
  definition: "",
  type: "domain_knowledge",
  children,
});
const using = (...knowledgeIds: number[]): Task => ({
  ...task,
  knowledgeIds,
  ambiguities: [],
  followUp: null,
});
const drawn = (edges: { from: string; to: string }[]) => edges.map(({ from, to }) => `${from}>${to}`).sort();

describe("the knowledge graph of a task", () => {
  test("K9 shows what the gold needs first, and the whole base on demand", () => {
    const { nodes: part, total } = knowledgePicture(task, nodes, false);
    expect(total).toBe(58);
    expect(part.map(({ id }) => id)).toContain("6");
    expect(part.length).toBeLessThan(20);
    expect(part.every(({ role }) => role !== "other")).toBe(true);
    const whole = knowledgePicture(task, nodes, true).nodes.filter(({ role }) => role !== "question");
    expect(whole).toHaveLength(58);
  });

  test("K8 draws the chain that a mask breaks, from the question where the gold uses the hidden node itself", () => {
    const { edges, nodes: part } = knowledgePicture(task, nodes, false);
    expect(drawn(edges.filter(({ broken }) => broken))).toEqual(["10>7", "7>6", "question>7"]);
    expect(part.find(({ id }) => id === "7")).toMatchObject({
      role: "masked",
      mask: { kind: "chain-breaking" },
    });
    expect(part.find(({ id }) => id === "10")?.isWeakened).toBe(true);
  });

  test("K3 draws nodes that build on each other in a circle", () => {
    const circle = [knowledge(1, [2]), knowledge(2, [3]), knowledge(3, [1]), knowledge(4, [4])];
    const { nodes: part, edges } = knowledgePicture(using(1, 4), circle, false);
    expect(part.map(({ id }) => id).sort()).toEqual(["1", "2", "3", "4"]);
    expect(drawn(edges)).toEqual(["1>2", "2>3", "3>1", "4>4"]);
  });

  test("K4 and K10 draw children and used nodes that do not exist as missing", () => {
    const { nodes: part, edges } = knowledgePicture(using(1, 77), [knowledge(1, [9, 9])], false);
    expect(part.filter(({ role }) => role === "missing").map(({ id }) => id)).toEqual(["9", "77"]);
    expect(drawn(edges)).toEqual(["1>9"]);
  });

  test("K5 draws the first of the nodes that share an id", () => {
    const twice = [knowledge(1, [2], "first"), knowledge(1, [], "second"), knowledge(2, [])];
    const { nodes: part } = knowledgePicture(using(1), twice, true);
    expect(part.map(({ id, name }) => `${id} ${name}`)).toEqual(["1 first", "2 node 2"]);
  });

  test("a node is found by its id or a part of its name, whatever its case, accents and script", () => {
    const named = [
      { id: "1", name: "Café Score" },
      { id: "2", name: "مؤشر الجودة" },
      { id: "12", name: "river" },
    ];
    expect([...(foundNodes(named, " CAFE ") ?? [])]).toEqual(["1"]);
    expect([...(foundNodes(named, "الجودة") ?? [])]).toEqual(["2"]);
    expect([...(foundNodes(named, "12") ?? [])]).toEqual(["12"]);
    expect(foundNodes(named, "  ")).toBeNull();
  });
});
