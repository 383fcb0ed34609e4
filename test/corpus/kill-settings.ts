import { type ChildProcess, spawn } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import Database from "better-sqlite3";
import { RecordingLine } from "../../electron/dialogues/model/recording-line.ts";
import type { ModelEndpoint } from "../dialogues/model-endpoint.ts";
import { taskRow } from "../support/task-row.ts";
import { prepareWindow, windowFiles } from "./window-run.ts";

/** A run that can be killed and gone on with: each has a folder of its own, and ends with a file of dialogues in it. */
export interface KillSetting {
  name: string;
  /** Makes the folder of a run. */
  prepare(folder: string): void;
  /** Begins the run, or goes on with it. */
  start(folder: string): ChildProcess;
  /** Whether it has come so far that a kill tells something. */
  hasBegun(folder: string): boolean;
  /** The calls to language models so far, in their order. */
  recording(folder: string): RecordingLine[];
  /** What a run that has ended leaves in its folder; null where nobody asks. */
  leaves: readonly string[] | null;
}

/** Where a run's dialogues are once it has ended. */
export const dialoguesOf = (folder: string): string => windowFiles(folder).out;

/**
 * Runs over two tasks, all with two patiences and the clarifications of another run: of built-in systems, and with language models
 * from the command line and in a window.
 */
export async function killSettings(
  folder: string,
  endpoints: { recorded: ModelEndpoint; window: ModelEndpoint },
): Promise<Record<"builtIn" | "recorded" | "window", KillSetting>> {
  writeHarbour(folder);
  const template = path.join(folder, "window");
  mkdirSync(template);
  const tasks = path.join(folder, "tasks.jsonl");
  const { url } = endpoints.window;
  const donor = path.join(folder, "donor.jsonl");
  writeFileSync(donor, await prepareWindow(template, { tasks, databasesDir: folder, url }));
  const common = [
    ...["dialogues", "run", "--input", tasks, "--databases", folder, "--engine", "sqlite"],
    ...["--protocol", "c", "--patience", "3,0", "--graft", donor],
  ];
  const systems = ["asks-everything", "asks-nothing", "asks-at-random"];
  const models = ["--system", "asks-at-random", "model:player", "--simulator", "model", "--model", "user"];
  const asking = ["--endpoint", endpoints.recorded.url, "--trials", "2", "--workers", "1"];
  return {
    builtIn: command("built-in", [...common, "--system", ...systems, "--trials", "5"], null),
    recorded: command("recorded", [...common, ...models, ...asking], "calls.jsonl"),
    window: inWindow(template),
  };
}

function writeHarbour(folder: string): void {
  const database = new Database(path.join(folder, "harbour.sqlite"));
  database.exec(
    "CREATE TABLE ship (id int, name text); INSERT INTO ship VALUES (1, 'Anna'), (2, NULL), (3, 'Cora')",
  );
  database.close();
  const rows = ["harbour_1", "harbour_2"].map((id) => taskRow(id));
  writeFileSync(path.join(folder, "tasks.jsonl"), `${rows.join("\n")}\n`);
}

function command(name: string, args: readonly string[], recording: string | null): KillSetting {
  return {
    name,
    prepare: (folder) => mkdirSync(folder),
    start: (folder) =>
      run(new URL("../../bin/querent.mjs", import.meta.url), [
        ...args,
        ...(recording === null ? [] : ["--recording", path.join(folder, recording)]),
        ...["--out", dialoguesOf(folder)],
      ]),
    hasBegun: (folder) => existsSync(`${dialoguesOf(folder)}.partial`),
    recording(folder) {
      const file = path.join(folder, recording ?? "");
      if (recording === null || !existsSync(file)) return [];
      const texts = readFileSync(file, "utf8").split("\n").slice(0, -1);
      return texts.map((text) => RecordingLine.parse(JSON.parse(text)));
    },
    leaves: [...(recording === null ? [] : [recording]), "dialogues.jsonl"],
  };
}

function inWindow(template: string): KillSetting {
  const read = <Row>(folder: string, sql: string): Row[] => {
    const database = new Database(windowFiles(folder).workspace, { readonly: true });
    try {
      return database.prepare(sql).pluck().all() as Row[];
    } finally {
      database.close();
    }
  };
  return {
    name: "in a window",
    prepare(folder) {
      mkdirSync(folder);
      copyFileSync(windowFiles(template).workspace, windowFiles(folder).workspace);
    },
    start: (folder) => run(new URL("./play-until-killed.ts", import.meta.url), [folder]),
    hasBegun: (folder) => read<number>(folder, "SELECT count(*) FROM dialogue_run WHERE number = 2")[0] === 1,
    recording: (folder) =>
      read<string>(folder, "SELECT line FROM model_exchange ORDER BY position").map((line) =>
        RecordingLine.parse(JSON.parse(line)),
      ),
    leaves: null,
  };
}

function run(program: URL, args: string[]): ChildProcess {
  return spawn(process.execPath, [fileURLToPath(program), ...args], { stdio: ["ignore", "pipe", "pipe"] });
}
