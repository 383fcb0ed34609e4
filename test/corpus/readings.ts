import { goldWithReadings } from "#shared/dialogue/readings.ts";
import type { SystemName } from "#shared/dialogue/systems/system-name.ts";
import type { Protocol } from "#shared/domain/dialogue.ts";
import type { DialogueJob } from "../../electron/dialogues/dialogue-job.ts";
import { createTaskRunner } from "../../electron/evaluation/phases.ts";
import type { PackDialogues } from "../dialogues/pack-dialogues.ts";

/** A reading of an ambiguity that a system wrote because it never asked, and whether it passed phase 1. */
export interface TriedReading {
  what: string;
  inDialogue: boolean;
  /** The same SQL as a submission by itself. */
  outside: boolean;
}

/** Plays systems that leave out one ambiguity, and tests the readings that they write without a dialogue. */
export async function tryReadings(
  pack: PackDialogues,
  protocol: Protocol,
  systems: readonly SystemName[],
): Promise<TriedReading[]> {
  const { jobs, dialogues } = await pack.playJobs(protocol, systems);
  const session = await createTaskRunner(pack).open(pack.template);
  try {
    const tried: TriedReading[] = [];
    for (const [at, job] of jobs.entries()) {
      const { task } = job.prepared.context;
      const answer = { phase1: sqlOf(job), phase2: null };
      const run = await session.run({ task, profile: "conv", answer, whose: "predicted" });
      tried.push({
        what: `${task.instanceId}, ${protocol}-Interact: ${answer.phase1.join("; ").slice(-200)}`,
        inDialogue: dialogues[at]?.phase1Passed === true,
        outside: run.phases[0]?.passedFixed === true,
      });
    }
    return tried;
  } finally {
    await session.close();
  }
}

function sqlOf({ prepared: { context, readings }, system }: DialogueJob): string[] {
  if (system.kind !== "asks-all-but-one") throw new Error("another system");
  const { ambiguity, reading } = system;
  const sql = readings[ambiguity ?? -1]?.running[reading ?? -1]?.sql;
  if (ambiguity === null || sql === undefined) throw new Error("no reading");
  return goldWithReadings(context, new Map([[ambiguity, sql]]));
}
