import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { createDisagreementsService } from "../../electron/services/disagreements.ts";
import { createJobBoard } from "../../electron/services/job-board.ts";
import { putSettingsOfProject } from "../../electron/store/settings.ts";
import { openWorkspace } from "../../electron/store/workspace.ts";
import { fillWithOpinions, longestTurn, timed } from "./agreement.ts";

/** What the inbox of a project of 100,000 items costs, in milliseconds. */
interface InboxFigures {
  differing: number;
  /** Opened for the first time, and once for each later time. */
  firstMs: number;
  laterMs: number[];
  /** A screen of lines, which also records that the adjudicator has seen what they say; and one item whole. */
  rowsMs: number;
  itemMs: number;
  /** Settling by majority: the preview, all of it, and the longest that nobody else got a turn meanwhile. */
  previewMs: number;
  settleMs: number;
  longestTurnMs: number;
}

/** Measures the inbox of 100,000 items, three opinions each of twelve people. */
export async function measureInbox(): Promise<InboxFigures> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "querent-bench-"));
  const workspace = openWorkspace(path.join(folder, "work.querent"));
  try {
    const projectId = await fillWithOpinions(workspace);
    const caller = { actor: "adjudicator" };
    await workspace.write((db) =>
      putSettingsOfProject(db, projectId, { "review.adjudicators": [caller.actor] }),
    );
    const ended = Promise.withResolvers<void>();
    const board = createJobBoard({
      newId: randomUUID,
      publish: (change) => change.type === "job" && change.job.state !== "running" && ended.resolve(),
    });
    const service = createDisagreementsService({
      ...{ workspace, now: () => new Date(), newId: randomUUID, publish: () => undefined, board },
    });
    let ids: number[] = [];
    const open = async () => {
      ids = await service.ids({ projectId, filter: { state: "open", about: "people" } }, caller);
    };
    const firstMs = await timed(open);
    const laterMs: number[] = [];
    for (let at = 0; at < 5; at += 1) laterMs.push(await timed(open));
    const differing = ids.length;
    const itemIds = ids.slice(0, 100);
    const rowsMs = await timed(() => service.rows({ projectId, itemIds }, caller));
    const itemMs = await timed(() => service.item({ itemId: itemIds[50] ?? 0 }, caller));
    const rule = { projectId, rule: "majority" as const, atLeast: 2 };
    const previewMs = await timed(() => service.previewRule(rule, caller));
    const turns = longestTurn();
    const settleMs = await timed(async () => {
      await service.settleByRule({ ...rule, saveId: randomUUID() }, caller);
      await ended.promise;
    });
    const longestTurnMs = turns.stop();
    return { differing, firstMs, laterMs, rowsMs, itemMs, previewMs, settleMs, longestTurnMs };
  } finally {
    await workspace.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
