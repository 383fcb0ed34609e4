import { describe, expect, it } from "vitest";
import type { Anchor } from "#shared/sql/anchor/anchor.ts";
import { reanchor } from "#shared/sql/anchor/reanchor.ts";
import { snippetSearch } from "#shared/sql/anchor/snippet-search.ts";
import { parseTree } from "#shared/sql/tree/parse-tree.ts";
import { nodesOf } from "#shared/sql/tree/sql-node.ts";
import { golds } from "../golds.ts";

const gold = "SELECT a, max(b) FROM t WHERE a > 1 AND max(b) = 2";

function anchorIn(sql: string, snippet: string, which = 0): Anchor {
  const match = snippetSearch([parseTree(sql, "postgresql")])(snippet).matches[which];
  if (match === undefined) throw new Error(`${snippet} is not in ${sql}`);
  return match.anchor;
}

function textsAfter(edited: string, anchor: Anchor) {
  const result = reanchor(parseTree(edited, "postgresql"), anchor);
  const texts = (anchors: Anchor[]) => anchors.map(({ range }) => edited.slice(range.from, range.to));
  if (result.kind === "kept") return texts([result.anchor])[0];
  return result.kind === "several" ? texts(result.anchors) : null;
}

describe("reanchor", () => {
  it("N4: an anchor stays where it is when layout, case or comments around it change", () => {
    for (const sql of golds) {
      const tree = parseTree(sql, "postgresql");
      for (const node of nodesOf(tree.root)) {
        const text = sql.slice(node.from, node.to);
        const match = snippetSearch([tree])(text).matches.find(
          ({ anchor }) => anchor.range.from === node.from,
        );
        if (match === undefined || match.shape === "part") continue;
        const edited = parseTree(`-- edited\n${sql.replaceAll("\n", "\n\n")}`, "postgresql");
        const result = reanchor(edited, match.anchor);
        expect(result.kind).toBe("kept");
        if (result.kind === "kept")
          expect({ ...result.anchor, range: null }).toEqual({ ...match.anchor, range: null });
      }
    }
  });

  it("N4: the ordinal of a match stays while their number does", () => {
    const second = anchorIn(gold, "max(b)", 1);
    expect(second.range.from).toBe(gold.lastIndexOf("max(b)"));
    const edited = "SELECT c, a, max(b) FROM t WHERE (a > 1) AND max(b) = 2";
    const result = reanchor(parseTree(edited, "postgresql"), second);
    expect(result.kind === "kept" && result.anchor.range.from).toBe(edited.lastIndexOf("max(b)"));
  });

  it("N4: several positions are all reported where it cannot be known which one it was", () => {
    const second = anchorIn(gold, "max(b)", 1);
    const edited = "SELECT max(b), a, max(b) FROM t HAVING 1 < max(b) AND a > 1";
    expect(textsAfter(edited, second)).toEqual(["max(b)", "max(b)", "max(b)"]);
  });

  it("N4: what was rewritten without a change of meaning is found, what is gone is reported as lost", () => {
    const condition = anchorIn(gold, "a > 1");
    expect(textsAfter("SELECT a FROM t WHERE 1 < t.a", condition)).toBe("1 < t.a");
    expect(textsAfter("SELECT a FROM t", condition)).toBeNull();
  });

  it("N5: a lost anchor names the likest node", () => {
    const result = reanchor(parseTree("SELECT a FROM t WHERE a > 3", "postgresql"), anchorIn(gold, "a > 1"));
    expect(result.kind === "lost" && result.nearest?.anchor.tokens).toEqual(["a", ">", "3"]);
  });
});
