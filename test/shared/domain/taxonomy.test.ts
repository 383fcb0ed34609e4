import { describe, expect, it } from "vitest";
import { ambiguityKinds, ambiguityTypes } from "#shared/domain/ambiguity.ts";
import { followUpTypes } from "#shared/domain/follow-up.ts";
import { followUpGuide, followUpGuides } from "#shared/domain/follow-up-guide.ts";
import { ambiguityGuide, ambiguityGuides } from "#shared/domain/taxonomy.ts";
import { termRange } from "#shared/findings/text/ambiguities.ts";
import { proposals } from "#shared/sql/propose/proposals.ts";
import { parseTree } from "#shared/sql/tree/parse-tree.ts";
import { harbourTask } from "../../tasks/harbour-loads-task.ts";

describe("the guides to the taxonomy", () => {
  it("speak of every type of every kind, in the order of the kinds", () => {
    const types = ambiguityKinds.map((kind) =>
      ambiguityGuides.filter((guide) => guide.kind === kind).map(({ type }) => type),
    );
    expect(types).toEqual(ambiguityKinds.map((kind) => ambiguityTypes[kind]));
    expect(followUpGuides.map(({ type }) => type)).toEqual(Object.keys(followUpTypes));
  });

  it("are found by kind and type", () => {
    expect(ambiguityGuide("critical", "semantic_ambiguity")?.label).toBe("Semantic");
    expect(ambiguityGuide("non-critical", "semantic_ambiguity")).toBeNull();
    expect(followUpGuide("topic_pivot")?.label).toBe("Topic pivot");
    expect(followUpGuide("small_talk")).toBeNull();
  });

  it.each(ambiguityGuides)(
    "have an example of $type whose term stands in its ambiguous question",
    ({ example }) => {
      expect(termRange(example.ambiguous, example.term)).not.toBeNull();
      expect(example.ambiguous).not.toBe(example.clear);
      expect(
        parseTree(`SELECT 1 FROM t WHERE 1 = 1 ${example.snippet}`, "postgresql").tokens.length,
      ).toBeGreaterThan(9);
    },
  );

  it.each(ambiguityGuides.filter(({ kind }) => kind === "non-critical"))(
    "G1: have an example of $type that is proposed as such",
    ({ type, example: { snippet, clear } }) => {
      const isClause = /^(?:LEFT|ORDER)/.test(snippet);
      const sql = isClause ? `SELECT 1 FROM t ${snippet}` : `SELECT ${snippet} FROM t`;
      const task = {
        ...harbourTask,
        ambiguities: [],
        ambiguousQuestion: null,
        clearQuestion: clear,
        goldSql: [sql],
      };
      const [offer] = proposals(task, [parseTree(sql, "postgresql")]);
      expect(offer).toMatchObject({ type, snippet });
      expect(offer?.rewording).not.toBeNull();
    },
  );
});
