import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Ambiguity } from "#shared/domain/ambiguity.ts";
import { noClarification } from "#shared/domain/reading.ts";
import { snippetsAfterEdit } from "#shared/sql/anchor/snippets-after-edit.ts";
import { parseTree } from "#shared/sql/tree/parse-tree.ts";
import { packTasks } from "../../../tasks/river-watch-pack.ts";

const asked = (...snippets: string[]): Ambiguity[] =>
  snippets.map((sqlSnippet) => ({
    ...{ kind: "critical", term: "busy", sqlSnippet, isMask: true, type: "semantic_ambiguity", origin: null },
    ...noClarification,
  }));
const trees = (statements: readonly string[]) => statements.map((sql) => parseTree(sql, "postgresql"));

/** What becomes of snippets when one gold becomes another. */
function snippetsAfter(gold: string[], edited: string[], ...snippets: string[]) {
  return snippetsAfterEdit(asked(...snippets), trees(gold), trees(edited));
}

const gold = ["SELECT berth FROM loads WHERE cli > 3 AND state = 'full' ORDER BY cli DESC"];

describe("N7: snippets after an edit of the gold", () => {
  it("N7: are kept where the edit was elsewhere, and where the statement was only laid out anew", () => {
    const edited = [
      "SELECT berth, cli\nFROM loads\nWHERE tide = 1 AND cli  >  3 AND state = 'full'\nORDER BY cli DESC",
    ];
    expect(snippetsAfter(gold, edited, "cli > 3", "ORDER BY cli DESC")).toMatchObject([
      { kind: "kept", statement: 0 },
      { kind: "kept", statement: 0 },
    ]);
  });

  it("N7: are what they became where the edit was within them", () => {
    const edited = ["SELECT berth FROM loads WHERE cli > 4.5 AND state = 'full' ORDER BY cli DESC"];
    expect(snippetsAfter(gold, edited, "cli > 3", "WHERE cli > 3 AND state = 'full'")).toMatchObject([
      { kind: "changed", snippet: "cli > 4.5" },
      { kind: "changed", snippet: "WHERE cli > 4.5 AND state = 'full'" },
    ]);
  });

  it("N7: are lost where they were taken out, with the likest part", () => {
    const edited = ["SELECT berth FROM loads WHERE state = 'full' ORDER BY cli"];
    expect(snippetsAfter(gold, edited, "cli > 3", "ORDER BY cli DESC")).toMatchObject([
      { kind: "lost" },
      { kind: "lost", nearest: { statement: 0 } },
    ]);
  });

  it("N7: fit several places where they were doubled without their first one staying", () => {
    const edited = [
      "SELECT berth FROM loads WHERE tide = 1 OR (cli > 3 AND state = 'full') OR (cli > 3 AND tide = 2) ORDER BY cli DESC",
    ];
    expect(snippetsAfter(gold, edited, "cli > 3")).toMatchObject([{ kind: "several", anchors: [{}, {}] }]);
  });

  it("N7: are found in another statement when theirs was moved", () => {
    expect(snippetsAfter(gold, ["SELECT 1", ...gold], "cli > 3")).toMatchObject([
      { kind: "kept", statement: 1 },
    ]);
    expect(snippetsAfter(gold, [], "cli > 3")).toEqual([{ kind: "lost", nearest: null }]);
  });

  it("N7: that stood nowhere before are left alone", () => {
    expect(snippetsAfter(gold, gold, "tide = 9")).toEqual([{ kind: "unanchored" }]);
  });

  it("N7: in the pack's golds an edit outside a snippet keeps it, and nothing throws while somebody types", () => {
    const tasks = packTasks();
    fc.assert(
      fc.property(
        fc.nat(tasks.length - 1),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.constantFrom(" ", "x", "(", "'", "\n--"),
        (which, where, sign) => {
          const { goldSql, ambiguities } = tasks[which] as (typeof tasks)[number];
          const [first = "", ...others] = goldSql;
          const at = Math.floor(where * first.length);
          const edited = [first.slice(0, at) + sign + first.slice(at), ...others];
          const found = snippetsAfterEdit(ambiguities, trees(goldSql), trees(edited));
          expect(found).toHaveLength(ambiguities.length);
          if (sign === " " && /\s/.test(first[at] ?? ""))
            expect(found.every(({ kind }) => kind === "kept")).toBe(true);
        },
      ),
      { numRuns: 60 },
    );
  });
});
