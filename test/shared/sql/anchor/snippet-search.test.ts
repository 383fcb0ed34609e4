import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { snippetSearch } from "#shared/sql/anchor/snippet-search.ts";
import type { SqlDialect } from "#shared/sql/lex.ts";
import { parseTree } from "#shared/sql/tree/parse-tree.ts";
import { nodesOf, type SqlNode, type SqlTree } from "#shared/sql/tree/sql-node.ts";
import { golds } from "../golds.ts";

const search = (gold: string, snippet: string, dialect: SqlDialect = "postgresql") =>
  snippetSearch([parseTree(gold, dialect)])(snippet);

const found = (gold: string, snippet: string) =>
  search(gold, snippet).matches.map(({ anchor, level, shape }) => [
    gold.slice(anchor.range.from, anchor.range.to),
    level,
    shape,
  ]);

/** A node of one of the golds; not those whose last semicolon is no part of what is looked for. */
const goldNode: fc.Arbitrary<{ tree: SqlTree; node: SqlNode }> = fc
  .constantFrom(...golds.map((sql) => parseTree(sql, "postgresql")))
  .chain((tree) =>
    fc
      .constantFrom(
        ...[...nodesOf(tree.root)].filter(({ kind }) => kind !== "script" && kind !== "routine-body"),
      )
      .map((node) => ({ tree, node })),
  );

/** The same SQL written otherwise: white space and comments between tokens, the case of words, quotes around names. */
const rewritten = (tree: SqlTree, node: SqlNode): fc.Arbitrary<string> =>
  fc
    .tuple(
      ...tree.tokens
        .slice(node.start, node.end)
        .map(({ kind, text }) =>
          fc
            .tuple(
              kind === "word"
                ? fc.constantFrom(text, text.toUpperCase(), text.toLowerCase())
                : fc.constant(text),
              fc.constantFrom(" ", "\n", "\t ", " /* it's */ ", " -- so\n"),
            )
            .map(([word, space]) => word + space),
        ),
    )
    .map((parts) => parts.join(""));

describe("snippetSearch", () => {
  it("N1: finds every node of the gold again, whatever white space, comments and case", () => {
    fc.assert(
      fc.property(
        goldNode.chain(({ tree, node }) => rewritten(tree, node).map((text) => ({ tree, node, text }))),
        ({ tree, node, text }) => {
          const { matches } = snippetSearch([tree])(text);
          expect(matches.length).toBeGreaterThan(0);
          const here = matches.filter(
            ({ anchor }) => anchor.range.from <= node.from && anchor.range.to >= node.to,
          );
          expect(here).not.toHaveLength(0);
        },
      ),
      { numRuns: 500 },
    );
  });

  it("N1: overlooks the quotes of names", () => {
    expect(found('SELECT "Max_Load" FROM t', "max_load")).toEqual([['"Max_Load"', "text", "node"]]);
    expect(found("SELECT a FROM t WHERE b = 'x'", "b = 'y'")).toEqual([]);
  });

  it("N1: overlooks the spelling of operators and numbers, and noise words", () => {
    const gold = "SELECT sum(a) AS total FROM t INNER JOIN u ON t.i = u.i WHERE b <> 1.50 ORDER BY c ASC";
    expect(found(gold, "b != 1.5")).toEqual([["b <> 1.50", "spelling", "node"]]);
    expect(found(gold, "sum(a) total")).toEqual([["sum(a) AS total", "spelling", "node"]]);
    expect(found(gold, "JOIN u ON t.i = u.i")).toEqual([["INNER JOIN u ON t.i = u.i", "text", "node"]]);
    expect(found(gold, "ORDER BY c")).toEqual([["ORDER BY c ASC", "text", "node"]]);
  });

  it("N1: overlooks qualifiers, and takes the whole column where only its name is given", () => {
    const gold = "SELECT s.ratio - 0.1 * abs(s.noise) AS q FROM s";
    expect(found(gold, "ratio - 0.1 * abs(noise)")).toEqual([
      ["s.ratio - 0.1 * abs(s.noise)", "qualifiers", "node"],
    ]);
    expect(found(gold, "ratio")).toEqual([["s.ratio", "text", "node"]]);
  });

  it("N1: finds by meaning: operands in another order, comparisons turned round, casts, parentheses", () => {
    const gold = "SELECT CAST(a AS int) FROM t WHERE (x > 1 AND y = z) AND w IS NULL";
    expect(found(gold, "z = y AND 1 < x")).toEqual([["(x > 1 AND y = z)", "meaning", "node"]]);
    expect(found(gold, "a::int")).toEqual([["CAST(a AS int)", "meaning", "node"]]);
    expect(found("SELECT 1 FROM t WHERE a AND b AND c", "c AND b")).toEqual([["b AND c", "meaning", "run"]]);
    expect(found("SELECT a - b", "b - a")).toEqual([]);
  });

  it("N1: finds pieces of routines: the head up to its opening quote, and what is in the body", () => {
    const gold =
      "CREATE FUNCTION f(m jsonb)\nRETURNS numeric AS $$\nBEGIN\n  RETURN (m->>'x')::numeric;\nEND;\n$$ LANGUAGE plpgsql;";
    expect(found(gold, "create function f(m jsonb) returns numeric as $$")).toEqual([
      ["CREATE FUNCTION f(m jsonb)\nRETURNS numeric AS $$", "text", "run"],
    ]);
    expect(found(gold, "m JSONB")).toEqual([["m jsonb", "text", "node"]]);
    expect(found(gold, "RETURN (m ->> 'x')::numeric;")).toEqual([
      ["RETURN (m->>'x')::numeric", "text", "node"],
    ]);
  });

  it("N2: places that are whole count before those that cut through nodes", () => {
    const gold = "SELECT a * b + 1 FROM t WHERE b + 1 > 2";
    expect(found(gold, "b + 1")).toEqual([["b + 1", "text", "node"]]);
    expect(found("SELECT a * b + 1", "b + 1")).toEqual([["b + 1", "text", "part"]]);
  });

  it("N3: reports every position of a text that occurs more than once", () => {
    const places = search("SELECT max(a), max(a) FROM t HAVING max(a) > 1", "MAX(A)").matches;
    expect(places.map(({ anchor: { occurrence, occurrences } }) => [occurrence, occurrences])).toEqual([
      [0, 3],
      [1, 3],
      [2, 3],
    ]);
  });

  it("N3: finds a snippet in whichever statement it is", () => {
    const gold = ["CREATE VIEW v AS SELECT a FROM t", "SELECT a FROM v WHERE a > 1"].map((sql) =>
      parseTree(sql, "postgresql"),
    );
    expect(snippetSearch(gold)("a > 1").matches.map(({ statement }) => statement)).toEqual([1]);
    expect(snippetSearch(gold)("a").matches.map(({ statement }) => statement)).toEqual([0, 1, 1]);
  });

  it("N1, N5: a snippet from another dialect is found where it means the same, else the nearest node is named", () => {
    const gold = "SELECT COALESCE(load, 0), substring(name, 1, 3) FROM berth WHERE name ILIKE 'a%' LIMIT 5";
    expect(found(gold, "IFNULL(load, 0)")).toEqual([["COALESCE(load, 0)", "meaning", "node"]]);
    expect(found(gold, "SUBSTR(name, 1, 3)")).toEqual([["substring(name, 1, 3)", "meaning", "node"]]);
    const nearest = (snippet: string) => {
      const { matches, nearest } = search(gold, snippet);
      expect(matches).toEqual([]);
      return nearest && gold.slice(nearest.anchor.range.from, nearest.anchor.range.to);
    };
    expect(nearest("COALESCE(`load`, 0)")).toBe("COALESCE(load, 0)");
    expect(nearest("[name] ILIKE 'a%'")).toBe("name ILIKE 'a%'");
    expect(nearest("TOP 5 ISNULL")).toBeNull();
  });

  it("N5: names the node most like a snippet that is found nowhere, and none where nothing is like it", () => {
    const gold = "SELECT a FROM t WHERE lower(kind) = 'high' AND lower(size) = 'big'";
    const { matches, nearest } = search(gold, "lower(kind) = 'low'");
    expect(matches).toEqual([]);
    expect(gold.slice(nearest?.anchor.range.from, nearest?.anchor.range.to)).toBe("lower(kind) = 'high'");
    expect(search(gold, "count(*) FILTER (WHERE n > 0)").nearest).toBeNull();
    expect(search(gold, "").nearest).toBeNull();
    expect(snippetSearch([])("a").matches).toEqual([]);
  });
});
