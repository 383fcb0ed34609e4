import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { alignDialogues, firstDivergence } from "../../../shared/dialogue/align-dialogues.ts";
import type { DialogueTurn } from "../../../shared/domain/dialogue.ts";

/** "a1" asks and gets ambiguity 1; "a1!" gets it in other words; "s:SQL" submits; "e:SQL" executes. */
function played(...steps: string[]): DialogueTurn[] {
  return steps.map((step, at) => {
    const [, number, loud] = /^a(\d)(!?)$/.exec(step) ?? [];
    const sql = step.slice(2);
    const asked = number !== undefined;
    return {
      ...{ turn: at + 1, phase: 1, refused: false, passed: null, cost: 1, reward: 0 },
      ...{ budgetBefore: 9 - at, budgetAfter: 8 - at },
      action: asked
        ? { kind: "ask", question: `Question ${at} about ${number}?` }
        : step.startsWith("s")
          ? { kind: "submit", sql: [sql] }
          : { kind: "execute", sql },
      observation: asked ? `Answer ${number}${loud}` : "rows",
      answer: asked ? { actions: [{ kind: "AMB", ambiguity: Number(number) }], text: "", leaks: [] } : null,
    };
  });
}

const drawn = (...dialogues: string[][]) =>
  alignDialogues(dialogues.map((steps) => played(...steps))).map(
    ({ turns, agreement }) => `${turns.map((turn) => turn?.turn ?? "–").join(" ")} ${agreement}`,
  );

describe("aligned dialogues", () => {
  it("stand turn beside turn where their systems do the same, whatever the words of a question and the blanks of SQL", () => {
    expect(drawn(["a1", "s:SELECT 1"], ["a1", "s:SELECT   1"], ["a1", "s:SELECT 1"])).toEqual([
      "1 1 1 same",
      "2 2 2 same",
    ]);
  });

  it("leave a gap where one does more, and go on together behind it", () => {
    expect(drawn(["a1", "a2", "s:SELECT 1"], ["a1", "s:SELECT 1"])).toEqual([
      "1 1 same",
      "2 – action",
      "3 2 same",
    ]);
    expect(drawn(["a1", "s:SELECT 1"], ["a1", "a2", "s:SELECT 1"], ["a2", "s:SELECT 1"])).toEqual([
      "1 1 – action",
      "– 2 1 action",
      "2 3 2 same",
    ]);
  });

  it("put different actions of one kind side by side, and tell an answer apart from an action", () => {
    const dialogues = [
      ["a1", "a2", "s:SELECT 1"],
      ["a1!", "a3", "s:SELECT 2"],
    ];
    expect(drawn(...dialogues)).toEqual(["1 1 answer", "2 2 action", "3 3 action"]);
    expect(firstDivergence(alignDialogues(dialogues.map((steps) => played(...steps))))).toBe(0);
  });

  it("name the first row in which they part, and none where they never do", () => {
    const same = alignDialogues([played("a1", "s:x"), played("a1", "s:x")]);
    expect(firstDivergence(same)).toBeNull();
    expect(firstDivergence(alignDialogues([played("a1", "s:x"), played("a1", "s:y")]))).toBe(1);
    expect(firstDivergence(alignDialogues([played("a1"), []]))).toBe(0);
  });

  it("hold every turn of every dialogue once, in order, and no empty row", () => {
    const step = fc.constantFrom("a1", "a2", "a2!", "a3", "s:SELECT 1", "s:SELECT 2", "e:SELECT 3");
    fc.assert(
      fc.property(
        fc.array(fc.array(step, { maxLength: 12 }), { minLength: 1, maxLength: 8 }),
        (dialogues) => {
          const rows = alignDialogues(dialogues.map((steps) => played(...steps)));
          for (const [at, steps] of dialogues.entries())
            expect(rows.flatMap(({ turns }) => turns[at]?.turn ?? [])).toEqual(
              steps.map((_, turn) => turn + 1),
            );
          for (const { turns } of rows) {
            expect(turns).toHaveLength(dialogues.length);
            expect(turns.some((turn) => turn !== null)).toBe(true);
          }
        },
      ),
    );
  });
});
