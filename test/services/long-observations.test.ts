import { describe, expect, it } from "vitest";
import { begunTurn } from "../../electron/services/begun-turn.ts";
import { planDialogues, saveDialogue } from "../../electron/store/dialogues.ts";
import { alignDialogues } from "../../shared/dialogue/align-dialogues.ts";
import type { DialogueTurn } from "../../shared/domain/dialogue.ts";
import { addLongRun, longSettings } from "../dialogues/long-dialogues.ts";
import { playedDialogue } from "../dialogues/played-dialogues.ts";
import { plainSql } from "../support/plain-sql.ts";
import { taskRow } from "../support/task-row.ts";
import { testTasks } from "../support/test-tasks.ts";

const turnWith = (observation: string, more: Partial<DialogueTurn> = {}): DialogueTurn => ({
  ...{ turn: 1, phase: 1, refused: false, answer: null, passed: null, cost: 1, reward: 0 },
  ...{ action: { kind: "execute", sql: "SELECT 1" }, observation, budgetBefore: 2, budgetAfter: 1, ...more },
});
const lines = (count: number) => Array.from({ length: count }, (_, at) => `${at} | river ${at}`).join("\n");

/** A workspace with a run of two dialogues, of so many turns with so many rows of answer. */
async function longRun(turns: number, rows: number) {
  const { workspace, services, importFile, file } = await testTasks();
  await importFile(file("tasks.jsonl", [taskRow("harbour_1")]));
  const { runId } = await addLongRun(workspace, { dialogues: 2, turns, rows });
  const [first, second] = (await services.dialogues.heads({ runId })).map(({ dialogueId }) => dialogueId);
  return { workspace, services, runId, first: first ?? 0, second: second ?? 0 };
}

describe("a dialogue with long observations", () => {
  it("is answered with their beginnings, in a size that does not grow with what stands behind", async () => {
    const { services, first } = await longRun(300, 4_000);
    const view = await services.dialogues.view({ dialogueId: first });
    const turns = view.dialogue?.turns ?? [];
    expect(turns).toHaveLength(300);
    // 300 observations of 80,000 characters would be 24 MB.
    expect(JSON.stringify(view).length).toBeLessThan(300 * 1_500 + 50_000);
    const turn = turns[6];
    expect(turn?.observation).toMatch(/^7 \| river 0\n7 \| river 1\n/);
    const { text } = await services.dialogues.observation({ dialogueId: first, turn: 7 });
    expect(text.split("\n")).toHaveLength(4_000);
    expect(text.startsWith(turn?.observation ?? "–")).toBe(true);
    expect(turn?.rest).toMatchObject({
      lines: 4_000 - (turn?.observation.split("\n").length ?? 0),
      characters: text.length - (turn?.observation.length ?? 0),
    });
    await expect(services.dialogues.observation({ dialogueId: first, turn: 301 })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });

  it("is searched whole, whatever its case, in what is behind a beginning, too", async () => {
    const { services, first } = await longRun(30, 2_000);
    const found = (text: string) => services.dialogues.turnsWith({ dialogueId: first, text });
    expect(await found("7 | RIVER 1999")).toEqual([7, 17, 27]);
    expect(await found("select 12 as")).toEqual([12]);
    expect(await found("river 2000")).toEqual([]);
    expect(await found("  ")).toEqual([]);
  });

  it("parts from another one where they differ behind the beginning only", async () => {
    const { workspace, services, runId } = await longRun(1, 1);
    const whole = lines(1_000);
    const { taskId } = (await services.dialogues.heads({ runId }))[0] ?? { taskId: 0 };
    await workspace.write(async (db) => {
      const planned = [whole, whole, `${whole}!`].map((_, at) => ({
        ...{ taskId, position: 5 + at, system: `one-${at}`, patience: longSettings.patience },
        ...{ trial: 0, seed: 1 },
      }));
      await planDialogues(db, runId, planned);
      for (const [at, observation] of [whole, whole, `${whole}!`].entries()) {
        const [id] = await db.values(
          plainSql<{ id: number }>("SELECT id FROM dialogue WHERE system = ?", `one-${at}`),
        );
        await saveDialogue(db, id as number, playedDialogue({ turns: [turnWith(observation)] }));
      }
    });
    const heads = (await services.dialogues.heads({ runId })).filter(({ system }) =>
      system.startsWith("one-"),
    );
    const [one, same, other] = await Promise.all(
      heads.map(
        async ({ dialogueId }) => (await services.dialogues.view({ dialogueId })).dialogue?.turns ?? [],
      ),
    );
    expect(alignDialogues([one ?? [], same ?? []])[0]?.agreement).toBe("same");
    expect(alignDialogues([one ?? [], other ?? []])[0]?.agreement).toBe("answer");
  });
});

describe("the beginning of an observation", () => {
  it("ends with a line, or where a long line is cut between two characters", () => {
    expect(begunTurn(turnWith(lines(100)))).toEqual(turnWith(lines(100)));
    const { observation, rest } = begunTurn(turnWith(lines(500)));
    expect(lines(500).slice(observation.length)).toMatch(/^\n/);
    expect(rest?.lines).toBe(500 - observation.split("\n").length);
    const faces = begunTurn(turnWith(`a${"😀".repeat(2_000)}`));
    expect(faces.observation).toBe(`a${"😀".repeat(499)}`);
    expect(faces.rest).toMatchObject({ lines: 0, characters: 2 * 1_501 });
  });

  it("is all of what the user said", () => {
    const text = "x".repeat(9_000);
    const answer = { actions: [{ kind: "UNA" as const, reason: "off-topic" as const }], text, leaks: [] };
    const asked = turnWith(text, { action: { kind: "ask", question: "?" }, answer });
    expect(begunTurn(asked)).toEqual(asked);
  });
});
