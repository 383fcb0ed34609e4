// How the time of what reads foreign text grows with the text: each reader, rewriter, lexer, lint and comparer on texts that are
// ten times as long. Run as a thread it measures one of them (workerData: its name) and posts each shape as it is done.
import { parentPort, Worker, workerData } from "node:worker_threads";
import { growthSubjects, type Subject } from "./growth-subjects.ts";

/** Time on a text of ten times the length over the time on the text, for one subject and one shape of text. */
export interface TextGrowth {
  subject: string;
  shape: string;
  /** Characters of the shorter text, and milliseconds on the longer one. */
  length: number;
  milliseconds: number;
  growth: number;
}

/** What is known to grow faster, `subject: shape`; each with its cause in ARCHITECTURE.md. */
export const knownGrowth: ReadonlySet<string> = new Set([
  "keys as shipped: object",
  "keys as fixed: object",
  "soft-EX as shipped: rounded items",
  "soft-EX as shipped: calls",
  "comparison: columns in another order",
  "comparison: a column more",
  "stated exceptions: a wide row",
  "dialogues: a wide row",
]);

/** How much longer a text of ten times the length may take. */
export const most = 12;
/** The lengths of texts that are begun with: the next one where a text takes less than `shortestMs`, which tells of caches and not of work. */
const lengths = [100_000, 300_000, 1_000_000];
const shortestMs = 10;
/** What a text costs is the least of so many runs: a busy machine and the collector only ever add to it. */
const [fewestRuns, mostRuns, enoughMs] = [3, 8, 60];
/** What takes as long is not run more often than it must be. */
const longMs = 1500;
/** What is above is measured anew, in a new thread; what grows faster than its text does so each time. */
const tries = 3;
/** A subject that is not through with a text by then is ended: of processor time, looked at so often. */
const patienceMs = 180_000;
const lookMs = 1000;

async function leastTime(run: () => unknown): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  let spent = 0;
  for (let runs = 0; runs < fewestRuns || (runs < mostRuns && spent < enoughMs); runs += 1) {
    const one = await spentOn(run);
    least = Math.min(least, one);
    spent += one;
  }
  return least;
}

/** The least time of a text of which it is only asked whether it stays under a bound: no more runs than show that. */
async function timeUnder(bound: number, run: () => unknown): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let runs = 0; runs < mostRuns && least > bound && (least < longMs || runs < fewestRuns); runs += 1)
    least = Math.min(least, await spentOn(run));
  return least;
}

const nap = new Int32Array(new SharedArrayBuffer(4));

/** Milliseconds of processor time. A thread's time is booked when it pauses, else at the next tick of the system, which is 4 ms long. */
async function spentOn(run: () => unknown): Promise<number> {
  Atomics.wait(nap, 0, 0, 0.05);
  const before = process.threadCpuUsage();
  await run();
  Atomics.wait(nap, 0, 0, 0.05);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/**
 * Ten times the text, and where that takes longer than it may, ten times as much again: a text that no longer lies in the processor's
 * caches costs more once, and what grows faster than its text does so at every length.
 */
export async function growthOf(
  subject: Subject,
  shape: string,
  from: readonly number[] = lengths,
  bound = most,
): Promise<Omit<TextGrowth, "subject" | "shape">> {
  let [length, short] = [0, 0];
  for (length of from) {
    short = await leastTime(subject.on(shape, length));
    if (short >= shortestMs) break;
  }
  const milliseconds = await timeUnder(Math.max(bound * short, shortestMs), subject.on(shape, length * 10));
  // What is through with a text of that length by then has not looked at any of it twice.
  if (milliseconds < shortestMs) return { length, milliseconds, growth: 10 };
  const growth = milliseconds / short;
  if (growth <= bound || milliseconds > longMs) return { length, milliseconds, growth };
  const after = await timeUnder(bound * milliseconds, subject.on(shape, length * 100));
  return { length, milliseconds, growth: Math.min(growth, after / milliseconds) };
}

async function measureIn(name: string, shapes: readonly string[]): Promise<void> {
  const subject = (await growthSubjects())[name] as Subject;
  for (const shape of shapes) {
    parentPort?.postMessage({ shape });
    parentPort?.postMessage({ shape, ...(await growthOf(subject, shape)) });
  }
}

/** Measures every subject in threads of its own; a shape that ends its thread, or takes it three minutes of processor time, is reported as infinite. */
export async function measureTextGrowth(
  tell: (growth: TextGrowth) => void = () => undefined,
  only = /^/,
): Promise<TextGrowth[]> {
  const all: TextGrowth[] = [];
  for (const [subject, { shapes }] of Object.entries(await growthSubjects())) {
    if (!only.test(subject)) continue;
    const measured = new Map<string, TextGrowth>();
    let left: readonly string[] = shapes;
    for (let round = 0; round < tries && left.length > 0; round += 1) {
      for (const one of await measureShapes(subject, left))
        if (one.growth < (measured.get(one.shape)?.growth ?? Number.POSITIVE_INFINITY) || round === 0)
          measured.set(one.shape, one);
      left = shapes.filter((shape) => {
        const growth = measured.get(shape)?.growth ?? 0;
        return growth > most && Number.isFinite(growth);
      });
    }
    for (const one of measured.values()) tell(one);
    all.push(...measured.values());
  }
  return all;
}

async function measureShapes(subject: string, shapes: readonly string[]): Promise<TextGrowth[]> {
  const done: TextGrowth[] = [];
  // A thread that was ended has a last shape: the next one goes on behind it.
  while (done.length < shapes.length) done.push(...(await inThread(subject, shapes.slice(done.length))));
  return done;
}

function inThread(subject: string, shapes: readonly string[]): Promise<TextGrowth[]> {
  const done: TextGrowth[] = [];
  let shape = shapes[0] ?? "";
  return new Promise((resolve) => {
    const worker = new Worker(new URL(import.meta.url), {
      workerData: { subject, shapes },
      // Else what grows is the share of tokens that the collector copies, and not the work on them.
      resourceLimits: { maxYoungGenerationSizeMb: 512 },
    });
    let watch: NodeJS.Timeout | undefined;
    const watched = () => {
      // This thread only waits: what the process takes is the worker's.
      const begun = process.cpuUsage();
      return setInterval(() => {
        const { user, system } = process.cpuUsage(begun);
        if ((user + system) / 1000 > patienceMs) giveUp();
      }, lookMs);
    };
    const giveUp = () => {
      clearInterval(watch);
      done.push({ subject, shape, length: 0, milliseconds: patienceMs, growth: Number.POSITIVE_INFINITY });
      void worker.terminate().then(() => resolve(done));
    };
    worker.on("message", (message: { shape: string } & Partial<TextGrowth>) => {
      clearInterval(watch);
      shape = message.shape;
      if (message.milliseconds === undefined) watch = watched();
      else done.push({ ...(message as TextGrowth), subject });
    });
    worker.once("error", (error) => {
      console.error(`${subject}, ${shape}: ${error.message}`);
      giveUp();
    });
    worker.once("exit", () => {
      clearInterval(watch);
      resolve(done);
    });
  });
}

if (workerData?.subject !== undefined) await measureIn(workerData.subject, workerData.shapes);
