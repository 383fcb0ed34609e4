import { setImmediate } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { setSlotPlan } from "../../electron/store/slot-plans.ts";
import type { Workspace } from "../../electron/store/workspace.ts";
import type { ProjectRole } from "../../shared/domain/member.ts";
import { emptyJudgement } from "../../shared/domain/verdict.ts";
import { plainSql } from "../support/plain-sql.ts";
import { testServices } from "../support/test-services.ts";
import { importInto, prediction, testWorkspace } from "../support/test-workspace.ts";

const minute = 60_000;

/** A project of items in two databases with members and, unless left out, two opinions an item; the clock is the test's. */
async function teamOf(people: Record<string, ProjectRole[]>, items = 6, overlap: number | null = 2) {
  const predictions = Array.from({ length: items }, (_, index) =>
    prediction(index, { db_id: index < items / 2 ? "harbour" : "market" }),
  );
  const { workspace, projectId, itemIds, folder } = await testWorkspace(predictions);
  const clock = { ms: Date.UTC(2026, 2, 1, 12) };
  const services = testServices(workspace, { now: () => new Date(clock.ms) });
  const accounts = new Map<string, string>();
  for (const [name, roles] of Object.entries(people)) {
    const { account } = await services.members.invite({ projectId, name, roles }, { actor: "operator" });
    accounts.set(name, account);
  }
  const as = (name: string) => ({ actor: accounts.get(name) ?? name, isMember: accounts.has(name) });
  const plan = overlap === null ? null : { overlap, leaseMinutes: 60 };
  await services.slots.setPlan({ projectId, plan }, as("operator"));
  const claim = (name: string) => services.slots.claim({ projectId }, as(name));
  const judge = (name: string, itemId: number, label: string | null = "yes", baseRevision = 0) =>
    services.verdicts.save(
      {
        itemId,
        baseRevision,
        saveId: crypto.randomUUID(),
        judgement: { ...emptyJudgement, label, note: "as asked" },
      },
      as(name),
    );
  const mine = (name: string) => services.slots.mine({ projectId }, as(name));
  const events = () =>
    workspace.read((db) => db.all(plainSql("SELECT reviewer, action FROM slot_event ORDER BY seq")));
  return {
    ...{ services, workspace, projectId, itemIds, folder, clock, accounts, as },
    ...{ claim, judge, mine, events },
  };
}

const reviewers = { Ann: ["reviewer"], Bert: ["reviewer"], Cleo: ["reviewer"] } satisfies Record<
  string,
  ProjectRole[]
>;

describe("taking items", () => {
  it("gives each item to as many people as the plan says, nobody twice, in project order (SPEC SL1)", async () => {
    const { claim, itemIds, workspace } = await teamOf(reviewers, 3);
    const taken: (number | null)[] = [];
    for (const name of ["Ann", "Bert", "Cleo", "Ann", "Bert", "Cleo", "Ann"])
      taken.push((await claim(name)).itemId);
    const [one, two, three] = itemIds;
    expect(taken).toEqual([one, one, two, two, three, three, null]);
    const most = await workspace.read((db) =>
      db.all(
        plainSql(
          "SELECT max(n) AS most FROM (SELECT count(reviewer) AS n FROM opinion_slot GROUP BY item_id) AS places",
        ),
      ),
    );
    expect(most).toEqual([{ most: 2 }]);
  });

  it("is one place a person and item, whatever is written to the workspace", async () => {
    const { claim, workspace, itemIds } = await teamOf(reviewers, 1);
    await claim("Ann");
    const twice = workspace.write((db) => db.run(plainSql("UPDATE opinion_slot SET reviewer = 'Ann'")));
    await expect(twice).rejects.toThrow(/unique/i);
    expect(itemIds).toHaveLength(1);
  });

  it("stops at the quota, at ten that wait, and where nothing is left (SPEC SL2)", async () => {
    const { claim, services, projectId, judge } = await teamOf(reviewers, 14);
    const ofBert = { projectId, reviewer: "Bert", quota: 1, dueOn: "2026-03-05" };
    await services.slots.setShare(ofBert);
    const first = await claim("Bert");
    expect(await claim("Bert")).toEqual({ itemId: null, why: "quota" });
    await judge("Bert", first.itemId ?? 0);
    expect(await claim("Bert")).toEqual({ itemId: null, why: "quota" });
    for (let n = 0; n < 10; n += 1) await claim("Ann");
    expect(await claim("Ann")).toEqual({ itemId: null, why: "too-many-open" });
  });

  it("lets the queue hold what is one's own alone, but for leads (SPEC SL9)", async () => {
    const { claim, services, projectId, as, itemIds } = await teamOf({ ...reviewers, Lea: ["lead"] });
    const ids = (name: string) => services.queue.ids({ projectId, filter: {} }, as(name));
    expect(await ids("Ann")).toEqual([]);
    const { itemId } = await claim("Ann");
    expect(await ids("Ann")).toEqual([itemId]);
    expect((await services.queue.counts({ projectId }, as("Ann"))).total).toBe(1);
    expect(await ids("Lea")).toEqual(itemIds);
  });

  it("leaves a project without a plan as it was: every item is there, and no slot (SPEC SL1)", async () => {
    const { services, projectId, as, itemIds, judge, mine, workspace } = await teamOf(reviewers, 2, null);
    expect(await services.queue.ids({ projectId, filter: {} }, as("Ann"))).toEqual(itemIds);
    expect(await mine("Ann")).toBeNull();
    await judge("Ann", itemIds[0] ?? 0);
    expect(await workspace.read((db) => db.all(plainSql("SELECT * FROM opinion_slot")))).toEqual([]);
  });
});

/** What of a project's slots is not as its plan says: items with more or fewer free ones than it leaves. */
async function uneven(workspace: Workspace, overlap: number) {
  const rows = await workspace.read((db) =>
    db.all(
      plainSql<{ item: number; held: number; free: number }>(
        `SELECT item.id AS item, count(s.reviewer) AS held,
           count(CASE WHEN s.reviewer IS NULL AND s.number <= ${overlap} THEN 1 END) AS free
         FROM item LEFT JOIN opinion_slot s ON s.item_id = item.id GROUP BY item.id`,
      ),
    ),
  );
  return rows.filter(({ held, free }) => Number(free) !== Math.max(0, overlap - Number(held)));
}

describe("making a plan", () => {
  it("lets others have their turn in between, who see all of it or nothing, and counts what they say meanwhile", async () => {
    const { services, as, projectId, itemIds, judge, claim, workspace } = await teamOf(
      reviewers,
      3_500,
      null,
    );
    const [first = 0] = itemIds;
    const last = itemIds.at(-1) ?? 0;
    const seen = async () => {
      const { plan, free, open, finished } = await services.slots.plan({ projectId }, as("operator"));
      return { overlap: plan?.overlap ?? null, free, open, finished };
    };
    const state = { isMade: false };
    const set = async (overlap: number) => {
      try {
        await services.slots.setPlan({ projectId, plan: { overlap, leaseMinutes: 60 } }, as("operator"));
      } finally {
        state.isMade = true;
      }
    };
    await judge("Ann", first);
    await judge("Bert", first);
    const making = set(2);
    let turns = 0;
    for (; !state.isMade; turns += 1) {
      if (turns === 1) {
        await judge("Ann", last);
        await judge("Cleo", first);
        await judge("Bert", first, null, 1);
      }
      const { overlap, free } = await seen();
      if (overlap === null) expect(free).toBe(0);
      await setImmediate();
    }
    await making;
    expect(turns).toBeGreaterThan(2);
    // Three opinions of two persons and a third one: Ann twice, Cleo; Bert took his back.
    expect(await seen()).toEqual({ overlap: 2, free: 2 * 3_500 - 3, open: 0, finished: 3 });
    expect(await uneven(workspace, 2)).toEqual([]);
    const thirdPlaces = plainSql("SELECT 1 FROM opinion_slot WHERE number > 2 AND reviewer IS NOT NULL");
    // More opinions: until the plan says so nobody takes a third place.
    state.isMade = false;
    const more = set(3);
    for (let taken = 0; !state.isMade && taken < 9; taken += 1) {
      await claim(["Ann", "Bert", "Cleo"][taken % 3] ?? "");
      if ((await seen()).overlap === 2) expect(await workspace.read((db) => db.all(thirdPlaces))).toEqual([]);
      await setImmediate();
    }
    await more;
    expect(await uneven(workspace, 3)).toEqual([]);
    await set(1);
    expect(await uneven(workspace, 1)).toEqual([]);
  });

  it("leaves nothing to be seen where it comes to no end, and the next plan is whole", async () => {
    const { services, as, projectId, claim, workspace } = await teamOf(reviewers, 2_500, 1);
    let writes = 0;
    const failing = setSlotPlan(
      {
        read: workspace.read,
        write: (work) => {
          writes += 1;
          return writes > 1 ? Promise.reject(new Error("killed")) : workspace.write(work);
        },
      },
      projectId,
      { overlap: 3, leaseMinutes: 60 },
      { actor: "operator", at: "2026-03-01T12:00:00.000Z" },
    );
    await expect(failing).rejects.toThrow("killed");
    expect(await uneven(workspace, 1)).toEqual([]);
    const { plan, free } = await services.slots.plan({ projectId }, as("operator"));
    expect({ plan, free }).toMatchObject({ plan: { overlap: 1 }, free: 2_500 });
    const [one, other] = [await claim("Ann"), await claim("Bert")];
    expect(one.itemId).not.toBe(other.itemId);
    await services.slots.setPlan({ projectId, plan: null }, as("operator"));
    await services.slots.setPlan({ projectId, plan: { overlap: 2, leaseMinutes: 60 } }, as("operator"));
    expect(await uneven(workspace, 2)).toEqual([]);
  });

  it("of any number, in any order of claims, opinions, late ones and returns, leaves each item what the plan says", async () => {
    const people = ["Ann", "Bert", "Cleo"];
    const step = fc.oneof(
      fc.record({ do: fc.constant("plan" as const), overlap: fc.integer({ min: 1, max: 4 }) }),
      fc.record({
        do: fc.constantFrom(
          "claim" as const,
          "judge" as const,
          "clear" as const,
          "back" as const,
          "later" as const,
        ),
        who: fc.constantFrom(...people),
        at: fc.nat(2),
      }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
        const { services, as, projectId, itemIds, claim, judge, clock, workspace } = await teamOf(
          reviewers,
          3,
        );
        let overlap = 2;
        for (const one of steps) {
          if (one.do === "plan") {
            overlap = one.overlap;
            await services.slots.setPlan({ projectId, plan: { overlap, leaseMinutes: 60 } }, as("operator"));
          } else {
            const itemId = itemIds[one.at] ?? 0;
            const revision = await revisionOf(workspace, itemId, one.who);
            const label = one.do === "judge" ? "yes" : null;
            try {
              if (one.do === "claim") await claim(one.who);
              else if (one.do === "back") await services.slots.giveBack({ itemId }, as(one.who));
              else if (one.do === "later") clock.ms += 2 * 60 * minute;
              else await judge(one.who, itemId, label, revision);
            } catch (error) {
              expect(error).toMatchObject({ code: "BAD_INPUT" });
            }
          }
          expect(await uneven(workspace, overlap)).toEqual([]);
        }
      }),
      { numRuns: 12 },
    );
  });
});

/** The revision of a person's verdict on an item. */
async function revisionOf(workspace: Workspace, itemId: number, reviewer: string) {
  const [row] = await workspace.read((db) =>
    db.all(
      plainSql<{ revision: number }>(
        "SELECT revision FROM verdict WHERE item_id = ? AND reviewer = ?",
        itemId,
        reviewer,
      ),
    ),
  );
  return Number(row?.revision ?? 0);
}

describe("a lease", () => {
  it("runs out, and the item goes to others; a late opinion is kept as an extra one and said (SPEC SL4)", async () => {
    const { claim, judge, mine, clock, events, itemIds, services, projectId, as } = await teamOf(
      reviewers,
      1,
    );
    await claim("Ann");
    clock.ms += 61 * minute;
    await claim("Bert");
    await claim("Cleo");
    await judge("Bert", itemIds[0] ?? 0);
    await judge("Cleo", itemIds[0] ?? 0, "no");
    expect((await mine("Ann"))?.extraItemIds).toEqual([]);
    await judge("Ann", itemIds[0] ?? 0);
    expect(await mine("Ann")).toMatchObject({ extraItemIds: itemIds, finished: 1, openItemIds: [] });
    expect((await events()).map((event) => Object.values(event as object).join(" "))).toEqual([
      ...["Ann claim", "Ann expire", "Bert claim", "Cleo claim", "Bert finish", "Cleo finish", "Ann extra"],
    ]);
    const { people } = await services.slots.plan({ projectId }, as("operator"));
    expect(people.find(({ reviewer }) => reviewer === "Ann")).toMatchObject({ extra: 1, expired: 1 });
  });

  it("is renewed by opening and by typing (SPEC SL3)", async () => {
    const { claim, mine, clock, services, as } = await teamOf(reviewers, 1);
    const { itemId } = await claim("Ann");
    clock.ms += 50 * minute;
    await services.queue.item({ itemId: itemId ?? 0 }, as("Ann"));
    clock.ms += 50 * minute;
    const draft = { ...emptyJudgement, itemId: itemId ?? 0, baseRevision: 0, note: "hm" };
    await services.verdicts.saveDraft(draft, as("Ann"));
    clock.ms += 50 * minute;
    await claim("Bert");
    expect((await mine("Ann"))?.openItemIds).toEqual([itemId]);
    clock.ms += 61 * minute;
    await claim("Bert");
    expect((await mine("Ann"))?.openItemIds).toEqual([]);
  });

  it("holds where the host's clock is put back, and what happens then stands behind what was before", async () => {
    const { claim, judge, mine, clock, events, itemIds } = await teamOf(reviewers, 1, 1);
    await claim("Ann");
    clock.ms -= 120 * minute;
    expect((await claim("Bert")).itemId).toBeNull();
    expect((await mine("Ann"))?.openItemIds).toEqual(itemIds);
    await judge("Ann", itemIds[0] ?? 0);
    expect(await mine("Ann")).toMatchObject({ finished: 1, openItemIds: [] });
    expect((await claim("Bert")).itemId).toBeNull();
    expect((await events()).map((event) => Object.values(event as object).join(" "))).toEqual([
      "Ann claim",
      "Ann finish",
    ]);
  });

  it("that ran out unnoticed finishes as if it had not", async () => {
    const { claim, judge, mine, clock } = await teamOf(reviewers, 1);
    const { itemId } = await claim("Ann");
    clock.ms += 90 * minute;
    await judge("Ann", itemId ?? 0);
    expect(await mine("Ann")).toMatchObject({ finished: 1, extraItemIds: [] });
  });

  it("refuses a member who never held an item that is full (SPEC SL4)", async () => {
    const { claim, judge, itemIds } = await teamOf(reviewers, 1);
    for (const name of ["Ann", "Bert"]) await claim(name);
    await expect(judge("Cleo", itemIds[0] ?? 0)).rejects.toThrow(/all its planned opinions/);
  });

  it("comes back with an opinion that is taken back (SPEC SL5)", async () => {
    const { claim, judge, mine, services, projectId, as } = await teamOf(reviewers, 1);
    const { itemId } = await claim("Ann");
    await judge("Ann", itemId ?? 0);
    await services.verdicts.undo({ projectId }, as("Ann"));
    expect(await mine("Ann")).toMatchObject({ finished: 0, openItemIds: [itemId] });
    await services.verdicts.redo({ projectId }, as("Ann"));
    expect(await mine("Ann")).toMatchObject({ finished: 1, openItemIds: [] });
  });
});

describe("handing out", () => {
  const wish = { dbId: null, from: null, to: null, most: null };

  it("gives each alike what the preview says, and takes it back as far as it is unjudged (SPEC SL6)", async () => {
    const { services, projectId, as, judge, mine } = await teamOf(reviewers);
    const even = { projectId, ...wish, rule: "even" as const, reviewers: ["Ann", "Bert", "Cleo"] };
    const preview = await services.slots.previewHandOut(even, as("operator"));
    expect(preview.map(({ items }) => items)).toEqual([4, 4, 4]);
    const { handOut, parts } = await services.slots.handOut(even, as("operator"));
    expect(parts).toEqual(preview);
    const own = (await mine("Ann"))?.openItemIds ?? [];
    await judge("Ann", own[0] ?? 0);
    expect(await services.slots.undoHandOut({ projectId, handOut }, as("operator"))).toBe(11);
    expect(await mine("Ann")).toMatchObject({ finished: 1, openItemIds: [] });
  });

  it("gives whole databases to the same people, and by hand a part to one (SPEC SL6)", async () => {
    const { services, projectId, as, mine, itemIds } = await teamOf(reviewers, 6, 1);
    const byDatabase = { projectId, ...wish, rule: "by-database" as const, reviewers: ["Ann", "Bert"] };
    expect(await services.slots.previewHandOut(byDatabase, as("operator"))).toEqual([
      { reviewer: "Ann", items: 3, databases: 1 },
      { reviewer: "Bert", items: 3, databases: 1 },
    ]);
    const byHand = { projectId, ...wish, rule: "even" as const, reviewers: ["Cleo"], from: 1, to: 2 };
    await services.slots.handOut(byHand, as("operator"));
    expect((await mine("Cleo"))?.openItemIds).toEqual(itemIds.slice(1, 3));
  });

  it("holds quotas, and never gives what somebody has judged", async () => {
    const { services, projectId, as, claim, judge } = await teamOf(reviewers, 4, 2);
    await judge("Ann", (await claim("Ann")).itemId ?? 0);
    await services.slots.setShare({ projectId, reviewer: "Bert", quota: 2, dueOn: null });
    const even = { projectId, ...wish, rule: "even" as const, reviewers: ["Ann", "Bert"] };
    const parts = await services.slots.previewHandOut(even, as("operator"));
    expect(parts.map(({ items }) => items)).toEqual([3, 2]);
  });

  it("does not run out, but a lead takes it back (SPEC SL3)", async () => {
    const { services, projectId, as, mine, clock, claim } = await teamOf(reviewers, 2);
    await services.slots.handOut({ projectId, ...wish, rule: "even", reviewers: ["Ann"] }, as("operator"));
    clock.ms += 30 * 24 * 60 * minute;
    await claim("Bert");
    expect((await mine("Ann"))?.openItemIds).toHaveLength(2);
    expect(await services.slots.takeBack({ projectId, reviewer: "Ann" }, as("operator"))).toBe(2);
    expect((await mine("Ann"))?.openItemIds).toEqual([]);
  });
});

describe("what a member said", () => {
  it("is told in the history under their name, not their account", async () => {
    const { services, as, judge, itemIds } = await teamOf(reviewers, 1, null);
    await judge("Ann", itemIds[0] ?? 0);
    const history = await services.verdicts.history({ itemId: itemIds[0] ?? 0 }, as("Ann"));
    expect(history.map(({ actor }) => actor)).toEqual(["Ann"]);
  });
});

describe("settling", () => {
  it("is for who holds no opinion on the item, and owes none (SPEC SL8)", async () => {
    const { services, as, claim, judge, projectId, workspace } = await teamOf(
      { Ann: ["reviewer"], Bert: ["reviewer"], Adi: ["adjudicator"] },
      2,
      3,
    );
    const filter = { state: "open", about: "people" } as const;
    const { itemId } = await claim("Ann");
    for (const name of ["Bert", "Adi"]) await claim(name);
    await judge("Ann", itemId ?? 0);
    await judge("Bert", itemId ?? 0, "no");
    const ids = () => services.disagreements.ids({ projectId, filter }, as("Adi"));
    const settle = () =>
      services.disagreements.settle(
        {
          ...{ itemId: itemId ?? 0, revision: 0, saveId: crypto.randomUUID() },
          on: { label: "yes", diagnoses: [], notes: [] },
        },
        as("Adi"),
      );
    expect(await ids()).toEqual([]);
    await expect(services.disagreements.item({ itemId: itemId ?? 0 }, as("Adi"))).rejects.toThrow(
      /yet to judge/,
    );
    await expect(settle()).rejects.toThrow(/yet to judge/);
    await judge("Adi", itemId ?? 0);
    expect(await ids()).toEqual([itemId]);
    await expect(settle()).rejects.toThrow(/hold an opinion/);
    expect(await workspace.read((db) => db.all(plainSql("SELECT * FROM consensus")))).toEqual([]);
  });
});

describe("settling by a rule", () => {
  it("leaves the items that the lead judged to somebody else, and says how many (SPEC SL8)", async () => {
    const { services, as, claim, judge, projectId, workspace } = await teamOf(
      { Ann: ["reviewer"], Bert: ["reviewer"], Lea: ["lead"] },
      2,
      2,
    );
    const first = (await claim("Ann")).itemId ?? 0;
    await claim("Lea");
    const second = (await claim("Ann")).itemId ?? 0;
    await claim("Bert");
    await claim("Bert");
    for (const itemId of [first, second]) await judge("Ann", itemId);
    await judge("Lea", first);
    await judge("Bert", second);
    const rule = { projectId, rule: "unanimous", atLeast: 2 } as const;
    const outcome = { items: 1, byLabel: { yes: 1 }, stay: 0, own: 1 };
    expect(await services.disagreements.previewRule(rule, as("Lea"))).toEqual(outcome);
    await services.disagreements.settleByRule({ ...rule, saveId: crypto.randomUUID() }, as("Lea"));
    const settled = () =>
      workspace.read((db) => db.values(plainSql<{ id: number }>("SELECT item_id FROM consensus")));
    await expect.poll(settled).toEqual([second]);
    await expect
      .poll(() => services.disagreements.previewRule(rule, as("Lea")))
      .toEqual({ ...outcome, items: 0, byLabel: {} });
  });
});

describe("taking a settling back", () => {
  it("and putting it on again leaves items on which the adjudicator owes or holds an opinion since (SPEC SL8)", async () => {
    const { services, as, claim, judge, projectId, itemIds, workspace } = await teamOf(
      { Ann: ["reviewer"], Bert: ["reviewer"], Adi: ["adjudicator"] },
      3,
      3,
    );
    const [first = 0, second = 0, third = 0] = itemIds;
    for (const name of ["Ann", "Bert"])
      for (const itemId of itemIds) {
        await claim(name);
        await judge(name, itemId);
      }
    const settled = async () =>
      (
        await workspace.read((db) =>
          db.values(plainSql<{ id: number }>("SELECT item_id FROM consensus ORDER BY item_id")),
        )
      ).map(Number);
    const { undo, redo, settleByRule } = services.disagreements;
    const rule = { projectId, rule: "unanimous", atLeast: 2 } as const;
    await settleByRule({ ...rule, saveId: crypto.randomUUID() }, as("Adi"));
    await expect.poll(settled).toEqual(itemIds);
    // He owes an opinion on the first item, and gives one on the second.
    await claim("Adi");
    const judged = await claim("Adi");
    await judge("Adi", judged.itemId ?? 0);
    expect(await undo({ projectId }, as("Adi"))).toEqual({ itemId: third, items: 1 });
    expect(await settled()).toEqual([first, second]);
    expect(await undo({ projectId }, as("Adi"))).toBeNull();
    // What was taken back before he judged the item is not his to put on again.
    await claim("Adi");
    await judge("Adi", third);
    expect(await redo({ projectId }, as("Adi"))).toBeNull();
    expect(await settled()).toEqual([first, second]);
    // What he gives back is his to take back.
    await services.slots.giveBack({ itemId: first }, as("Adi"));
    expect(await undo({ projectId }, as("Adi"))).toEqual({ itemId: first, items: 1 });
    expect(await settled()).toEqual([second]);
  });

  it("goes on no longer than the adjudicator has the role", async () => {
    const { services, as, claim, judge, projectId, accounts, itemIds, workspace } = await teamOf(
      { Ann: ["reviewer"], Bert: ["reviewer"], Adi: ["adjudicator"] },
      2,
      2,
    );
    for (const name of ["Ann", "Bert"]) {
      await claim(name);
      await judge(name, itemIds[0] ?? 0);
    }
    const rule = { projectId, rule: "unanimous", atLeast: 2, saveId: crypto.randomUUID() } as const;
    const taking = services.members.setRoles(
      { projectId, account: accounts.get("Adi") ?? "", roles: ["reviewer"] },
      as("operator"),
    );
    // Asked for beside it, and begun or refused by whichever comes first.
    await Promise.allSettled([services.disagreements.settleByRule(rule, as("Adi")), taking]);
    await expect
      .poll(async () =>
        (await services.jobs.list(undefined, as("operator"))).some(({ state }) => state === "running"),
      )
      .toBe(false);
    expect(await workspace.read((db) => db.all(plainSql("SELECT * FROM consensus")))).toEqual([]);
    await expect(services.disagreements.undo({ projectId }, as("Adi"))).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
  });
});

describe("people and plans that change", () => {
  it("return the slots of who leaves, and keep their opinions (SPEC SL7)", async () => {
    const { services, projectId, accounts, as, claim, judge, workspace, clock } = await teamOf(reviewers, 3);
    const { itemId } = await claim("Ann");
    await judge("Ann", itemId ?? 0);
    await claim("Ann");
    const lastAt = new Date(clock.ms).toISOString();
    clock.ms += minute;
    await services.members.setRoles(
      { projectId, account: accounts.get("Ann") ?? "", roles: [] },
      as("operator"),
    );
    const { open, finished, people } = await services.slots.plan({ projectId }, as("operator"));
    expect({ open, finished }).toEqual({ open: 0, finished: 1 });
    expect(people.find(({ reviewer }) => reviewer === "Ann")).toMatchObject({ open: 0, finished: 1, lastAt });
    expect(await workspace.read((db) => db.all(plainSql("SELECT reviewer FROM verdict")))).toEqual([
      { reviewer: "Ann" },
    ]);
  });

  it("count opinions of before the plan, give new items slots, and fit a smaller overlap (SPEC SL5)", async () => {
    const { services, projectId, as, judge, itemIds, workspace, folder } = await teamOf(reviewers, 2, null);
    await judge("Ann", itemIds[0] ?? 0);
    const setPlan = (overlap: number) =>
      services.slots.setPlan({ projectId, plan: { overlap, leaseMinutes: 60 } }, as("operator"));
    const totals = async () => {
      const { free, open, finished } = await services.slots.plan({ projectId }, as("operator"));
      return { free, open, finished };
    };
    await setPlan(3);
    expect(await totals()).toEqual({ free: 5, open: 0, finished: 1 });
    await setPlan(1);
    expect(await totals()).toEqual({ free: 1, open: 0, finished: 1 });
    await importInto(workspace, folder, [prediction(7)]);
    expect(await totals()).toEqual({ free: 2, open: 0, finished: 1 });
    await services.slots.setPlan({ projectId, plan: null }, as("operator"));
    expect(await services.queue.ids({ projectId, filter: {} }, as("Ann"))).toHaveLength(3);
  });
});
