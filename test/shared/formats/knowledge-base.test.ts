import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { knowledgeGraph } from "#shared/domain/knowledge-node.ts";
import { maskOf } from "#shared/domain/mask.ts";
import { readKnowledgeBase, writeKnowledgeBase } from "#shared/formats/knowledge-base.ts";
import { sharedData } from "../../support/shared-data.ts";

function row(id: number, children: string, more = ""): string {
  return `{"id": ${id}, "knowledge": "N${id}", "description": "d", "definition": "$x$", "type": "domain_knowledge", "children_knowledge": ${children}${more}}`;
}

function edited(source: string, children: number[]): string {
  const [first] = readKnowledgeBase(source, "kb").nodes;
  if (first === undefined) throw new Error("one node is expected");
  return writeKnowledgeBase([{ ...first, node: { ...first.node, children } }]).trimEnd();
}

describe("a knowledge base", () => {
  test("is read in order, with its nodes in the words of the field", () => {
    const { nodes, problems, findings } = readKnowledgeBase(
      `${row(0, "-1")}\r\n${row(1, "[0]")}\r\n`,
      "kb.jsonl",
    );
    expect([problems, findings]).toEqual([[], []]);
    expect(nodes.map(({ node }) => node)).toEqual([
      { id: 0, name: "N0", description: "d", definition: "$x$", type: "domain_knowledge", children: [] },
      { id: 1, name: "N1", description: "d", definition: "$x$", type: "domain_knowledge", children: [0] },
    ]);
  });

  test("K1: keeps -1 and the empty list apart until the children are edited", () => {
    for (const none of ["-1", "[]", "[-1]", "null"]) {
      expect(edited(row(1, none, ', "u": 1.0'), [])).toBe(row(1, none, ', "u": 1.0'));
      expect(edited(row(1, none, ', "u": 1.0'), [0])).toMatch(/"children_knowledge": \[0\], "u": 1\.0}$/);
    }
    expect(edited(row(1, "[0, 2]"), [])).toBe(row(1, "-1"));
    expect(edited(row(1, "[0, 2]"), [2])).toBe(row(1, "[2]"));
  });

  test("K1: writes a new node with every field", () => {
    const node = {
      id: 7,
      name: "N7",
      description: "d",
      definition: "$x$",
      type: "domain_knowledge",
      children: [],
    };
    expect(writeKnowledgeBase([{ node, source: null }])).toBe(`${row(7, "-1")}\n`);
  });

  test("T8: names a row without an id and offers the rest", () => {
    const { nodes, problems } = readKnowledgeBase(`{"id": "x"}\n{\n${row(2, "-1")}`, "kb.jsonl");
    expect(nodes.map(({ node }) => node.id)).toEqual([2]);
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

      test(`T2: its ${count} nodes come out letter by letter and form a DAG`, () => {
        expect([base.nodes.length, base.problems, base.findings]).toEqual([count, [], []]);
        expect(writeKnowledgeBase(base.nodes)).toBe(`${text.replaceAll("\r\n", "\n").trimEnd()}\n`);
      });

      test("K7, K8: a node inside a chain breaks it, a node at its end does not", () => {
        const graph = knowledgeGraph(base.nodes.map(({ node }) => node));
        const kindOf = (id: number) => maskOf({ graph, masked: new Set([id]), used: new Set() }, id).kind;
        // alien: 40 builds on 10, 10 on 4; archeology: 16 builds on 12, 12 on 3.
        expect(kindOf(db === "alien" ? 10 : 12)).toBe("chain-breaking");
        expect(kindOf(db === "alien" ? 4 : 0)).toBe("one-shot");
      });
    },
  );
}
