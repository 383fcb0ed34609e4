import { writeFileSync } from "node:fs";
import path from "node:path";
import { setImmediate } from "node:timers/promises";
import { importInThread, importThreadEntry } from "../../electron/store/import-in-thread.ts";
import { addMember, putRoles } from "../../electron/store/members.ts";
import { setSlotPlan } from "../../electron/store/slot-plans.ts";
import {
  expireLeases,
  nextClaim,
  putFinished,
  slotOn,
  slotPlanOf,
  takeSlot,
} from "../../electron/store/slots.ts";
import { openWorkspace, type Workspace } from "../../electron/store/workspace.ts";
import { defaultChoices } from "../../shared/domain/import-report.ts";

const items = 100_000;
const at = "2026-01-01T00:00:00.000Z";
const by = { actor: "lead", at };

/** Takes the next item, as services/slots does, and judges it at once or not. */
async function claim(
  workspace: Workspace,
  reviewer: string,
  isJudged: boolean,
  overlap: number,
): Promise<number> {
  const started = performance.now();
  const itemId = await workspace.write(async (db) => {
    await expireLeases(db, 1, at);
    const next = await nextClaim(db, { projectId: 1, reviewer });
    if ("why" in next) return null;
    const how = { action: "claim", leaseUntil: "2026-01-02T00:00:00.000Z", handOut: null, overlap } as const;
    await takeSlot(db, next.itemId, { projectId: 1, reviewer }, how, by);
    return next.itemId;
  });
  const took = performance.now() - started;
  if (itemId !== null && isJudged)
    await workspace.write(async (db) => {
      const slot = await slotOn(db, itemId, reviewer);
      if (slot !== null) await putFinished(db, slot, at);
    });
  return took;
}

/** How long each write of somebody else takes while work goes on, one following the other, in milliseconds. */
async function waitsWhile(workspace: Workspace, work: () => Promise<unknown>): Promise<number[]> {
  const waits: number[] = [];
  let isDone = false;
  const working = work().then(() => {
    isDone = true;
  });
  // From one answer to the next, so that a process that hears nobody counts, too.
  for (let last = performance.now(); !isDone; ) {
    await setImmediate();
    await workspace.write((db) => slotPlanOf(db, 1));
    const now = performance.now();
    waits.push(now - last);
    last = now;
  }
  await working;
  return waits;
}

/** How long others wait while slots are planned for 100,000 items, and how long taking an item takes; each write reaches the disk. */
export async function reportSlots(
  line: (what: string, measured: string, target: string) => void,
  folder: string,
): Promise<void> {
  const told = (what: string, times: number[], target: string) => {
    const sorted = times.sort((one, other) => one - other);
    const of = (share: number) => (sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN).toFixed(1);
    line(what, `median ${of(0.5)} ms, p99 ${of(0.99)} ms, most ${of(1)} ms`, target);
  };
  const workspace = openWorkspace(path.join(folder, "work.querent"));
  try {
    const file = path.join(folder, "predictions.json");
    const predictions = Array.from({ length: items }, (_, n) => ({
      ...{ question_id: n, db_id: `db_${n % 20}`, question: `Which ships called at berth ${n}?` },
      ...{ predicted_sql: `SELECT * FROM call WHERE berth = ${n}`, gold_sql: "SELECT 1" },
    }));
    writeFileSync(file, JSON.stringify(predictions));
    await importInThread(
      workspace.path,
      {
        ...{ files: [{ path: file, labels: { as: "left-out" } }], choices: defaultChoices },
        ...{ projectName: "bench", databasesDir: folder, account: "lead", at },
      },
      { entry: importThreadEntry, signal: new AbortController().signal, onProgress: () => undefined },
    );
    const people = Array.from({ length: 50 }, (_, n) => `person ${n}`);
    await workspace.write(async (db) => {
      for (const name of people) {
        await addMember(db, { account: name, name, by: "lead", at });
        await putRoles(db, { account: name, projectId: 1 }, ["reviewer"]);
      }
    });
    for (const [before, overlap] of [
      [0, 2],
      [2, 3],
      [3, 2],
    ] as const) {
      const waits = await waitsWhile(workspace, () =>
        setSlotPlan(workspace, 1, { overlap, leaseMinutes: 60 }, by),
      );
      told(`a write while ${overlap} opinions an item are planned after ${before}`, waits, "100 ms");
    }
    const times: number[] = [];
    for (let round = 0; round < 40; round += 1)
      for (const person of people) times.push(await claim(workspace, person, true, 2));
    told("50 people take items in turn", times, "100 ms");
    // One who has been through everything: each further claim looks at all that is left and finds nothing.
    await workspace.write(async (db) => {
      for (let itemId = 1; itemId <= items; itemId += 1)
        await takeSlot(
          db,
          itemId,
          { projectId: 1, reviewer: "all" },
          { action: "give", leaseUntil: null, handOut: null, overlap: 2 },
          by,
        );
    });
    const inVain: number[] = [];
    for (let n = 0; n < 20; n += 1) inVain.push(await claim(workspace, "all", false, 2));
    told("somebody who holds every item asks for another", inVain, "");
  } finally {
    await workspace.close();
  }
}
