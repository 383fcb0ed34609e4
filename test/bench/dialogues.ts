import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { readSystemName, type SystemName } from "#shared/dialogue/systems/system-name.ts";
import { openPackDialogues } from "../dialogues/pack-dialogues.ts";

/** Dialogues of river-watch on PGlite: what one takes beyond its SQL, and the rate on one worker and on two. */
export interface DialogueFigures {
  /** Milliseconds of each dialogue on one worker in which neither a statement nor a test ran: sorted. */
  beyondSqlMs: number[];
  dialogues: number;
  /** Dialogues a second, by the number of workers. */
  rate: Record<1 | 2, number>;
}

/** Plays each task of the pack so often, with seeds of its own, that there are at least so many c-Interact dialogues. */
export async function measureDialogues(atLeast = 600): Promise<DialogueFigures> {
  const systems = [readSystemName("asks-everything") as SystemName];
  const figures: DialogueFigures = { beyondSqlMs: [], dialogues: 0, rate: { 1: 0, 2: 0 } };
  for (const lanes of [1, 2] as const) {
    const folder = mkdtempSync(path.join(os.tmpdir(), "querent-bench-"));
    const beyond: number[] = [];
    const pack = await openPackDialogues({
      ...{ folder, lanes },
      onPlayed: ({ allMs, sqlMs }) => void beyond.push(allMs - sqlMs),
    });
    try {
      const trials = Math.ceil(atLeast / (await pack.checked("c")).prepared.length);
      await pack.play("c", systems);
      beyond.length = 0;
      const startedAt = performance.now();
      const { dialogues } = await pack.playJobs("c", systems, { trials });
      figures.rate[lanes] = (dialogues.length * 1000) / (performance.now() - startedAt);
      figures.dialogues = dialogues.length;
      if (lanes === 1) figures.beyondSqlMs = beyond.toSorted((a, b) => a - b);
    } finally {
      await pack.close();
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return figures;
}
