import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { Dialogue } from "#shared/domain/dialogue.ts";
import { dialogueLine } from "#shared/formats/dialogue-line.ts";
import { outputText } from "../../electron/commands/output-schemas.ts";
import { playedTasks } from "../dialogues/played-dialogues.ts";
import { expectAsDocumented, runQuerent, runQuerentOn } from "../support/run-querent.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const root = temporaryFolder();
const input = path.join(root, "dialogues.jsonl");
const lines = (dialogues: readonly Dialogue[]) =>
  dialogues.map((dialogue) => `${outputText("dialogue", dialogueLine(dialogue))}\n`).join("");

const dialogues = [
  ...playedTasks({ a: "11", b: "10", c: "1x" }),
  ...playedTasks({ a: "00", b: "10", c: "00" }, { system: "asks-nothing" }),
];
writeFileSync(input, lines(dialogues));

describe("dialogues report", () => {
  it("prints the figures of each configuration and the systems in pairs", async () => {
    const { code, results } = await runQuerent("dialogues", "report", "--input", input);
    expect(code).toBe(0);
    await expectAsDocumented("dialogue-report", results);
    expect(results).toMatchObject([
      {
        ...{ input, dialogues: 12 },
        configurations: [
          { system: "asks-everything", infrastructure: 1, solved: { value: 0.8, of: 5 }, trials: [{ k: 1 }] },
          { system: "asks-nothing", solved: { value: 1 / 6 }, trials: [{}, { k: 2, pass_hat: 0 }] },
        ],
        comparisons: [{ systems: ["asks-everything", "asks-nothing"], tasks: 3, better: null }],
      },
    ]);
  });

  it("gives the same figures for the same seed", async () => {
    const report = async (seed: string) =>
      (await runQuerent("dialogues", "report", "--input", input, "--seed", seed)).out;
    expect(await report("4")).toBe(await report("4"));
  });

  it("writes one page with every transcript", async () => {
    const html = path.join(root, "page.html");
    const { code } = await runQuerentOn(
      lines(dialogues),
      "dialogues",
      "report",
      "--input",
      "-",
      "--html",
      html,
    );
    expect(code).toBe(0);
    const page = readFileSync(html, "utf8");
    expect(page).toContain("Dialogues: standard input");
    expect(page.match(/<details>/g)?.length).toBe(12);
  });

  it("refuses a file that holds no dialogues, with file, row and field, and writes no page", async () => {
    writeFileSync(path.join(root, "other.jsonl"), '{"instance_id":"a"}\n');
    const { code, out, notes } = await runQuerent(
      "dialogues",
      "report",
      "--input",
      path.join(root, "other.jsonl"),
    );
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(notes).toMatch(/other\.jsonl, row 1, field protocol: /);
  });
});
