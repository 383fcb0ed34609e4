import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { writePredictions } from "../bench/make-predictions.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const root = path.resolve(import.meta.dirname, "../..");
const folder = temporaryFolder();

interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  out: string;
  notes: string;
}

/** Starts a program; `interrupt` is called with each piece of its standard error. */
function start(args: readonly string[], onNotes: (notes: string, kill: () => void) => void = () => {}) {
  const child = spawn(process.execPath, ["--import", path.join(root, "build/node-24.mjs"), ...args]);
  let [out, notes] = ["", ""];
  child.stdout.on("data", (piece) => (out += piece));
  child.stderr.on("data", (piece) => {
    notes += piece;
    onNotes(notes, () => child.kill("SIGINT"));
  });
  child.stdin.end("from standard input");
  const ended = new Promise<Ended>((resolve) =>
    child.on("close", (code, signal) => resolve({ code, signal, out, notes })),
  );
  return { child, ended };
}

/** A command of our own making, in a thread as the command querent is; it says "at work" before it does what never ends. */
function program(name: string, work: string): string {
  const of = (file: string) => JSON.stringify(pathToFileURL(path.join(root, file)).href);
  const entry = path.join(folder, `${name}-command.mjs`);
  writeFileSync(
    entry,
    `import { openOutputFile } from ${of("electron/commands/output-file.ts")};
import { commandThread } from ${of("electron/hosts/command-thread.ts")};
const host = commandThread();
const write = (text) => void process.stdout.write(text);
${work}`,
  );
  const main = path.join(folder, `${name}.mjs`);
  writeFileSync(
    main,
    `import { runInThread } from ${of("electron/hosts/command-thread.ts")};
runInThread(new URL(${JSON.stringify(pathToFileURL(entry).href)}));`,
  );
  return main;
}

/** Begins an output file beside the program, as a command does. */
const beginOutput = (name: string) => {
  const out = path.join(folder, name);
  writeFileSync(out, "earlier\n");
  return `openOutputFile(${JSON.stringify(out)}, { write, ...host }).write("x".repeat(100_000));`;
};

const outputsOf = (name: string) => readdirSync(folder).filter((file) => file.startsWith(name));

describe("a command in its thread", () => {
  it.each([
    ["code", "for (;;);"],
    [
      "a call that nothing can stop",
      `new DatabaseSync(":memory:").prepare("WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c").get();`,
    ],
  ])(
    "is ended by Ctrl+C while it is in %s that never ends, and leaves nothing unfinished",
    async (what, work) => {
      const name = what.length > 4 ? "native" : "code";
      const main = program(
        name,
        `import { DatabaseSync } from "node:sqlite";
${beginOutput(`${name}.jsonl`)}
// Written at once: what a thread writes otherwise goes out with its next turn, which never comes.
import { writeSync } from "node:fs";
writeSync(2, "at work\\n");
${work}`,
      );
      let partial: string[] = [];
      const { ended } = start([main], (notes, kill) => {
        if (!notes.includes("at work") || partial.length > 0) return;
        partial = outputsOf(`${name}.jsonl.`);
        kill();
      });
      const { code, signal, notes } = await ended;
      expect(partial).toHaveLength(1);
      // A shell says 130 of both.
      expect(code === 130 || signal === "SIGINT", `${code} ${signal} ${notes}`).toBe(true);
      expect(notes).toContain("interrupted; nothing was written");
      expect(outputsOf(`${name}.jsonl`)).toEqual([`${name}.jsonl`]);
      expect(readFileSync(path.join(folder, `${name}.jsonl`), "utf8")).toBe("earlier\n");
    },
  );

  it("hears of Ctrl+C and ends by itself where it can", async () => {
    const main = program(
      "orderly",
      `const beat = setInterval(() => {}, 1000);
process.on("SIGINT", () => { clearInterval(beat); process.exitCode = 130; process.stderr.write("in order\\n"); });
process.stderr.write("at work\\n");`,
    );
    const { ended } = start([main], (notes, kill) => !notes.includes("in order") && kill());
    expect(await ended).toMatchObject({ code: 130, notes: "at work\nin order\n" });
  });

  it("gives a team's host the time to close people's connections and the workspace", async () => {
    const main = program(
      "host",
      `const beat = setInterval(() => {}, 1000);
const close = () => { clearInterval(beat); process.stderr.write("closed\\n"); };
process.once("SIGINT", () => setTimeout(close, 1000));
process.stderr.write("at work\\n");`,
    );
    const { ended } = start([main, "serve"], (notes, kill) => !notes.includes("closed") && kill());
    expect(await ended).toMatchObject({ code: 0, notes: "at work\nclosed\n" });
  });

  it("ends with its own exit code, after all that it wrote and read", async () => {
    const main = program(
      "whole",
      `let text = "";
for await (const piece of host.stdin()) text += piece;
for (let at = 0; at < 20_000; at += 1) write("line " + at + " of " + text + "\\n");
process.exitCode = 7;`,
    );
    const { code, out } = await start([main]).ended;
    const lines = out.trimEnd().split("\n");
    expect([code, lines.length, lines.at(-1)]).toEqual([7, 20_000, "line 19999 of from standard input"]);
  });

  it("says what broke it", async () => {
    const main = program("broken", `throw new Error("as planned");`);
    expect(await start([main]).ended).toMatchObject({
      code: 70,
      notes: expect.stringContaining("as planned"),
    });
  });
});

describe("Ctrl+C, again and again from the start", () => {
  const input = path.join(folder, "predictions.json");
  writePredictions(input, 60_000);
  const tasks = path.join(folder, "tasks.jsonl");
  const pack = readFileSync(path.join(root, "tasks/river-watch/tasks.jsonl"), "utf8");
  const copies = Array.from({ length: 100 }, (_, copy) =>
    pack.replaceAll('"river_watch_', `"river_watch_${copy}`),
  );
  writeFileSync(tasks, copies.join(""));
  const out = path.join(folder, "out");
  const [predictions, many] = [
    ["--input", input],
    ["--input", tasks],
  ];
  const databases = ["--databases", folder];
  const commands: string[][] = [
    ["predictions", "evaluate", ...predictions, ...databases, "--out", `${out}/a`],
    ["predictions", "import", ...predictions, ...databases, "--workspace", `${out}/b`, "--project", "p"],
    ["metrics", ...predictions, ...databases, "--out", `${out}/c`],
    ["agreement", ...predictions, "--out", `${out}/d`],
    ["consensus", ...predictions, "--rule", "majority", "--out", `${out}/e`, "--report", `${out}/f`],
    ["tasks", "lint", ...many, "--out", `${out}/g`],
    ["tasks", "check", ...many, ...databases, "--engine", "pglite", "--out", `${out}/h`],
    ["tasks", "import", ...many, "--workspace", `${out}/i`, "--project", "p"],
    ["certify", ...many, ...databases, "--engine", "pglite", "--out", `${out}/j`],
    ["dialogues", "ask", ...many, "--out", `${out}/k`],
  ];

  it.each(commands.map((command) => [command.slice(0, 2).join(" ").replace(/ --.*/, ""), command] as const))(
    "ends querent %s with nothing half done",
    async (_, command) => {
      mkdirSync(out, { recursive: true });
      const { child, ended } = start([path.join(root, "build/querent.ts"), ...command]);
      const again = setInterval(() => child.kill("SIGINT"), 300);
      const { code, signal, notes } = await ended;
      clearInterval(again);
      expect(code === 130 || signal === "SIGINT", `${code} ${signal} ${notes}`).toBe(true);
      const left = readdirSync(out);
      expect(left.filter((file) => /^[ac-hjk]|partial/.test(file))).toEqual([]);
      expect(existsSync(path.join(out, command.at(-1) ?? ""))).toBe(false);
    },
  );
});
