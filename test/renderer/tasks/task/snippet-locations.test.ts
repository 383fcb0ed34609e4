import { describe, expect, test } from "vitest";
import { snippetMarks } from "../../../../renderer/features/tasks/task/ambiguities/snippet-marks.ts";
import {
  inDocument,
  type TaskDocument,
  taskDocuments,
} from "../../../../renderer/features/tasks/task/documents/task-documents.ts";
import {
  type FoundSnippets,
  foundSnippets,
  nearestText,
  storedLocations,
} from "../../../../renderer/features/tasks/task/gold/snippet-locations.ts";
import type { Task } from "../../../../shared/domain/task.ts";
import { snippetSearch } from "../../../../shared/sql/anchor/snippet-search.ts";
import { parseTree } from "../../../../shared/sql/tree/parse-tree.ts";
import { readsWhole } from "../../../../shared/sql/tree/reads-whole.ts";
import { packTasks } from "../../../tasks/river-watch-pack.ts";

const [base] = packTasks() as [Task];
const snippets = ["b > 2", "ROUND(a, 1)"];
const first = ["SELECT ROUND(a, 1)\nFROM t\nWHERE b > 2", "DROP TABLE u"];

/** What the worker would answer for a gold, and the gold as the editor shows it. */
function looked(goldSql: string[]) {
  const trees = goldSql.map((sql) => parseTree(sql, "postgresql"));
  const gold = taskDocuments({ ...base, goldSql })[0] as TaskDocument;
  const answer = { locations: snippets.map(snippetSearch(trees)), isRead: trees.every(readsWhole) };
  return { answer, now: { gold, goldSql, snippets } };
}

const known = (): FoundSnippets => {
  const { answer, now } = looked(first);
  return foundSnippets(new Map(), answer, now);
};

function textsOf(gold: TaskDocument, places: ReturnType<typeof storedLocations>): string[][] {
  return places.map(({ matches }) =>
    matches.map(({ statement, anchor }) => {
      const { from, to } = inDocument(gold, statement, anchor.range);
      return gold.text.slice(from, to);
    }),
  );
}

describe("snippets while the gold is typed", () => {
  test("stay where they stood when it last read as SQL, moved by what is typed before them", () => {
    const { answer, now } = looked(["SELECT a AND (, ROUND(a, 1)\nFROM t\nWHERE b > 2", "DROP TABLE u"]);
    expect(answer.isRead).toBe(false);
    expect(textsOf(now.gold, storedLocations(answer.locations, known(), now))).toEqual([
      ["b > 2"],
      ["ROUND(a, 1)"],
    ]);
  });

  test("hold what is typed within them, and are gone with their text", () => {
    const within = looked(["SELECT ROUND(a, 1)\nFROM t\nWHERE b > + 2", "DROP TABLE u"]);
    expect(
      textsOf(within.now.gold, storedLocations(within.answer.locations, known(), within.now))[0],
    ).toEqual(["b > + 2"]);
    const gone = looked(["SELECT ROUND(a, 1)\nFROM t\nWHERE ", "DROP TABLE u"]);
    expect(textsOf(gone.now.gold, storedLocations(gone.answer.locations, known(), gone.now))).toEqual([
      [],
      ["ROUND(a, 1)"],
    ]);
  });

  test("are drawn without colour and say why", () => {
    const { answer, now } = looked(["SELECT ROUND(a, 1)\nFROM t\nWHERE b > 2 AND", "DROP TABLE u"]);
    const places = storedLocations(answer.locations, known(), now);
    const marks = snippetMarks(now.gold, base.ambiguities, places, { active: null, isRead: false });
    expect(marks.map((mark) => mark.kind === "tag" && mark.hue)).toEqual([0, 0]);
    for (const { message } of marks) expect(message).toContain("when the gold was last valid SQL");
  });

  test("are forgotten neither by a gold that does not read nor by one that holds them no more", () => {
    const broken = looked(["SELECT ("]);
    expect(foundSnippets(known(), broken.answer, broken.now)).toEqual(known());
    const other = looked(["SELECT ROUND(a, 1) FROM t WHERE b > 3"]);
    const found = foundSnippets(known(), other.answer, other.now);
    expect(found.get("b > 2")?.goldSql).toEqual(first);
    expect(found.get("ROUND(a, 1)")?.goldSql).toEqual(["SELECT ROUND(a, 1) FROM t WHERE b > 3"]);
    expect(nearestText(other.now.goldSql, other.answer.locations[0] as never)).toBe("b > 3");
  });
});
