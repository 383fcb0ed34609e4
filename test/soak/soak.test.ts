import { describe, expect, it } from "vitest";
import { appendSlotEvent } from "../../electron/store/slots.ts";
import { testServer } from "../support/new-workspace.ts";
import { prediction, testWorkspace } from "../support/test-workspace.ts";
import { checkSoak } from "./check-soak.ts";
import { runSoak } from "./run-soak.ts";
import type { ClientRecord } from "./soak-client.ts";

const nothing = { claims: [], coldClaims: [], leaks: [], refusals: new Map(), judged: new Set<number>() };

describe("a team under load", () => {
  it("loses nothing, gives nobody's place away and tells nobody too much, whatever is killed meanwhile", async () => {
    const [place, clients] = testServer() === undefined ? (["file", 20] as const) : (["server", 50] as const);
    const outcome = await runSoak({ place, clients, seconds: 30, items: 3_000, note: () => undefined });
    expect(outcome).toMatchObject({ lost: [], overAssigned: [], leaks: [] });
    expect(outcome.saves).toBeGreaterThan(0);
    expect(outcome.hostKills).toBeGreaterThan(0);
    if (place === "server") expect(outcome.serverHalts).toBeGreaterThan(0);
  }, 240_000);

  it("would be found out if it did", async () => {
    const { workspace, projectId, itemIds } = await testWorkspace([prediction(0)]);
    const [itemId = 0] = itemIds;
    const by = { actor: "anna", at: "2026-01-01T00:00:00.000Z" };
    const claim = (number: number, reviewer: string) =>
      workspace.write((db) => appendSlotEvent(db, { itemId, number }, { projectId, reviewer }, "claim", by));
    const saved: ClientRecord["saved"] = new Map([["never-stored", { itemId, label: "yes" }]]);
    const clients: ClientRecord[] = [{ ...nothing, name: "Ann", saved, leaks: ["others: what Bert says"] }];
    await claim(1, "Ann");
    await claim(1, "Bert");
    await claim(2, "Bert");
    await claim(3, "Cleo");
    const { lost, overAssigned, leaks } = await checkSoak(workspace, clients, 2);
    expect(lost).toEqual([`Ann's yes on item ${itemId} (never-stored)`]);
    expect(overAssigned).toEqual([
      expect.stringContaining("slot 1 of item"),
      expect.stringContaining("Bert holds item"),
      expect.stringContaining("3 people hold item"),
    ]);
    expect(leaks).toHaveLength(1);
  });
});
