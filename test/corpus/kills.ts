import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { randomOf } from "#shared/dialogue/seed.ts";
import { readDialogues } from "#shared/formats/dialogue-file.ts";
import type { RecordingLine } from "../../electron/dialogues/model/recording-line.ts";
import {
  calls,
  type ModelEndpoint,
  type Play,
  saysJson,
  startModelEndpoint,
} from "../dialogues/model-endpoint.ts";
import { dialoguesOf, type KillSetting, killSettings } from "./kill-settings.ts";

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

/** A run that was killed at some moments, and what was made of it in the end. */
export interface KilledRun {
  what: string;
  /** What does not hold; empty where all does. */
  problems: string[];
}

/**
 * Kills runs of dialogues with SIGKILL at random moments, goes on with each, and compares it with a run that nobody killed. Each
 * entry of `kills` is one run: how often it is killed before it may end.
 */
export async function killRuns(
  folder: string,
  {
    kills,
    seed,
    onKilled = () => {},
  }: { kills: readonly number[]; seed: number; onKilled?(run: KilledRun): void },
): Promise<KilledRun[]> {
  const endpoints = { recorded: await slowEndpoint(), window: await slowEndpoint() };
  const { builtIn, recorded, window } = await killSettings(folder, endpoints);
  const settings: Subject[] = [
    { setting: recorded, endpoint: endpoints.recorded },
    { setting: window, endpoint: endpoints.window },
    { setting: builtIn, endpoint: null },
  ];
  const random = randomOf(seed);
  const found: KilledRun[] = [];
  const wholes = new Map<Subject, Whole>();
  for (const [at, times] of kills.entries()) {
    const subject = settings[at % settings.length] as Subject;
    const whole = wholes.get(subject) ?? (await playWhole(subject, folder));
    wholes.set(subject, whole);
    const moments = Array.from({ length: times }, () => random() * (whole.ms + 50));
    const run = await killAndGoOn(subject, whole, path.join(folder, `killed-${at}`), moments);
    found.push(run);
    onKilled(run);
  }
  await Promise.all(Object.values(endpoints).map((endpoint) => endpoint.stop()));
  return found;
}

interface Subject {
  setting: KillSetting;
  /** Whom it asks; null where it asks nobody. */
  endpoint: ModelEndpoint | null;
}

/** As slow as to be met while it answers. */
const slowEndpoint = (): Promise<ModelEndpoint> =>
  startModelEndpoint((got, response) => setTimeout(() => playsWell(got, response), 15));

/** A run that nobody killed: its bytes, how long it took from where it had begun, and its calls. */
interface Whole {
  text: string;
  ms: number;
  requests: number;
}

/** Plays to the end: the exit code, what standard output says last, and the notes. */
async function playOn(setting: KillSetting, folder: string) {
  const child = setting.start(folder);
  const texts = [child.stdout, child.stderr].map((stream) =>
    stream === null ? [] : Array.fromAsync(stream.setEncoding("utf8")),
  );
  const code = await new Promise<number | null>((resolve) => child.once("exit", resolve));
  const [summary = [], notes = []] = await Promise.all(texts);
  return { code, summary: summary.join(""), notes: notes.join("") };
}

async function playWhole({ setting }: Subject, folder: string): Promise<Whole> {
  const own = path.join(folder, `whole-${setting.name}`);
  setting.prepare(own);
  let begunAt = 0;
  const watch = setInterval(() => {
    if (begunAt === 0 && setting.hasBegun(own)) begunAt = performance.now();
  }, 5);
  const { code, notes } = await playOn(setting, own);
  clearInterval(watch);
  if (code !== 0) throw new Error(`The run that nobody kills ended with ${code}: ${notes}`);
  const text = readFileSync(dialoguesOf(own), "utf8");
  requireSweepAndGraft(text, setting.name);
  return { text, ms: performance.now() - begunAt, requests: answeredIn(setting.recording(own)).length };
}

function requireSweepAndGraft(text: string, name: string): void {
  const dialogues = readDialogues(text, name);
  const patiences = new Set(dialogues.map(({ settings }) => settings.patience));
  const isGrafted = dialogues.some(({ grafted = 0 }) => grafted > 0);
  if (patiences.size !== 2 || !isGrafted) throw new Error(`The run ${name} sweeps or grafts nothing.`);
}

async function killAndGoOn(
  { setting, endpoint }: Subject,
  whole: Whole,
  folder: string,
  moments: readonly number[],
): Promise<KilledRun> {
  setting.prepare(folder);
  if (endpoint !== null) endpoint.received.length = 0;
  for (const afterMs of moments) await killOnce(setting, folder, afterMs);
  const interrupted = unendedIn(setting.recording(folder));
  const { code, summary, notes } = await playOn(setting, folder);
  const problems: string[] = [];
  const claim = (isSo: boolean, problem: string) => void (isSo || problems.push(problem));
  claim(code === 0, `it goes on and ends with ${code}: ${notes}`);
  claim(code === 0 && readFileSync(dialoguesOf(folder), "utf8") === whole.text, "its bytes are others");
  if (setting.leaves !== null) {
    const left = readdirSync(folder).sort().join();
    claim(left === setting.leaves.join(), `it leaves ${left}`);
  }
  if (endpoint !== null && code === 0) {
    const answered = answeredIn(setting.recording(folder));
    claim(new Set(answered).size === answered.length, "a call that was answered is asked again");
    claim(answered.length === whole.requests, `${answered.length} calls are answered, not ${whole.requests}`);
    const paid = endpoint.received.length - whole.requests;
    claim(paid >= 0 && paid <= interrupted, `${paid} calls were made twice, ${interrupted} were under way`);
    // A window has no summary.
    const twice = JSON.parse(summary.trim().split("\n").at(-1) || "{}").models?.possibly_paid_twice;
    if (summary !== "")
      claim(twice === interrupted, `${twice} calls are said to be possibly paid twice, not ${interrupted}`);
  }
  const when = moments.map((moment) => `${Math.round(moment)} ms`).join(", ");
  return { what: `${setting.name}, killed ${when} after it had begun`, problems };
}

/** Ends it `afterMs` after it has begun to play, where it has not ended by itself. */
async function killOnce(setting: KillSetting, folder: string, afterMs: number): Promise<void> {
  const child = setting.start(folder);
  child.stdout?.resume();
  child.stderr?.resume();
  const ended = new Promise((resolve) => child.once("exit", resolve));
  while (child.exitCode === null && !setting.hasBegun(folder)) await wait(5);
  await Promise.race([ended, wait(afterMs)]);
  child.kill("SIGKILL");
  await ended;
}

/** The calls that have their answer on record, by name. */
function answeredIn(recording: readonly RecordingLine[]): string[] {
  return recording.flatMap((line) =>
    line.event === "answered" ? [`${line.trial} ${line.request} ${line.occurrence}`] : [],
  );
}

/** How many calls have begun and have no end on record; each endpoint counts its own. */
function unendedIn(recording: readonly RecordingLine[]): number {
  const callOf = (line: { call: number; request: string }) => `${line.call} ${line.request}`;
  const ended = new Set(
    recording.flatMap((line) => ("call" in line && line.event !== "begun" ? [callOf(line)] : [])),
  );
  return recording.filter((line) => line.event === "begun" && !ended.has(callOf(line))).length;
}
