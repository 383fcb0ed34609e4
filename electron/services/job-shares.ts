import type { Job } from "#shared/contract/jobs.ts";
import { ServiceFault } from "./fault.ts";

/** Work in the background that members started, so that one of them does not start all that a host can bear. */
export interface JobShares {
  /** Throws `BAD_INPUT` where a call would start more than a person's share; notes what it starts else. */
  refuseMore(call: string, asked: { input: unknown; projects: readonly number[] }, account: string): void;
}

/** What a call starts in its project; calls that are not here start nothing. */
const kindOf: Readonly<Record<string, (input: { what?: string }) => string>> = {
  "dialogues.start": () => "dialogues",
  "dialogues.resume": () => "dialogues",
  "jobs.evaluate": () => "evaluate",
  "taskRuns.startAll": ({ what = "" }) => what,
  "taskRuns.evaluatePredictions": () => "evaluate-tasks",
  "certificates.certifyTasks": () => "certify",
};

/** `jobs` are those that are known now, `most` how many of one person may run at once. */
export function createJobShares(jobs: () => readonly Job[], most: number): JobShares {
  const startedBy = new Map<string, string>();
  return {
    refuseMore(call, { input, projects: [projectId = 0] }, account) {
      const kind = Object.hasOwn(kindOf, call) ? kindOf[call]?.(input as { what?: string }) : undefined;
      if (kind === undefined) return;
      const keyOf = (job: Pick<Job, "projectId"> & { kind: string }) => `${job.kind} ${job.projectId}`;
      const wanted = keyOf({ kind, projectId });
      const running = jobs().filter(({ state }) => state === "running");
      const own = new Set(running.map(keyOf).filter((key) => startedBy.get(key) === account));
      if (own.size >= most && !own.has(wanted)) throw tooMany(most);
      // Who started what runs already stays who did.
      if (!running.some((job) => keyOf(job) === wanted)) startedBy.set(wanted, account);
    },
  };
}

const tooMany = (most: number) =>
  new ServiceFault(
    "BAD_INPUT",
    `You have ${most} jobs running on this host. Wait for one of them to end, or stop it.`,
    { problems: [] },
  );
