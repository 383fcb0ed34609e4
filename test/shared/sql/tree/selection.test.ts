import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseTree } from "#shared/sql/tree/parse-tree.ts";
import { selectionOf } from "#shared/sql/tree/selection.ts";
import { nodesOf, textOf } from "#shared/sql/tree/sql-node.ts";
import { sqlish } from "../sqlish.ts";

const sql = "SELECT a, b AS c FROM t JOIN u ON t.i = u.i WHERE x = 1 AND y > 2 AND z < 3 ORDER BY a DESC";
const tree = parseTree(sql, "postgresql");

function select(text: string) {
  const from = sql.indexOf(text);
  return selectionOf(tree, from, from + text.length);
}

describe("selectionOf", () => {
  it("S5: leads from a node to its range and back to a node of that range", () => {
    fc.assert(
      fc.property(sqlish, (text) => {
        const any = parseTree(text, "postgresql");
        for (const node of nodesOf(any.root)) {
          if (node.end === node.start) continue;
          const selected = selectionOf(any, node.from, node.to);
          expect(selected?.shape).toBe("node");
          expect(selected?.node).toMatchObject({ from: node.from, to: node.to });
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it("S5: leads to the smallest node, whatever white space is selected with it", () => {
    expect(select(" y > 2 ")?.node.kind).toBe("comparison");
    expect(select("ORDER BY a DESC")?.node.kind).toBe("order-by");
    expect(select("a DESC")?.node.kind).toBe("order-item");
    expect(select("DESC")?.node.kind).toBe("order-direction");
  });

  it("S6: a run of whole parts is told from a stretch that cuts through nodes", () => {
    expect(select("x = 1 AND y > 2")?.shape).toBe("run");
    expect(select("WHERE x = 1 AND y > 2")?.shape).toBe("run");
    expect(select("AND z < 3")?.shape).toBe("run");
    expect(select("FROM t JOIN u ON t.i = u.i WHERE x = 1")?.shape).toBe("run");
    expect(select("1 AND y")?.shape).toBe("part");
    expect(select("b AS c FROM t")?.shape).toBe("part");
  });

  it("S6: the head of a CREATE is a run", () => {
    const view = parseTree("CREATE VIEW v AS SELECT 1", "postgresql");
    expect(selectionOf(view, 0, "CREATE VIEW v AS".length)?.shape).toBe("run");
    expect(selectionOf(view, 0, "CREATE VIEW v AS SELECT".length)?.shape).toBe("part");
  });

  it("reports nothing for white space alone", () => {
    expect(selectionOf(parseTree("  ", "sqlite"), 0, 2)).toBeNull();
    expect(textOf(tree, tree.root)).toBe(sql);
  });
});
