import { describe, expect, it } from "vitest";
import type { Dialogue, SystemAction } from "#shared/domain/dialogue.ts";
import { dialoguePage } from "#shared/formats/dialogue-page/dialogue-page.ts";
import { compareSystems } from "#shared/metrics/dialogues/compare-systems.ts";
import { configurationFigures } from "#shared/metrics/dialogues/configuration-figures.ts";
import { playedDialogue, playedTasks } from "../../dialogues/played-dialogues.ts";

function pageOf(dialogues: readonly Dialogue[], title = "run.jsonl"): string {
  const figures = {
    configurations: configurationFigures(dialogues, [], 1),
    comparisons: compareSystems(dialogues, 1),
  };
  return [...dialoguePage({ title, dialogues, ...figures })].join("");
}

const hostile = `</pre><script>alert("1")</script><img src=x onerror='alert(2)'>&amp;`;

function turn(action: SystemAction): Dialogue["turns"][number] {
  return {
    ...{ turn: 1, phase: 1, action, refused: false, observation: hostile, passed: null, cost: 1 },
    ...{ budgetBefore: 5, budgetAfter: 4, reward: 0 },
    answer: {
      actions: [{ kind: "AMB", ambiguity: 0 }],
      text: hostile,
      leaks: [{ words: hostile, of: "snippet" }],
      contradictions: [{ words: hostile, sql: hostile, turn: 1 }],
    },
  };
}

describe("a page of dialogues", () => {
  it("shows any text as text, wherever it stands, and runs no script", () => {
    const dialogue = playedDialogue({
      ...{ instanceId: hostile, system: hostile, simulator: hostile, reason: hostile },
      fault: { fault: "system", simulator: null, reason: hostile },
      turns: [
        turn({ kind: "ask", question: hostile }),
        turn({ kind: "submit", sql: [hostile, hostile] }),
        turn({ kind: "get_column_meaning", table: hostile, column: hostile }),
        turn({ kind: "get_knowledge_definition", name: hostile }),
      ],
    });
    const page = pageOf([dialogue, playedDialogue({ instanceId: hostile, system: "other" })], hostile);
    expect(page).not.toMatch(/<script|<img|onerror='/);
    expect(page.match(/&#60;script/g)?.length).toBeGreaterThan(15);
    expect(page).toContain("default-src 'none'");
    expect(page).not.toMatch(/https?:|<[^>]*\bsrc=|url\(/);
  });

  it("has a link from each trial of a task to its transcript", () => {
    const page = pageOf([
      ...playedTasks({ a: "10", b: "x" }),
      ...playedTasks({ a: "1" }, { system: "other" }),
    ]);
    const targets = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(targets.length).toBe(4);
    for (const id of targets) expect(page).toContain(`<p id="${id}">`);
    expect(page).toContain("left out");
    expect(page).toContain("Systems compared");
  });

  it("says whose fault a failure was, and gives a rate with infrastructure failures as bounds", () => {
    const fault = { fault: "budget", simulator: null, reason: "It passes with more." } as const;
    const page = pageOf([playedDialogue({ fault }), ...playedTasks({ b: "1", c: "x" })]);
    expect(page).toContain("Fault of the budget. It passes with more.");
    expect(page).toContain("at least 33.3 %, at most 66.7 %");
  });
});
