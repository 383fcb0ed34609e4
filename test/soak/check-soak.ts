import { query } from "../../electron/store/query.ts";
import type { Workspace } from "../../electron/store/workspace.ts";
import type { SlotAction } from "../../shared/domain/slot.ts";
import type { ClientRecord } from "./soak-client.ts";

/** What a soak is held to, from the events of its workspace and from what its clients know; [] each where it held. */
export interface SoakFindings {
  /** Saves that the host acknowledged and that are not in the events as they were sent. */
  lost: string[];
  /** Items that more people held at a time than the plan says, and slots of one person twice. */
  overAssigned: string[];
  leaks: string[];
  /** How often each thing happened to a slot. */
  actions: Partial<Record<SlotAction, number>>;
}

/** Follows the events of a workspace from the first to the last. */
export async function checkSoak(
  workspace: Workspace,
  clients: readonly ClientRecord[],
  overlap: number,
): Promise<SoakFindings> {
  return workspace.read(async (db) => {
    const saves = await db.all(
      query
        .selectFrom("verdict_event")
        .select(["save_id", "item_id", "reviewer", "judgement"])
        .where("action", "=", "save"),
    );
    const stored = new Map(saves.map((save) => [save.save_id, save]));
    const lost = clients.flatMap(({ name, saved }) =>
      [...saved].flatMap(([saveId, { itemId, label }]) => {
        const save = stored.get(saveId);
        const isThere =
          save?.item_id === itemId && save.reviewer === name && JSON.parse(save.judgement).label === label;
        return isThere ? [] : [`${name}'s ${label} on item ${itemId} (${saveId})`];
      }),
    );
    const events = await db.all(query.selectFrom("slot_event").selectAll().orderBy("seq"));
    const overAssigned: string[] = [];
    const holders = new Map<number, Map<number, string>>();
    for (const { seq, item_id, number, reviewer, action } of events) {
      const held = holders.get(item_id) ?? new Map<number, string>();
      holders.set(item_id, held);
      if (action === "expire" || action === "return" || action === "take-back") held.delete(number);
      if (action !== "claim" && action !== "give") continue;
      if ([...held.values()].includes(reviewer))
        overAssigned.push(`event ${seq}: ${reviewer} holds item ${item_id} twice`);
      if (held.has(number))
        overAssigned.push(`event ${seq}: slot ${number} of item ${item_id} is held already`);
      held.set(number, reviewer);
      if (held.size > overlap) overAssigned.push(`event ${seq}: ${held.size} people hold item ${item_id}`);
    }
    const actions: SoakFindings["actions"] = {};
    for (const { action } of events) actions[action] = (actions[action] ?? 0) + 1;
    return { lost, overAssigned, leaks: clients.flatMap((client) => client.leaks), actions };
  });
}
