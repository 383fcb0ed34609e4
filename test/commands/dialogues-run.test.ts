import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { type Ended, expectAsDocumented, jsonLines, runQuerent } from "../support/run-querent.ts";
import { taskRow } from "../support/task-row.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();
const file = (name: string) => path.join(folder, name);
const long = { timeout: 120_000 };

beforeAll(() => {
  writeFileSync(
    file("harbour.sql"),
    "CREATE TABLE ship (id int, name text); INSERT INTO ship VALUES (1, 'Anna'), (2, NULL), (3, 'Cora'), (4, 'Anna');",
  );
  writeTasks(taskRow("harbour_1"), taskRow("harbour_2"));
});

function writeTasks(...rows: string[]): void {
  writeFileSync(file("tasks.jsonl"), `${rows.join("\n")}\n`);
}

async function run(out: string, ...more: string[]): Promise<Ended & { text: string }> {
  const args = [
    "--input",
    file("tasks.jsonl"),
    "--databases",
    folder,
    "--engine",
    "sqlite",
    "--out",
    file(out),
  ];
  const ended = await runQuerent("dialogues", "run", ...args, ...more);
  return { ...ended, text: existsSync(file(out)) ? readFileSync(file(out), "utf8") : "" };
}

const systems = ["--system", "asks-everything", "asks-nothing", "asks-at-random"];

describe("dialogues run", () => {
  it(
    "writes a line per dialogue, the same bytes on one worker and on two, and success per system",
    long,
    async () => {
      const one = await run("one.jsonl", "--protocol", "c", ...systems, "--trials", "3", "--workers", "1");
      const two = await run("two.jsonl", "--protocol", "c", ...systems, "--trials", "3", "--workers", "2");
      expect({ code: one.code, notes: one.notes }).toMatchObject({ code: 0 });
      expect(two.text).toBe(one.text);
      const lines = jsonLines(one.text);
      expect(lines).toHaveLength(18);
      await expectAsDocumented("dialogue", lines);
      await expectAsDocumented("dialogue-summary", one.results);
      expect(one.results[0]).toMatchObject({
        ...{ engine: "sqlite", protocol: "c", behaviour: "fixed", patience: [3], trials: 3, left_out: [] },
        databases: [{ database: "harbour", tables: 1, rows: 4 }],
        systems: [
          {
            system: "asks-everything",
            dialogues: 6,
            phase1: { passed: 6, of: 6 },
            phase2: { passed: 6, of: 6 },
            reward: 100,
          },
          { system: "asks-nothing", phase1: { passed: 0, of: 6 }, reward: 0, ends: { failed: 6 } },
          { system: "asks-at-random", dialogues: 6 },
        ],
      });
      expect(lines[0]).toMatchObject({
        instance_id: "harbour_1",
        system: "asks-everything",
        trial: 0,
        end: "solved",
        fault: null,
      });
      const other = await run("other.jsonl", "--protocol", "c", ...systems, "--trials", "3", "--seed", "1");
      expect(other.text).not.toBe(one.text);
    },
  );

  it(
    "goes on where a run was ended: whole lines are kept, a torn one is played again, to the same bytes",
    long,
    async () => {
      const whole = await run("whole.jsonl", "--protocol", "a", ...systems);
      const args = ["--protocol", "a", ...systems];
      const ended = run("torn.jsonl", ...args, "--trials", "50");
      await expect
        .poll(() => keptIn("torn.jsonl").length, { timeout: 60_000, interval: 5 })
        .toBeGreaterThan(2);
      process.emit("SIGINT");
      expect((await ended).code).toBe(130);
      expect(existsSync(file("torn.jsonl"))).toBe(false);
      const kept = keptIn("torn.jsonl");
      writeFileSync(
        `${file("torn.jsonl")}.partial`,
        `${kept.slice(0, 2).join("\n")}\n${(kept[2] ?? "").slice(0, 90)}`,
      );
      const again = await run("torn.jsonl", ...args);
      expect(again.notes).toMatch(/[12] of 6 dialogues were already played; they are reused/);
      expect(again.text).toBe(whole.text);
      expect(existsSync(`${file("torn.jsonl")}.partial`)).toBe(false);
    },
  );

  it("leaves out what cannot be played and says why, ends with 1", long, async () => {
    const never = "def test_case(pred_sqls, sol_sqls, db_name, conn):\n    assert 1 == 2";
    writeTasks(
      taskRow("harbour_1"),
      taskRow("harbour_M_2", { category: "Management", test_cases: [never] }),
      taskRow("quay_3", { selected_database: "quay" }),
    );
    const { code, results, notes, text } = await run(
      "left.jsonl",
      "--protocol",
      "c",
      "--system",
      "asks-nothing",
      "--fault",
    );
    expect(code).toBe(1);
    expect(notes).toContain("harbour_M_2 is left out: The gold of phase 1 does not pass");
    expect(results[0]).toMatchObject({
      left_out: [
        { instance_id: "harbour_M_2" },
        { instance_id: "quay_3", reason: expect.stringContaining("quay") },
      ],
    });
    expect(jsonLines(text)).toMatchObject([{ instance_id: "harbour_1", fault: { fault: "system" } }]);
  });

  it("plays a program, and counts one that breaks as an infrastructure failure", long, async () => {
    writeTasks(taskRow("harbour_1"));
    writeFileSync(
      file("agent.mjs"),
      `import { createInterface } from "node:readline";
       for await (const line of createInterface({ input: process.stdin })) {
         const { type, phase } = JSON.parse(line);
         if (type === "end") break;
         const sql = phase === 2 ? "SELECT count(*) FROM ship" : "SELECT count(name) FROM ship";
         console.log(JSON.stringify(type === "task" ? { kind: "get_schema" } : { kind: "submit", sql: [sql] }));
       }`,
    );
    const agent = `command:"${process.execPath}" "${file("agent.mjs")}"`;
    const { code, results, text } = await run(
      "agent.jsonl",
      "--protocol",
      "a",
      "--system",
      agent,
      "command:exit 3",
    );
    expect(code).toBe(1);
    const [solved, broken] = jsonLines(text);
    expect(solved).toMatchObject({ end: "solved", reward: 1, infrastructure: false });
    expect(JSON.stringify(solved)).toContain("CREATE TABLE ship");
    expect(broken).toMatchObject({ end: "infrastructure", infrastructure: true, turns: [] });
    expect(results[0]).toMatchObject({
      systems: [{ reward: 100 }, { infrastructure: 1, phase1: { of: 0, least: 0, most: 1 }, reward: null }],
    });
  });

  it("refuses a system that nobody knows, exit code 2", async () => {
    const { code, notes } = await run("none.jsonl", "--protocol", "c", "--system", "asks-nobody");
    expect(code).toBe(2);
    expect(notes).toContain("there is no such system. Systems: asks-everything, ");
  });
});

describe("dialogues run, as a sweep and with a graft", () => {
  it(
    "plays each patience under its own name, and a system that asks nothing solves with what another has asked",
    long,
    async () => {
      writeTasks(taskRow("harbour_1"), taskRow("harbour_2"));
      const sweep = await run(
        "sweep.jsonl",
        "--protocol",
        "c",
        "--system",
        "asks-everything",
        "--patience",
        "0,7",
      );
      expect({ code: sweep.code, notes: sweep.notes }).toMatchObject({ code: 0 });
      const lines = jsonLines(sweep.text);
      expect(lines.map(({ instance_id, patience, end }) => [instance_id, patience, end])).toEqual([
        ["harbour_1", 0, "solved"],
        ["harbour_1", 7, "solved"],
        ["harbour_2", 0, "solved"],
        ["harbour_2", 7, "solved"],
      ]);
      await expectAsDocumented("dialogue-summary", sweep.results);
      expect(sweep.results[0]).toMatchObject({
        patience: [0, 7],
        systems: [
          { patience: 0, dialogues: 2 },
          { patience: 7, dialogues: 2 },
        ],
      });
      const graft = ["--protocol", "c", "--system", "asks-nothing", "--graft", file("sweep.jsonl")];
      const one = await run("grafted.jsonl", ...graft, "--workers", "1");
      const two = await run("grafted-again.jsonl", ...graft, "--workers", "2");
      expect(two.text).toBe(one.text);
      const grafted = jsonLines(one.text);
      await expectAsDocumented("dialogue", grafted);
      expect(grafted.map(({ end, graft: from }) => [end, from])).toEqual(
        Array(2).fill([
          "solved",
          {
            ...{ system: "asks-everything", simulator: "built-in 9", turns: 1 },
            hash: expect.stringMatching(/^[0-9a-f]{12}$/),
          },
        ]),
      );
      const foreign = await run("nothing.jsonl", ...graft, "--graft-system", "over-asks");
      expect(foreign.code).toBe(2);
      expect(foreign.notes).toContain("the file has asks-everything, simulator built-in");
      expect((await run("x.jsonl", "--protocol", "c", ...systems, "--patience", "0,x")).code).toBe(2);
    },
  );
});

describe("dialogues grade", () => {
  it(
    "scores stored dialogues under another revision without playing them, and says which moved and why",
    long,
    async () => {
      writeTasks(taskRow("harbour_1"), taskRow("harbour_2"));
      const played = await run("stored.jsonl", "--protocol", "c", ...systems);
      const grade = (out: string) =>
        runQuerent(
          ...["dialogues", "grade", "--dialogues", file("stored.jsonl"), "--input", file("tasks.jsonl")],
          ...["--databases", folder, "--engine", "sqlite", "--out", file(out)],
        );
      const same = await grade("same.jsonl");
      expect(same).toMatchObject({ code: 0, results: [{ moved: [], left_out: [] }] });
      expect(readFileSync(file("same.jsonl"), "utf8")).toBe(played.text);

      writeTasks(taskRow("harbour_1", { sol_sql: ["SELECT count(DISTINCT name) FROM ship"] }));
      const moved = await grade("moved.jsonl");
      await expectAsDocumented("grade-summary", moved.results);
      expect(moved).toMatchObject({ code: 1, results: [{ left_out: ["harbour_2"] }] });
      const [{ moved: ledger } = {}] = moved.results as { moved: Record<string, unknown>[] }[];
      expect(ledger?.find(({ system }) => system === "asks-everything")).toMatchObject({
        ...{
          instance_id: "harbour_1",
          before: { phase1_passed: true, reward: 1 },
          after: { phase1_passed: false, reward: 0 },
        },
        why: expect.stringMatching(
          /^Phase 1 passes no longer: .* Phase 2 passes no longer: it is not reached\.$/,
        ),
      });
      expect(jsonLines(readFileSync(file("moved.jsonl"), "utf8"))).toHaveLength(3);
    },
  );
});

/** The whole lines kept of the first trial: of fifty, those of the run that goes on. */
function keptIn(out: string): string[] {
  const partial = `${file(out)}.partial`;
  const lines = existsSync(partial) ? readFileSync(partial, "utf8").split("\n").slice(0, -1) : [];
  return lines.filter((line) => JSON.parse(line).result.trial === 0);
}
