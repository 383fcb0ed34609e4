import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { System, SystemTurn, SystemView } from "#shared/dialogue/systems/system.ts";
import { createCommandSystem } from "../../electron/dialogues/command-system.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();
const opening = {
  instanceId: "harbour_1",
  database: "harbour",
  dialect: "postgresql",
  seed: 4,
  given: null,
} as const;
const view = (turns: readonly SystemTurn[] = []): SystemView => ({
  ...{
    protocol: "a",
    phase: 1,
    question: "How many ships?",
    turns,
    grafted: 0,
    budgetLeft: 14 - turns.length,
  },
});
const asked: SystemTurn = {
  ...{ phase: 1, action: { kind: "ask", question: "Which?" }, observation: "All of them.", refused: false },
};

/** A program in JavaScript that handles each line that it reads. */
function program(name: string, onLine: string): string {
  const file = path.join(folder, `${name}.mjs`);
  writeFileSync(
    file,
    `import { createInterface } from "node:readline";
     import { appendFileSync } from "node:fs";
     for await (const line of createInterface({ input: process.stdin })) { ${onLine} }`,
  );
  return `"${process.execPath}" "${file}"`;
}

function systemOf(commandLine: string, lineMs = 20_000): System {
  const limits = { lineMs, lineCharacters: 1_000 };
  return createCommandSystem(commandLine, {
    opening: async () => opening,
    variables: ["QUERENT_TEST_NAMED"],
    limits,
  });
}

describe("a program as a system under test", () => {
  it("reads the task and each observation, a line of JSON each, and writes an action for each", async () => {
    const heard = path.join(folder, "heard.jsonl");
    const system = systemOf(
      program(
        "asks",
        `appendFileSync(${JSON.stringify(heard)}, line + "\\n");
         const { type } = JSON.parse(line);
         if (type === "task") console.log('{"kind": "ask", "question": "Which?"}');
         if (type === "observation") console.log('{"kind": "submit", "sql": ["SELECT 1"]}');`,
      ),
    );
    expect(await system.next(view())).toEqual({ kind: "ask", question: "Which?" });
    expect(await system.next(view([asked]))).toEqual({ kind: "submit", sql: ["SELECT 1"] });
    await system.close();
    const lines = readFileSync(heard, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines.slice(0, 2)).toEqual([
      {
        ...{ type: "task", instance_id: "harbour_1", database: "harbour", dialect: "postgresql", seed: 4 },
        ...{ given: null, history: [], protocol: "a", question: "How many ships?", budget: 14 },
      },
      {
        ...{ type: "observation", text: "All of them.", refused: false, phase: 1 },
        ...{ question: "How many ships?", budget: 13 },
      },
    ]);
  });

  it("sees of the environment what programs need and what was named for it, and no key", async () => {
    const set = { QUERENT_TEST_KEY: "sk-not-for-programs", QUERENT_TEST_NAMED: "for-it" };
    Object.assign(process.env, set);
    onTestFinished(() => {
      for (const name of Object.keys(set)) delete process.env[name];
    });
    const system = systemOf(
      program(
        "prints",
        `console.log(JSON.stringify({ kind: "submit", sql: [JSON.stringify(process.env)] }));`,
      ),
    );
    const action = await system.next(view());
    await system.close();
    const [text = ""] = action?.kind === "submit" ? action.sql : [];
    expect(text).not.toContain("sk-not-for-programs");
    const seen = JSON.parse(text) as Record<string, string>;
    expect(seen).toMatchObject({ PATH: process.env.PATH, QUERENT_TEST_NAMED: "for-it" });
    // The shell adds some of its own.
    const unnamed = Object.keys(process.env).filter((name) =>
      /^(npm_|VITEST|NODE_OPTIONS|QUERENT_)/.test(name),
    );
    expect(unnamed.filter((name) => name in seen)).toEqual(["QUERENT_TEST_NAMED"]);
  });

  it("stops by ending with exit code 0", async () => {
    const system = systemOf(program("stops", "process.exit(0);"));
    expect(await system.next(view())).toBeNull();
    await system.close();
  });

  it.each([
    ["crashes", `console.error("no model"); process.exit(3);`, /exit code 3.*no model/],
    ["writes no JSON", `console.log("SELECT 1");`, /not JSON: SELECT 1/],
    ["writes no action", `console.log('{"kind": "drop"}');`, /no action/],
    ["writes an action without its arguments", `console.log('{"kind": "ask"}');`, /no action \(question/],
    ["writes a line without end", `process.stdout.write("x".repeat(5_000));`, /more than 1000 characters/],
  ])("fails where it %s", async (name, onLine, message) => {
    const system = systemOf(program(name.replaceAll(" ", "-"), onLine));
    await expect(system.next(view())).rejects.toThrow(message);
    await system.close();
  });

  it.skipIf(process.platform !== "linux")(
    "fails where it says nothing in time, and is ended with all that it started",
    async () => {
      const sleeper = program("sleeps", "await new Promise(() => setInterval(() => {}, 1_000));");
      const started = path.join(folder, "pids");
      const system = systemOf(`echo $$ > "${started}"; ${sleeper}; echo`, 1_000);
      await expect(system.next(view())).rejects.toThrow("wrote nothing for 1 s");
      await system.close();
      const group = readFileSync(started, "utf8").trim();
      await expect.poll(() => inGroup(group)).toEqual([]);
    },
  );

  it("fails where it cannot be started", async () => {
    const system = systemOf(path.join(folder, "no-such-program"));
    await expect(system.next(view())).rejects.toThrow(/exit code 127|could not be started/);
    await system.close();
  });
});

/** The processes of a group, which are not defunct. */
function inGroup(group: string): string[] {
  return readdirSync("/proc").filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      const [, state, , ownGroup] = readFileSync(`/proc/${pid}/stat`, "utf8")
        .replace(/^.*\) /, "x ")
        .split(" ");
      return ownGroup === group && state !== "Z";
    } catch {
      return false; // It has ended meanwhile.
    }
  });
}
