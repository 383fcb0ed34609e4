import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { randomOf } from "#shared/dialogue/seed.ts";
import { RecordingLine } from "../../electron/dialogues/model/recording-line.ts";
import {
  calls,
  type ModelEndpoint,
  type Play,
  saysJson,
  startModelEndpoint,
} from "../support/model-endpoint.ts";
import { taskRow } from "../support/task-row.ts";

/** Plays both sides well: the system asks, then counts what the answer says; the user decides and words. */
export const playsWell: Play = (request, response) => {
  const { messages, tools, response_format: format } = request.body;
  if (tools === undefined) {
    const isDecision = format.json_schema.name === "decisions";
    const decisions = [{ action: "AMB", number: 1, reason: "none" }];
    const answer = "Count only the ships that have a name.";
    return saysJson(isDecision ? { decisions } : { answer })(request, response);
  }
  const text = JSON.stringify(messages);
  if (text.includes("follow-up question:")) return submit("SELECT count(*) FROM ship")(request, response);
  if (text.includes("have a name.")) return submit("SELECT count(name) FROM ship")(request, response);
  return calls("ask", { question: "Which ships do you mean?" })(request, response);
};
const submit = (sql: string) => calls("submit", { sql: [sql] });

/** A run that was killed at some moment, and what its next run made of it. */
export interface KilledRun {
  what: string;
  /** What does not hold; empty where all does. */
  problems: string[];
}

/** Kills runs of dialogues with SIGKILL at random moments, between built-in and recorded ones, and goes on with each. */
export async function killRuns(
  folder: string,
  { moments, seed, onKilled = () => {} }: { moments: number; seed: number; onKilled?(run: KilledRun): void },
): Promise<KilledRun[]> {
  writeHarbour(folder);
  // As slow as to be met while it answers.
  const endpoint = await startModelEndpoint((got, response) =>
    setTimeout(() => playsWell(got, response), 15),
  );
  const random = randomOf(seed);
  const settings = [builtIn(folder), recorded(folder, endpoint)];
  const whole = await Promise.all(settings.map((setting) => playWhole(setting, folder)));
  const found: KilledRun[] = [];
  for (let moment = 0; moment < moments; moment += 1) {
    const at = moment % settings.length;
    const run = await killOnce(settings[at] as Setting, whole[at] as Whole, {
      folder: path.join(folder, `killed-${moment}`),
      afterMs: random() * ((whole[at]?.ms ?? 0) + 50),
      endpoint,
    });
    found.push(run);
    onKilled(run);
  }
  await endpoint.stop();
  return found;
}

interface Setting {
  name: string;
  /** The command without its output and its recording. */
  args: string[];
  isRecorded: boolean;
}

/** A run that nobody killed: its bytes, and how long it took from its first file on. */
interface Whole {
  text: string;
  ms: number;
  requests: number;
}

function writeHarbour(folder: string): void {
  const database = new DatabaseSync(path.join(folder, "harbour.sqlite"));
  database.exec(
    "CREATE TABLE ship (id int, name text); INSERT INTO ship VALUES (1, 'Anna'), (2, NULL), (3, 'Cora')",
  );
  database.close();
  const rows = Array.from({ length: 6 }, (_, at) => taskRow(`harbour_${at + 1}`));
  writeFileSync(path.join(folder, "tasks.jsonl"), `${rows.join("\n")}\n`);
}

const common = (folder: string) => [
  ...["dialogues", "run", "--input", path.join(folder, "tasks.jsonl")],
  ...["--databases", folder, "--engine", "sqlite", "--protocol", "c"],
];

const builtIn = (folder: string): Setting => ({
  name: "built-in",
  args: [
    ...common(folder),
    "--system",
    "asks-everything",
    "asks-nothing",
    "asks-at-random",
    "--trials",
    "20",
  ],
  isRecorded: false,
});

const recorded = (folder: string, { url }: ModelEndpoint): Setting => ({
  name: "recorded",
  args: [
    ...common(folder),
    ...["--workers", "1", "--system", "model:player", "--simulator", "model", "--model", "user"],
    ...["--endpoint", url, "--trials", "2"],
  ],
  isRecorded: true,
});

const files = (folder: string) => ({
  out: path.join(folder, "dialogues.jsonl"),
  recording: path.join(folder, "calls.jsonl"),
});

function start({ args, isRecorded }: Setting, folder: string) {
  const { out, recording } = files(folder);
  const more = isRecorded ? ["--recording", recording] : [];
  const program = path.resolve(import.meta.dirname, "../../bin/querent.mjs");
  return spawn(process.execPath, [program, ...args, ...more, "--out", out], {
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** Plays to the end; the text of standard output, or what went wrong. */
async function playOn(
  setting: Setting,
  folder: string,
): Promise<{ code: number | null; summary: string; notes: string }> {
  const child = start(setting, folder);
  const [summary, notes] = [child.stdout, child.stderr].map((stream) =>
    Array.fromAsync(stream.setEncoding("utf8")),
  );
  const code = await new Promise<number | null>((resolve) => child.once("exit", resolve));
  return { code, summary: ((await summary) ?? []).join(""), notes: ((await notes) ?? []).join("") };
}

async function playWhole(setting: Setting, folder: string): Promise<Whole> {
  const own = path.join(folder, `whole-${setting.name}`);
  mkdirSync(own);
  let begunAt = 0;
  const watch = setInterval(() => {
    if (begunAt === 0 && existsSync(`${files(own).out}.partial`)) begunAt = performance.now();
  }, 2);
  const { code, notes } = await playOn(setting, own);
  clearInterval(watch);
  if (code !== 0) throw new Error(`The run that nobody kills ended with ${code}: ${notes}`);
  const requests = setting.isRecorded ? answeredIn(files(own).recording).length : 0;
  return { text: readFileSync(files(own).out, "utf8"), ms: performance.now() - begunAt, requests };
}

async function killOnce(
  setting: Setting,
  whole: Whole,
  { folder, afterMs, endpoint }: { folder: string; afterMs: number; endpoint: ModelEndpoint },
): Promise<KilledRun> {
  mkdirSync(folder);
  endpoint.received.length = 0;
  const child = start(setting, folder);
  child.stdout.resume();
  child.stderr.resume();
  const ended = new Promise((resolve) => child.once("exit", resolve));
  while (child.exitCode === null && !existsSync(`${files(folder).out}.partial`))
    await new Promise((resolve) => setTimeout(resolve, 2));
  await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, afterMs))]);
  child.kill("SIGKILL");
  await ended;
  const what = `${setting.name}, killed ${Math.round(afterMs)} ms after it began`;
  const interrupted = setting.isRecorded ? unendedIn(files(folder).recording) : 0;
  const { code, summary, notes } = await playOn(setting, folder);
  const problems: string[] = [];
  const claim = (isSo: boolean, problem: string) => void (isSo || problems.push(problem));
  claim(code === 0, `it goes on and ends with ${code}: ${notes}`);
  claim(code === 0 && readFileSync(files(folder).out, "utf8") === whole.text, "its bytes are others");
  const kept = setting.isRecorded ? ["calls.jsonl", "dialogues.jsonl"] : ["dialogues.jsonl"];
  claim(readdirSync(folder).sort().join() === kept.join(), `it leaves ${readdirSync(folder).join(", ")}`);
  if (setting.isRecorded && code === 0) {
    const answered = answeredIn(files(folder).recording);
    const twice = JSON.parse(summary.trim().split("\n").at(-1) ?? "{}").models?.possibly_paid_twice;
    claim(new Set(answered).size === answered.length, "a call that was answered is asked again");
    claim(answered.length === whole.requests, `${answered.length} calls are answered, not ${whole.requests}`);
    claim(twice === interrupted, `${twice} calls are said to be possibly paid twice, not ${interrupted}`);
    const paid = endpoint.received.length - whole.requests;
    claim(paid >= 0 && paid <= interrupted, `${paid} calls were made twice, ${interrupted} were under way`);
  }
  return { what, problems };
}

function linesOf(recording: string): RecordingLine[] {
  if (!existsSync(recording)) return [];
  const texts = readFileSync(recording, "utf8").split("\n").slice(0, -1);
  return texts.map((text) => RecordingLine.parse(JSON.parse(text)));
}

/** The calls that have their answer on record, by name. */
function answeredIn(recording: string): string[] {
  return linesOf(recording).flatMap((line) =>
    line.event === "answered" ? [`${line.trial} ${line.request} ${line.occurrence}`] : [],
  );
}

/** How many calls have begun and have no end on record. */
function unendedIn(recording: string): number {
  const lines = linesOf(recording);
  const ended = new Set(
    lines.flatMap((line) => ("call" in line && line.event !== "begun" ? [line.call] : [])),
  );
  return lines.filter((line) => line.event === "begun" && !ended.has(line.call)).length;
}
