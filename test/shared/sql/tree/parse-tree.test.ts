import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseTree, statementsOf } from "#shared/sql/tree/parse-tree.ts";
import { nodeAtPath, nodesOf, type SqlNode, type SqlTree, textOf } from "#shared/sql/tree/sql-node.ts";
import { sqlish } from "../sqlish.ts";

const dialects = ["sqlite", "postgresql"] as const;

/** The texts of all nodes of one kind. */
function texts(tree: SqlTree, kind: string): string[] {
  return [...nodesOf(tree.root)].filter((node) => node.kind === kind).map((node) => textOf(tree, node));
}

describe("parseTree", () => {
  it("S1: covers every token of any text, children in order inside their parents, none empty", () => {
    fc.assert(
      fc.property(sqlish, fc.constantFrom(...dialects), (sql, dialect) => {
        const tree = parseTree(sql, dialect);
        const outside = tree.tokens.filter(
          (_, index) => !tree.root.children.some(({ start, end }) => start <= index && index < end),
        );
        expect(outside.every(({ text }) => text === ";")).toBe(true);
        for (const node of nodesOf(tree.root)) {
          let at = node.start;
          for (const child of node.children) {
            expect(child.start).toBeGreaterThanOrEqual(at);
            expect(child.end).toBeGreaterThan(child.start);
            at = child.end;
          }
          expect(node.end).toBeGreaterThanOrEqual(at);
          expect(node.from).toBe(tree.tokens[node.start]?.from ?? 0);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it("S1: every path leads to its node", () => {
    const { root } = parseTree("SELECT a, (SELECT max(b) FROM t) FROM u WHERE c IN (1, 2)", "postgresql");
    const follow = (node: SqlNode, path: number[]) => {
      expect(nodeAtPath(root, path)).toBe(node);
      for (const [at, child] of node.children.entries()) follow(child, [...path, at]);
    };
    follow(root, []);
  });

  it("S2: clauses and expressions of a query are nodes", () => {
    const tree = parseTree(
      "WITH c AS (SELECT x FROM t) SELECT DISTINCT a AS b, count(*) FILTER (WHERE d > 1) FROM c LEFT JOIN u ON c.x = u.y " +
        "WHERE a = 1 AND NOT b LIKE 'x%' GROUP BY a HAVING sum(z) > 2 ORDER BY a DESC NULLS LAST LIMIT 5 OFFSET 2",
      "postgresql",
    );
    expect(tree.skipped).toBe(0);
    expect(texts(tree, "cte")).toEqual(["c AS (SELECT x FROM t)"]);
    expect(texts(tree, "distinct")).toEqual(["DISTINCT"]);
    expect(texts(tree, "filter")).toEqual(["FILTER (WHERE d > 1)"]);
    expect(texts(tree, "join")).toEqual(["LEFT JOIN u ON c.x = u.y"]);
    expect(texts(tree, "and")).toEqual(["a = 1 AND NOT b LIKE 'x%'"]);
    expect(texts(tree, "having")).toEqual(["HAVING sum(z) > 2"]);
    expect(texts(tree, "order-item")).toEqual(["a DESC NULLS LAST"]);
    expect(texts(tree, "limit")).toEqual(["LIMIT 5"]);
    expect(texts(tree, "offset")).toEqual(["OFFSET 2"]);
  });

  it("S2: operators bind as in the dialect: || looser than + in PostgreSQL, tighter than * in SQLite", () => {
    const sql = "SELECT a || b * c";
    expect(texts(parseTree(sql, "postgresql"), "operation")).toEqual(["a || b * c", "b * c"]);
    expect(texts(parseTree(sql, "sqlite"), "operation")).toEqual(["a || b * c", "a || b"]);
  });

  it("S2: casts, fields, subscripts, time zones and typed literals of PostgreSQL are nodes", () => {
    const tree = parseTree(
      "SELECT (m->>'x')::numeric(10, 2), arr[1], (r).f, ts AT TIME ZONE 'UTC', INTERVAL '1 day', EXTRACT(year FROM d), " +
        "percentile_cont(0.5) WITHIN GROUP (ORDER BY v), rank() OVER (PARTITION BY a ORDER BY b ROWS UNBOUNDED PRECEDING)",
      "postgresql",
    );
    expect(tree.skipped).toBe(0);
    expect(texts(tree, "cast")).toEqual(["(m->>'x')::numeric(10, 2)"]);
    expect(texts(tree, "subscript")).toEqual(["arr[1]"]);
    expect(texts(tree, "field")).toEqual(["(r).f"]);
    expect(texts(tree, "at-time-zone")).toEqual(["ts AT TIME ZONE 'UTC'"]);
    expect(texts(tree, "typed-literal")).toEqual(["INTERVAL '1 day'"]);
    expect(texts(tree, "within-group")).toEqual(["WITHIN GROUP (ORDER BY v)"]);
    expect(texts(tree, "frame")).toEqual(["ROWS UNBOUNDED PRECEDING"]);
  });

  it("S3: the quoted body of a routine is read like the rest, at its position in the text", () => {
    const sql =
      "CREATE FUNCTION f(a numeric, b jsonb) RETURNS numeric AS $body$\nDECLARE v numeric := 0;\nBEGIN\n" +
      "  IF a > 1 THEN v := a * 2; END IF;\n  RETURN (b->>'x')::numeric + v;\nEND;\n$body$ LANGUAGE plpgsql;";
    const tree = parseTree(sql, "postgresql");
    expect(texts(tree, "comparison")).toEqual(["a > 1"]);
    expect(texts(tree, "operation")).toContain("(b->>'x')::numeric + v");
    expect(texts(tree, "item")).toEqual(["a numeric", "b jsonb"]);
    const opaque = parseTree(sql.replace("plpgsql", "plpython3u"), "postgresql");
    expect(texts(opaque, "routine-body")).toEqual([]);
  });

  it("S3: statements that change data or schema are read", () => {
    const tree = parseTree(
      "INSERT INTO t (a) VALUES (1), (2) ON CONFLICT (a) DO UPDATE SET b = 1 RETURNING a; UPDATE t SET a = a + 1 FROM u WHERE t.i = u.i; " +
        "DELETE FROM t USING u WHERE t.i = u.i; CREATE VIEW v AS SELECT 1; ALTER TABLE t ADD COLUMN x int;",
      "postgresql",
    );
    expect(tree.skipped).toBe(0);
    const kinds = statementsOf(tree).map(({ kind }) => kind);
    expect(kinds).toEqual(["insert", "update", "delete", "create-as", "command"]);
    expect(texts(tree, "assignment")).toEqual(["b = 1", "a = a + 1"]);
  });

  it("S4: what cannot be read is skipped and counted, the rest is read all the same", () => {
    const tree = parseTree("SELECT a b c, d FROM t) WHERE; SELECT e", "postgresql");
    expect(tree.skipped).toBeGreaterThan(0);
    expect(texts(tree, "column")).toEqual(expect.arrayContaining(["a", "d", "e"]));
  });

  it("S4: nesting, chains and lists without end are read to the end", () => {
    const endless = [
      "(",
      "NOT ",
      "- ",
      "a::int",
      "1+",
      "a=",
      "CASE WHEN ",
      "SELECT 1 UNION ",
      "f(",
      "(SELECT ",
      "x,",
      "'",
      "[",
      ";",
    ];
    for (const part of endless)
      for (const dialect of dialects) {
        const sql = `SELECT ${part.repeat(Math.ceil(300_000 / part.length))}`;
        const tree = parseTree(sql, dialect);
        expect(tree.tokens.at(-1)?.to).toBe(sql.trimEnd().length);
        expect([...nodesOf(tree.root)].length).toBeLessThanOrEqual(3 * tree.tokens.length + 3);
      }
  });

  it("S4: compound queries in parentheses are read once, however deep", () => {
    const deep = 60;
    const sql = `SELECT ${"(".repeat(deep)}SELECT 1${") UNION SELECT 2".repeat(deep - 1)})`;
    expect(texts(parseTree(sql, "postgresql"), "set-operation")).toHaveLength(deep - 1);
  });
});
