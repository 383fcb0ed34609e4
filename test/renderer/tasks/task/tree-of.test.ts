import { describe, expect, it } from "vitest";
import { parseTree } from "#shared/sql/tree/parse-tree.ts";
import { treeOf } from "../../../../renderer/features/tasks/task/gold/tree-of.ts";

describe("trees that are kept", () => {
  it("are those of the parser, read once for a statement and a dialect", () => {
    const tree = treeOf("SELECT a FROM t", "sqlite");
    expect(tree).toEqual(parseTree("SELECT a FROM t", "sqlite"));
    expect(treeOf("SELECT a FROM t", "sqlite")).toBe(tree);
    expect(treeOf("SELECT a FROM t", "postgresql").dialect).toBe("postgresql");
  });

  it("give way to later ones once they hold much text, the last one stays", () => {
    const first = treeOf("SELECT 1", "sqlite");
    const long = (letter: string) => `SELECT '${letter.repeat(1_500_000)}'`;
    const one = treeOf(long("a"), "sqlite");
    expect(treeOf("SELECT 1", "sqlite")).toBe(first);
    const other = treeOf(long("b"), "sqlite");
    expect(treeOf(long("b"), "sqlite")).toBe(other);
    expect(treeOf("SELECT 1", "sqlite")).toBe(first);
    expect(treeOf(long("a"), "sqlite")).not.toBe(one);
  });
});
