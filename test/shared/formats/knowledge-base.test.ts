import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { knowledgeGraph } from "#shared/domain/knowledge-node.ts";
import { maskOf } from "#shared/domain/mask.ts";
import { readKnowledgeBase } from "#shared/formats/knowledge-base.ts";
import { sharedData } from "../../support/shared-data.ts";

function row(id: number, children: string, more = ""): string {
  return `{"id": ${id}, "knowledge": "N${id}", "description": "d", "definition": "$x$", "type": "domain_knowledge", "children_knowledge": ${children}${more}}`;
}

describe("a knowledge base", () => {
  test("is read in order, with its nodes in the words of the field", () => {
    const { nodes, problems, findings } = readKnowledgeBase(
      `${row(0, "-1")}\r\n${row(1, "[0]")}\r\n`,
      "kb.jsonl",
    );
    expect([problems, findings]).toEqual([[], []]);
    expect(nodes).toEqual([
      { id: 0, name: "N0", description: "d", definition: "$x$", type: "domain_knowledge", children: [] },
      { id: 1, name: "N1", description: "d", definition: "$x$", type: "domain_knowledge", children: [0] },
    ]);
  });

  test("K1: knows a node that builds on nothing by -1, an empty list or nothing at all", () => {
    for (const none of ["-1", "[]", "[-1]", "null"])
      expect(readKnowledgeBase(row(1, none), "kb.jsonl")).toMatchObject({
        nodes: [{ children: [] }],
        findings: [],
      });
  });

  test("T8: names a row without an id and offers the rest", () => {
    const { nodes, problems } = readKnowledgeBase(`{"id": "x"}\n{\n${row(2, "-1")}`, "kb.jsonl");
    expect(nodes.map(({ id }) => id)).toEqual([2]);
    expect(problems.map(({ row: line, field }) => [line, field]).sort()).toEqual([
      [1, "id"],
      [2, null],
    ]);
  });

  test("K3, K4, T10: reports circles, missing children and odd shapes at their node", () => {
    const text = [row(1, "[2]"), row(2, "[1, 9]"), row(3, '"4"')].join("\n");
    expect(readKnowledgeBase(text, "kb.jsonl").findings.map(({ rule, where }) => [rule, where])).toEqual([
      ["unexpected-shape", { kind: "knowledge", node: 3 }],
      ["knowledge-child-missing", { kind: "knowledge", node: 2 }],
      ["knowledge-cycle", { kind: "knowledge", node: 1 }],
    ]);
  });
});

const bases = [
  ["alien", 56],
  ["archeology", 54],
] as const;
for (const [db, count] of bases) {
  const file = sharedData(`livesqlbench/${db}/${db}_kb.jsonl`);
  describe.skipIf(file === null)(
    `${db}_kb.jsonl${file === null ? " (skipped: ../shared/data is absent)" : ""}`,
    () => {
      const text = file === null ? "" : readFileSync(file, "utf8");
      const base = readKnowledgeBase(text, db);

      test(`its ${count} nodes form a DAG`, () => {
        expect([base.nodes.length, base.problems, base.findings]).toEqual([count, [], []]);
      });

      test("K7, K8: a node inside a chain breaks it, a node at its end does not", () => {
        const graph = knowledgeGraph(base.nodes);
        const kindOf = (id: number) => maskOf({ graph, masked: new Set([id]), used: new Set() }, id).kind;
        // alien: 40 builds on 10, 10 on 4; archeology: 16 builds on 12, 12 on 3.
        expect(kindOf(db === "alien" ? 10 : 12)).toBe("chain-breaking");
        expect(kindOf(db === "alien" ? 4 : 0)).toBe("one-shot");
      });
    },
  );
}
