import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type TreeNode, treeMove, typedRow, visibleRows } from "../../renderer/ui/tree-rows.ts";
import { movedIndex } from "../../renderer/ui/virtual-list.tsx";

const tree: TreeNode[] = [
  {
    id: "singer",
    text: "singer",
    children: [
      { id: "singer.id", text: "singer_id" },
      { id: "singer.name", text: "name" },
    ],
  },
  { id: "stadium", text: "stadium", children: [] },
];

describe("visible rows", () => {
  test("a closed node hides its children", () =>
    expect(visibleRows(tree, new Set()).map(({ node }) => node.id)).toEqual(["singer", "stadium"]));

  test("an open node shows them with level, parent and place", () => {
    const rows = visibleRows(tree, new Set(["singer"]));
    expect(
      rows.map(({ node, level, parent, position, siblings }) => [node.id, level, parent, position, siblings]),
    ).toEqual([
      ["singer", 1, -1, 1, 2],
      ["singer.id", 2, 0, 1, 2],
      ["singer.name", 2, 0, 2, 2],
      ["stadium", 1, -1, 2, 2],
    ]);
  });
});

describe("keys in a tree", () => {
  const open = new Set(["singer"]);
  const rows = visibleRows(tree, open);

  test("Right opens a closed node and steps into an open one", () => {
    expect(treeMove("ArrowRight", visibleRows(tree, new Set()), 0, new Set())).toEqual({ expand: "singer" });
    expect(treeMove("ArrowRight", rows, 0, open)).toEqual({ to: 1 });
    expect(treeMove("ArrowRight", rows, 1, open)).toBeNull();
  });

  test("Left closes an open node and steps out of a child", () => {
    expect(treeMove("ArrowLeft", rows, 0, open)).toEqual({ collapse: "singer" });
    expect(treeMove("ArrowLeft", rows, 2, open)).toEqual({ to: 0 });
  });

  test("letters find the next row that starts with them, around the end", () => {
    expect(typedRow(rows, 0, "s")).toBe(1);
    expect(typedRow(rows, 3, "s")).toBe(0);
    expect(typedRow(rows, 0, "st")).toBe(3);
    expect(typedRow(rows, 0, "zz")).toBe(-1);
  });
});

test("keys never lead out of a list", () => {
  const key = fc.constantFrom("ArrowDown", "ArrowUp", "PageDown", "PageUp", "Home", "End");
  fc.assert(
    fc.property(
      key,
      fc.integer({ min: 1, max: 100_000 }),
      fc.nat(),
      fc.integer({ min: 1, max: 80 }),
      (pressed, count, seed, page) => {
        const next = movedIndex({ key: pressed }, (seed % (count + 1)) - 1, count, page);
        expect(next).toBeGreaterThanOrEqual(0);
        expect(next).toBeLessThan(count);
      },
    ),
  );
  expect(movedIndex({ key: "ArrowDown" }, -1, 0, 10)).toBeNull();
  expect(movedIndex({ key: "ArrowDown", ctrlKey: true }, 0, 10, 10)).toBeNull();
});
