import type { Task } from "#shared/domain/task.ts";
import type { TaskRun } from "#shared/domain/task-run.ts";
import type { EvaluatorProfile } from "#shared/domain/test-script.ts";
import { concernsOneDatabase, EngineProblem, isLastingFault, type TemplateRef } from "../engines/engine.ts";
import type { TaskAnswer, TaskRunner, TaskSession } from "./phases.ts";
import { setAside, sortByEnds, type UnderWay } from "./under-way.ts";

/** A task with the answer that is to be tested. */
export interface TaskToEvaluate {
  task: Task;
  answer: TaskAnswer;
}

/** What became of it: a run, or why there could be none and it has no verdict (no database, an engine that failed twice, a task that is set aside). */
export type TaskEvaluation<Item extends TaskToEvaluate> =
  | { item: Item; run: TaskRun; error: null }
  | { item: Item; run: null; error: string };

export interface EvaluateTasksOptions {
  runner: TaskRunner;
  profile: EvaluatorProfile;
  whose: TaskRun["answer"];
  /** The template of a database; rejects with why there is none. */
  template(database: string): Promise<TemplateRef>;
  /** How many tasks run at once, each on a private state of its own. */
  concurrency: number;
  /** Where tasks are marked while they run; what ended two processes is then set aside. */
  underWay?: UnderWay | undefined;
  signal?: AbortSignal | undefined;
}

/** Evaluations that wait for the reader, beyond which lanes wait, too. */
const mostWaiting = 64;

/**
 * Evaluates tasks on several lanes and gives each as it ends, in no order; tasks of one database run one after another, so
 * that a lane keeps its state. Memory does not grow with the number of tasks. Throws the signal's reason when it is aborted, and
 * `EngineFault` where the engine or the machine can run no task at all.
 */
export async function* evaluateTasks<Item extends TaskToEvaluate>(
  items: readonly Item[],
  options: EvaluateTasksOptions,
): AsyncGenerator<TaskEvaluation<Item>> {
  const stop = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, stop.signal]) : stop.signal;
  const waiting = createMailbox<TaskEvaluation<Item>>();
  const all = runAll(items, { ...options, signal }, { waiting, stop }).then(
    () => waiting.end(null),
    (error: unknown) => waiting.end(error),
  );
  try {
    yield* waiting.letters();
  } finally {
    // Where the reader stops early, what is under way stops as well, and its states are closed before this returns.
    stop.abort(new Error("the evaluation was cancelled"));
    waiting.end(null);
    await all;
  }
}

/** Runs what may have ended a process on one lane before all others; resolves, or rejects, when no lane runs any more. */
async function runAll<Item extends TaskToEvaluate>(
  items: readonly Item[],
  options: EvaluateTasksOptions,
  { waiting, stop }: { waiting: Mailbox<TaskEvaluation<Item>>; stop: AbortController },
): Promise<void> {
  const { underWay, profile, concurrency } = options;
  const { aside, suspects, others } = underWay
    ? sortByEnds(items, underWay, ({ task, answer }) => ({ task, profile, answer }))
    : { aside: [], suspects: [], others: items };
  for (const item of aside) await waiting.put({ item, run: null, error: setAside(item.task) });
  for (const [some, width] of [
    [suspects, 1],
    [others, concurrency],
  ] as const) {
    const queue = byDatabase(some).values();
    const lanes = Array.from({ length: Math.min(width, some.length) }, () =>
      runLane(queue, options, waiting),
    );
    try {
      await Promise.all(lanes);
    } catch (error) {
      stop.abort(error);
      await Promise.allSettled(lanes);
      throw error;
    }
  }
}

/** The same tasks with those of one database together, databases in the order of their first task. */
function byDatabase<Item extends TaskToEvaluate>(items: readonly Item[]): Item[] {
  return [...Map.groupBy(items, ({ task }) => task.database).values()].flat();
}

async function runLane<Item extends TaskToEvaluate>(
  queue: Iterator<Item>,
  options: EvaluateTasksOptions,
  waiting: Mailbox<TaskEvaluation<Item>>,
): Promise<void> {
  const lane = createLane(options);
  try {
    for (let next = queue.next(); !next.done; next = queue.next()) {
      options.signal?.throwIfAborted();
      await waiting.put(await lane.evaluate(next.value));
    }
  } finally {
    await lane.close();
  }
}

/** A lane keeps its state for as long as the database stays the same. */
function createLane(options: EvaluateTasksOptions) {
  let session: TaskSession | null = null;
  let database: string | null = null;

  async function close(): Promise<void> {
    const open = session;
    session = null;
    database = null;
    await open?.close();
  }

  async function sessionOf(name: string): Promise<TaskSession> {
    if (session !== null && database === name) return session;
    await close();
    session = await options.runner.open(await options.template(name));
    database = name;
    return session;
  }

  return {
    async evaluate<Item extends TaskToEvaluate>(item: Item): Promise<TaskEvaluation<Item>> {
      const { profile, whose, signal } = options;
      const { task, answer } = item;
      const work = { task, profile, answer };
      options.underWay?.begin(work);
      try {
        const open = await sessionOf(task.database);
        return { item, run: await open.run({ task, profile, answer, whose }, { signal }), error: null };
      } catch (error) {
        signal?.throwIfAborted();
        if (endsBatch(error)) throw error;
        // The state may be what failed: the next task gets a new one.
        await close().catch(() => {});
        return { item, run: null, error: error instanceof Error ? error.message : String(error) };
      } finally {
        options.underWay?.done(work);
      }
    },
    close,
  };
}

/** Whether the next task would fail in the same way. */
function endsBatch(error: unknown): boolean {
  return isLastingFault(error) || (error instanceof EngineProblem && !concernsOneDatabase(error));
}

/** Hands values from several writers to one reader; writers wait while too many are unread. */
interface Mailbox<Letter> {
  put(letter: Letter): Promise<void>;
  /** No more letters come; null or the reason that the reader is thrown. Only the first end counts. */
  end(reason: unknown): void;
  letters(): AsyncGenerator<Letter>;
}

function createMailbox<Letter>(): Mailbox<Letter> {
  const unread: Letter[] = [];
  let ended: { reason: unknown } | null = null;
  let changed = Promise.withResolvers<void>();
  const tell = () => {
    changed.resolve();
    changed = Promise.withResolvers<void>();
  };
  return {
    async put(letter) {
      unread.push(letter);
      tell();
      while (unread.length > mostWaiting && ended === null) await changed.promise;
    },
    end(reason) {
      ended ??= { reason };
      tell();
    },
    async *letters() {
      for (;;) {
        const letter = unread.shift();
        if (letter !== undefined) {
          tell();
          yield letter;
        } else if (ended !== null) {
          if (ended.reason !== null) throw ended.reason;
          return;
        } else await changed.promise;
      }
    },
  };
}
