import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { readDialogues } from "#shared/formats/dialogue-file.ts";
import { expectAsDocumented, runQuerent } from "../support/run-querent.ts";
import { sharedData } from "../support/shared-data.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const root = temporaryFolder();
const out = path.join(root, "dialogues.jsonl");
const published = {
  c: sharedData("bird-interact/c_interact_samples.json"),
  a: sharedData("bird-interact/a_interact_samples.json"),
};

const call = (tool: string, args: object, result: string) => ({ tool, args, result });
const sample = {
  ...{ instance_id: "harbour_1", has_follow_up: true, phase1_passed: true, phase2_passed: false },
  total_reward: 0.7,
  tool_trajectory: [
    call("ask_user", { question: "Which berths?" }, "Those above 3."),
    call("submit_sql", { sql: "SELECT 1" }, "Phase 1 correct! (Reward: 0.7). Moving to Phase 2."),
    call("submit_sql", { sql: "SELECT 2" }, "SQL failed Phase 2. Your SQL is not correct."),
    call("submit_sql", { sql: "SELECT 3" }, "SQL failed Phase 2. Your SQL is not correct."),
  ],
  adk_events: [{ message: "You have 4 clarification turns." }],
};

async function replay(samples: unknown, ...options: string[]) {
  const input = path.join(root, "samples.json");
  writeFileSync(input, JSON.stringify(samples));
  return runQuerent("dialogues", "replay", "--input", input, "--out", out, ...options);
}

describe("dialogues replay", () => {
  it("computes turns, budgets and rewards anew and confirms what was recorded", async () => {
    const { code, results } = await replay({ mode: "c-interact", model: "m", samples: [sample, sample] });
    expect(code).toBe(0);
    expect(results).toMatchObject([{ dialogues: 2, equal: 2, differ: [], behaviour: "shipped" }]);
    await expectAsDocumented("replay-summary", results);
    const lines = readFileSync(out, "utf8").trimEnd().split("\n");
    await expectAsDocumented(
      "dialogue",
      lines.map((line) => JSON.parse(line)),
    );
    expect(readDialogues(lines.join("\n"), out)).toMatchObject([
      { system: "recorded m", trial: 0, budget: { total: 4, left: 3 }, reward: 0.7, end: "failed" },
      { trial: 1 },
    ]);
  });

  it("names the figures that are not confirmed, and ends with 1 as shipped", async () => {
    const { code, results } = await replay([{ ...sample, total_reward: 1 }]);
    expect(code).toBe(1);
    expect(results[0]?.differ).toEqual([
      { instance_id: "harbour_1", turn: null, figure: "total_reward", recorded: 1, replayed: 0.7 },
    ]);
  });

  it("refuses bad input with file, row and field, and writes nothing", async () => {
    const { code, notes } = await replay([{ ...sample, adk_events: [] }]);
    expect({ code, notes }).toMatchObject({
      ...{ code: 2, notes: expect.stringMatching(/samples\.json, row 1, field adk_events: .*--tasks/) },
    });
  });
});

describe.skipIf(published.c === null || published.a === null)(
  "replay of the twenty published dialogues",
  () => {
    const run = async (protocol: "a" | "c", behaviour: string) => {
      const { results } = await runQuerent(
        ...["dialogues", "replay", "--input", published[protocol] ?? "", "--profile", "adk"],
        ...["--behaviour", behaviour, "--out", out],
      );
      return { summary: results[0], dialogues: readDialogues(readFileSync(out, "utf8"), out) };
    };
    const alien8 = ({ instanceId }: { instanceId: string }) => instanceId === "alien_8";

    it.each(["a", "c"] as const)(
      "gives every turn, budget and reward of %s-Interact as recorded, under adk shipped",
      async (protocol) => {
        const { summary, dialogues } = await run(protocol, "shipped");
        expect(summary).toMatchObject({ dialogues: 10, equal: 10, differ: [] });
        expect(dialogues.flatMap(({ turns }) => turns).length).toBe({ a: 145, c: 40 }[protocol]);
      },
    );

    it("gives alien_8 1.4 as shipped, where phase 1 is paid twice, and 0.7 fixed (B19)", async () => {
      expect((await run("c", "shipped")).dialogues.find(alien8)?.reward).toBe(1.4);
      expect((await run("c", "fixed")).dialogues.find(alien8)?.reward).toBe(0.7);
    });

    it("has no negative budget and no reward above 1 when fixed (B5, B6)", async () => {
      for (const protocol of ["a", "c"] as const)
        for (const { budget, reward, turns } of (await run(protocol, "fixed")).dialogues) {
          expect(reward).toBeLessThanOrEqual(1);
          expect(
            Math.min(budget.left, ...turns.map(({ budgetAfter }) => budgetAfter)),
          ).toBeGreaterThanOrEqual(0);
        }
    });
  },
);
