import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { newKeyPair, signatureOf } from "../../electron/services/bundle-keys.ts";
import type { WorkReport } from "../../shared/contract/bundles.ts";
import type { Download } from "../../shared/contract/download.ts";
import type { ProjectRole } from "../../shared/domain/member.ts";
import { emptyJudgement, type Judgement } from "../../shared/domain/verdict.ts";
import { roseForm } from "../../shared/domain/verdict-form.ts";
import type { BundleFile, SealedWork, UnsignedWork } from "../../shared/formats/bundle.ts";
import { canonicalJson } from "../../shared/formats/canonical-json.ts";
import { plainSql } from "../support/plain-sql.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { type TestServices, testServices } from "../support/test-services.ts";
import { importInto, prediction, testWorkspace, writeDatabase } from "../support/test-workspace.ts";

type Caller = { actor: string; isMember?: boolean };

const yes: Judgement = { ...emptyJudgement, label: "yes", note: "as asked" };
const no: Judgement = { ...emptyJudgement, label: "no", note: "counts harbours", diagnoses: ["GoldX"] };
const day = 86_400_000;

const nothing: Omit<WorkReport, "reviewer"> = {
  ...{ isSigned: true, items: 0, changes: 0, unchanged: 0, missing: 0, extra: 0 },
  ...{ conflictCount: 0, conflicts: [], leftOutCount: 0, leftOut: [] },
};

async function* pieces(text: string) {
  yield Buffer.from(text);
}

/** A workspace with a clock of its own, and ways to judge in its project. */
async function place(items: number, at: number) {
  const predictions = Array.from({ length: items }, (_, index) => prediction(index));
  const { workspace, projectId, itemIds, folder } = await testWorkspace(predictions);
  writeDatabase(folder);
  const clock = { ms: at };
  const services = testServices(workspace, { now: () => new Date(clock.ms++) });
  const judge = async (caller: Caller, itemId: number, judgement: Judgement) => {
    const { verdict } = await services.queue.item({ itemId }, caller);
    const save = { itemId, baseRevision: verdict.revision, saveId: crypto.randomUUID(), judgement };
    return services.verdicts.save(save, caller);
  };
  return { workspace, projectId, itemIds, folder, clock, services, judge };
}

/** A team host with two opinions an item; Ann and Bert hold slots on all of them, and Lea leads. */
async function teamHost(items = 3) {
  const host = await place(items, Date.UTC(2026, 2, 1, 12));
  const { services, projectId } = host;
  const operator = { actor: "operator" };
  const invite = async (name: string, roles: ProjectRole[]) => {
    const { account } = await services.members.invite({ projectId, name, roles }, operator);
    return { actor: account, isMember: true };
  };
  const people = {
    ann: await invite("Ann", ["reviewer"]),
    bert: await invite("Bert", ["reviewer"]),
    lea: await invite("Lea", ["lead"]),
  };
  await services.slots.setPlan({ projectId, plan: { overlap: 2, leaseMinutes: 60 } }, operator);
  const wish = { projectId, rule: "even" as const, dbId: null, from: null, to: null, most: null };
  await services.slots.handOut({ ...wish, reviewers: ["Ann", "Bert"] }, operator);
  const bundleOf = async (caller: Caller): Promise<BundleFile> =>
    JSON.parse(fetched(services, caller, await services.bundles.toDownload({ projectId }, caller)));
  const upload = async (file: object | string, caller: Caller) => {
    const text = typeof file === "string" ? file : JSON.stringify(file);
    return `upload:${await services.transfers.receive(caller.actor, "work.json", pieces(text))}`;
  };
  const bring = async (file: object | string, caller: Caller, reviewer: string | null = null) =>
    services.bundles.importWork({ projectId, path: await upload(file, caller), reviewer }, caller);
  const foretell = async (file: object | string, caller: Caller) =>
    services.bundles.previewWork({ projectId, path: await upload(file, caller), reviewer: null }, caller);
  const saidBy = async (caller: Caller) =>
    Array.fromAsync(host.itemIds, async (itemId) => {
      const { verdict } = await services.queue.item({ itemId }, caller);
      return verdict.label === null ? null : `${verdict.label}: ${verdict.note}`;
    });
  return { ...host, ...people, operator, bundleOf, bring, foretell, saidBy };
}

function fetched(services: TestServices, caller: Caller, { token }: Download): string {
  return readFileSync(services.transfers.hold(caller.actor, token)?.path ?? "", "utf8");
}

const laptop = { actor: "laptop" };

/** A workbench elsewhere, with an own project that it had before. */
async function elsewhere(at = Date.UTC(2026, 2, 3)) {
  const local = await place(1, at);
  const { services, folder, workspace } = local;
  const open = async (bundle: object, projectName = "BIRD") => {
    const file = path.join(temporaryFolder(), "bundle.json");
    writeFileSync(file, JSON.stringify(bundle));
    const { project, report } = await services.bundles.open(
      { path: file, projectName, databasesDir: folder },
      laptop,
    );
    const itemIds = await services.queue.ids({ projectId: project.id, filter: {} }, laptop);
    return { projectId: project.id, itemIds, report };
  };
  const work = async (projectId: number): Promise<SealedWork> => {
    const file = path.join(folder, "work.json");
    await services.bundles.toFile({ projectId, path: file }, laptop);
    return JSON.parse(readFileSync(file, "utf8"));
  };
  return { ...local, workspace, open, work };
}

describe("a bundle", () => {
  it("goes to another workbench, is judged there, and comes back as its owner's verdicts (SPEC BU6)", async () => {
    const host = await teamHost();
    const [first = 0] = host.itemIds;
    await host.judge(host.ann, first, yes);
    await host.services.guidelines.save(
      { projectId: host.projectId, baseVersion: 0, text: "Read the evidence." },
      host.operator,
    );
    const local = await elsewhere();
    const opened = await local.open(await host.bundleOf(host.ann));
    const own = await Array.fromAsync(opened.itemIds, async (itemId) =>
      local.services.queue.item({ itemId }, laptop),
    );
    expect(own.map(({ verdict }) => verdict.label)).toEqual(["yes", null, null]);
    expect(await local.services.guidelines.versions({ projectId: opened.projectId }, laptop)).toMatchObject([
      { text: "Read the evidence." },
    ]);
    await local.judge(laptop, opened.itemIds[1] ?? 0, no);
    await local.judge(laptop, opened.itemIds[0] ?? 0, { ...yes, note: "still" });
    const work = await local.work(opened.projectId);
    const told = { ...nothing, reviewer: "Ann", items: 2, changes: 2 };
    expect(await host.foretell(work, host.ann)).toEqual(told);
    expect(await host.saidBy(host.ann)).toEqual(["yes: as asked", null, null]);
    expect(await host.bring(work, host.ann)).toEqual(told);
    expect(await host.saidBy(host.ann)).toEqual(["yes: still", "no: counts harbours", null]);
    const mine = await host.services.slots.mine({ projectId: host.projectId }, host.ann);
    expect(mine).toMatchObject({ openItemIds: [host.itemIds[2]], finished: 2 });
  });

  it("changes nothing and says so where the same work comes twice, or an earlier state of it after a later one (SPEC BU1)", async () => {
    const host = await teamHost();
    const local = await elsewhere();
    const { projectId, itemIds } = await local.open(await host.bundleOf(host.ann));
    await local.judge(laptop, itemIds[0] ?? 0, yes);
    const early = await local.work(projectId);
    await local.judge(laptop, itemIds[0] ?? 0, no);
    await local.judge(laptop, itemIds[1] ?? 0, yes);
    const late = await local.work(projectId);
    expect(await host.bring(early, host.ann)).toMatchObject({ items: 1, changes: 1 });
    expect(await host.bring(late, host.ann)).toMatchObject({ items: 2, changes: 2, conflictCount: 0 });
    const events = () =>
      host.workspace.read((db) => db.all(plainSql("SELECT * FROM verdict_event ORDER BY seq")));
    const before = await events();
    for (const file of [late, early, late])
      expect(await host.bring(file, host.ann)).toMatchObject({ items: 0, changes: 0, conflictCount: 0 });
    expect(await events()).toEqual(before);
    expect(await host.bring(late, host.lea)).toEqual({ ...nothing, reviewer: "Ann", unchanged: 2 });
  });

  it("shows where its owner said something else on the host meanwhile, and overwrites none of it (SPEC BU3)", async () => {
    const host = await teamHost();
    const local = await elsewhere();
    const { projectId, itemIds } = await local.open(await host.bundleOf(host.ann));
    for (const itemId of itemIds) await local.judge(laptop, itemId, no);
    const [one = 0, two = 0] = host.itemIds;
    await host.judge(host.ann, one, yes);
    await host.judge(host.ann, two, no);
    const report = await host.bring(await local.work(projectId), host.ann);
    expect(report).toMatchObject({ items: 1, unchanged: 1, conflictCount: 1 });
    expect(report.conflicts).toEqual([
      {
        ...{ dbId: "harbour", questionId: 0, question: "How many ships (0)?", index: 0 },
        ...{ there: "yes · as asked", inFile: "no · GoldX · counts harbours" },
      },
    ]);
    expect((await host.saidBy(host.ann))[0]).toBe("yes: as asked");
  });

  it("brings an opinion whose slot went to others as an extra one (SPEC SL4)", async () => {
    const host = await teamHost(1);
    const { projectId, services, operator } = host;
    const local = await elsewhere();
    const opened = await local.open(await host.bundleOf(host.ann));
    await local.judge(laptop, opened.itemIds[0] ?? 0, no);
    await services.slots.takeBack({ projectId, reviewer: "Ann" }, operator);
    const { account } = await services.members.invite(
      { projectId, name: "Cleo", roles: ["reviewer"] },
      operator,
    );
    const cleo = { actor: account, isMember: true };
    expect(await services.slots.claim({ projectId }, cleo)).toMatchObject({ itemId: host.itemIds[0] });
    const work = await local.work(opened.projectId);
    expect(await host.foretell(work, host.ann)).toMatchObject({ items: 1, extra: 1 });
    expect(await host.bring(work, host.ann)).toMatchObject({ items: 1, extra: 1 });
  });

  it("goes along again with what was said since, and takes that to the workbench in turn", async () => {
    const host = await teamHost(2);
    const local = await elsewhere();
    const first = await local.open(await host.bundleOf(host.ann));
    await host.judge(host.ann, host.itemIds[1] ?? 0, no);
    const again = await local.open(await host.bundleOf(host.ann));
    expect(again.projectId).toBe(first.projectId);
    expect(again.report).toMatchObject({ items: 1, changes: 1 });
    await local.judge(laptop, again.itemIds[1] ?? 0, yes);
    expect(await host.bring(await local.work(again.projectId), host.ann)).toMatchObject({
      items: 1,
      changes: 1,
    });
    expect(await host.saidBy(host.ann)).toEqual([null, "yes: as asked"]);
  });

  it("keeps times within when it was given and when it came back, whatever the clocks say, and orders by arrival (SPEC BU2)", async () => {
    const host = await teamHost(2);
    const future = await elsewhere(host.clock.ms + 900 * day);
    const past = await elsewhere(host.clock.ms - 900 * day);
    const timesOf = async (caller: Caller, itemId: number) =>
      (await host.services.verdicts.history({ itemId }, caller)).map(({ at }) => Date.parse(at));
    const bundles = [await host.bundleOf(host.ann), await host.bundleOf(host.bert)];
    host.clock.ms += day;
    for (const [index, local] of [future, past].entries()) {
      const { projectId, itemIds } = await local.open(bundles[index] ?? {});
      for (const judgement of [yes, no]) await local.judge(laptop, itemIds[0] ?? 0, judgement);
      const caller = index === 0 ? host.ann : host.bert;
      await host.bring(await local.work(projectId), caller);
      const times = await timesOf(caller, host.itemIds[0] ?? 0);
      expect(times).toHaveLength(2);
      const issued = Date.parse(bundles[index]?.permit.issuedAt ?? "");
      for (const at of times) expect(at >= issued && at <= host.clock.ms).toBe(true);
    }
    expect(await host.saidBy(host.ann)).toEqual(["no: counts harbours", null]);
  });

  it("brings what was undone and said anew elsewhere, and leaves out what the form does not have any more", async () => {
    const host = await teamHost(2);
    const local = await elsewhere();
    const { projectId, itemIds } = await local.open(await host.bundleOf(host.ann));
    await local.judge(laptop, itemIds[0] ?? 0, no);
    await local.services.verdicts.undo({ projectId }, laptop);
    await local.judge(laptop, itemIds[0] ?? 0, yes);
    await local.judge(laptop, itemIds[1] ?? 0, no);
    await host.services.settings.setOfProject(
      { projectId: host.projectId, values: { "review.form": { ...roseForm, diagnoses: [] } } },
      host.operator,
    );
    const report = await host.bring(await local.work(projectId), host.ann);
    expect(report).toMatchObject({ items: 0, leftOutCount: 2 });
    expect(report.leftOut[0]?.reason).toMatch(/GoldX is not in the project's verdict form/);
    await host.services.settings.setOfProject(
      { projectId: host.projectId, values: { "review.form": roseForm } },
      host.operator,
    );
    expect(await host.bring(await local.work(projectId), host.ann)).toMatchObject({ items: 2, changes: 4 });
    expect(await host.saidBy(host.ann)).toEqual(["yes: as asked", "no: counts harbours"]);
  });

  it("counts an attention item that was failed in it, and holds further verdicts as the host's own", async () => {
    const host = await teamHost(2);
    const { projectId, services, operator } = host;
    const [first = 0] = host.itemIds;
    await services.checkItems.set({ itemId: first, kind: "attention", expected: "yes" }, operator);
    await services.settings.setOfProject(
      { projectId, values: { "review.failedAttention": "stop" } },
      operator,
    );
    const local = await elsewhere();
    const opened = await local.open(await host.bundleOf(host.ann));
    await local.judge(laptop, opened.itemIds[0] ?? 0, no);
    await host.bring(await local.work(opened.projectId), host.ann);
    await local.judge(laptop, opened.itemIds[1] ?? 0, yes);
    await expect(host.bring(await local.work(opened.projectId), host.ann)).rejects.toThrow(
      "Your verdicts are on hold",
    );
  });
});

describe("a bundle and its work are refused", () => {
  const world = async () => {
    const host = await teamHost(2);
    const local = await elsewhere();
    const bundle = await host.bundleOf(host.ann);
    const opened = await local.open(bundle);
    await local.judge(laptop, opened.itemIds[0] ?? 0, no);
    return { host, local, bundle, opened, work: await local.work(opened.projectId) };
  };

  it("where any part of it was altered", async () => {
    const { host, local, bundle, work } = await world();
    const [item] = work.items;
    const [event] = item?.said ?? [];
    if (item === undefined || event === undefined) throw new Error("nothing was judged");
    const altered: SealedWork[] = [
      {
        ...work,
        items: [{ ...item, said: [{ ...event, judgement: { ...event.judgement, label: "yes" } }] }],
      },
      { ...work, items: [{ ...item, said: [{ ...event, judgement: { ...event.judgement, note: "" } }] }] },
      { ...work, items: [{ ...item, key: `x${item.key}` }] },
      { ...work, items: [{ ...item, said: [{ ...event, at: "2026-01-01T00:00:00Z" }] }] },
      { ...work, items: [] },
      { ...work, permit: { ...work.permit, reviewer: "Bert" } },
      { ...work, permit: { ...work.permit, issuedAt: "2020-01-01T00:00:00Z" } },
      { ...work, signature: work.seal },
      { ...work, seal: work.signature },
    ];
    for (const file of altered) await expect(host.bring(file, host.ann)).rejects.toThrow(/altered/);
    const text = JSON.stringify(work);
    const at = text.indexOf("counts harbours");
    await expect(host.bring(`${text.slice(0, at)}C${text.slice(at + 1)}`, host.ann)).rejects.toThrow(
      /altered/,
    );
    await expect(host.bring(text.slice(0, -20), host.ann)).rejects.toThrow(/only a part of it/);
    await expect(host.bring({ ...work, more: 1 }, host.ann)).rejects.toThrow(/changed or damaged/);
    expect(await host.saidBy(host.ann)).toEqual([null, null]);
    const [first] = bundle.contents.items;
    if (first === undefined) throw new Error("the bundle is empty");
    for (const file of [
      { ...bundle, contents: { ...bundle.contents, items: [{ ...first, goldSql: "SELECT 1" }] } },
      { ...bundle, permit: { ...bundle.permit, reviewer: "Bert" } },
      { ...bundle, workSecret: newKeyPair().secret },
    ])
      await expect(local.open(file, "altered")).rejects.toThrow(/altered on its way/);
    expect(await host.bring(work, host.ann)).toMatchObject({ items: 1 });
  });

  it("where it is another person's, but for a lead, and says it is that person's then (SPEC BU4)", async () => {
    const { host, work } = await world();
    await expect(host.bring(work, host.bert)).rejects.toThrow(/somebody else's bundle/);
    await expect(host.foretell(work, host.bert)).rejects.toThrow(/somebody else's bundle/);
    expect(await host.bring(work, host.lea, "Bert")).toMatchObject({
      reviewer: "Ann",
      isSigned: true,
      items: 1,
    });
    expect(await host.saidBy(host.bert)).toEqual([null, null]);
    expect((await host.saidBy(host.ann))[0]).toBe("no: counts harbours");
  });

  it("where another workspace, or somebody with a key of their own, signed it", async () => {
    const { host, work } = await world();
    const other = await teamHost(2);
    await expect(other.bring(work, other.ann)).rejects.toThrow(/a bundle of another workspace/);
    const [own, bundleKeys] = [newKeyPair(), newKeyPair()];
    const forge = (hostKey: string) => {
      const permit = { ...work.permit, hostKey, workKey: bundleKeys.publicKey, reviewer: "Ann" };
      const { seal: _, ...rest } = work;
      const signed = { ...rest, permit, signature: signatureOf(canonicalJson(permit), own.secret) };
      return { ...signed, seal: signatureOf(canonicalJson(signed), bundleKeys.secret) };
    };
    await expect(host.bring(forge(own.publicKey), host.ann)).rejects.toThrow(/a bundle of another workspace/);
    await expect(host.bring(forge(work.permit.hostKey), host.ann)).rejects.toThrow(
      /not as this workspace signed it/,
    );
    await expect(host.bring(forge("no key"), host.ann)).rejects.toThrow(/a bundle of another workspace/);
  });

  it("where it is of an older or a newer version, of another project, or no bundle at all", async () => {
    const { host, local, bundle, work, opened } = await world();
    await expect(host.bring({ ...work, version: 0 }, host.ann)).rejects.toThrow(
      /older than any that this Querent reads\. Export it again/,
    );
    await expect(host.bring({ ...work, version: 2 }, host.ann)).rejects.toThrow(
      /of version 2, and this Querent reads bundles up to version 1\. Update Querent/,
    );
    await expect(local.open({ ...bundle, version: 2 })).rejects.toThrow(/Update Querent/);
    await expect(host.bring([prediction(0)], host.ann)).rejects.toThrow(/It is no bundle/);
    await expect(host.bring(bundle, host.ann)).rejects.toThrow(/a bundle to judge in/);
    await expect(local.open(work)).rejects.toThrow(/work that was done in a bundle/);
    const otherId = await importInto(host.workspace, host.folder, [prediction(0)], null, "other");
    await host.services.members.invite(
      { projectId: otherId, name: "Ann", roles: ["reviewer"] },
      host.operator,
    );
    const upload = await host.services.transfers.receive(host.ann.actor, "w", pieces(JSON.stringify(work)));
    await expect(
      host.services.bundles.importWork(
        { projectId: otherId, path: `upload:${upload}`, reviewer: null },
        host.ann,
      ),
    ).rejects.toThrow(/work of the project review, not of this one/);
    // Nor does it take the place of a project that is there.
    await expect(local.open(bundle, "review")).rejects.toThrow(/Another project is called review/);
    expect(await local.open(bundle)).toMatchObject({ projectId: opened.projectId });
  });

  it("where a person has lost the role, and where a bundle is opened in the workspace that gave it", async () => {
    const { host, work, bundle } = await world();
    await host.services.members.setRoles(
      { projectId: host.projectId, account: host.ann.actor, roles: [] },
      host.operator,
    );
    await expect(host.bring(work, host.ann)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(
      host.services.bundles.toDownload({ projectId: host.projectId }, host.ann),
    ).rejects.toMatchObject({ code: "NOT_FOUND" });
    const file = path.join(host.folder, "bundle.json");
    writeFileSync(file, JSON.stringify(bundle));
    await expect(
      host.services.bundles.open(
        { path: file, projectName: "again", databasesDir: host.folder },
        host.operator,
      ),
    ).rejects.toThrow(/exported from this workspace/);
  });
});

describe("an unsigned file", () => {
  const unsigned = async (host: Awaited<ReturnType<typeof teamHost>>, name = "Ann") => {
    const local = await elsewhere();
    const { projectId, itemIds } = await local.open(await host.bundleOf(host.ann));
    await local.judge(laptop, itemIds[0] ?? 0, no);
    const { items, format, version, kind } = (await local.work(projectId)) as SealedWork &
      UnsignedWork &
      object &
      Record<"format" | "version" | "kind", never>;
    return { format, version, kind, items, reviewer: name };
  };

  it("is imported by a lead alone, as whose the lead says, and stands among the files as attributed (SPEC BU5)", async () => {
    const host = await teamHost(2);
    const file = await unsigned(host, "Somebody");
    for (const caller of [host.ann, host.bert])
      await expect(host.bring(file, caller)).rejects.toMatchObject({ code: "FORBIDDEN" });
    const report = await host.bring(file, host.lea, "Ann");
    expect(report).toMatchObject({ reviewer: "Ann", isSigned: false, items: 1 });
    const { projectId, services } = host;
    const history = await services.verdicts.history({ itemId: host.itemIds[0] ?? 0 }, host.ann);
    expect(history).toMatchObject([{ action: "import", actor: "Lea" }]);
    const files = await services.importedFiles.list({ projectId }, host.lea);
    expect(files.at(-1)).toMatchObject({
      ...{ reviewer: "Ann", opinions: 1, form: "work from elsewhere, unsigned: attributed" },
    });
    expect(await host.bring(file, host.lea, "Ann")).toMatchObject({ items: 0, unchanged: 1 });
    expect(await services.importedFiles.list({ projectId }, host.lea)).toHaveLength(files.length);
    await services.importedFiles.takeBack({ fileId: files.at(-1)?.id ?? 0 }, host.lea);
    expect(await host.saidBy(host.ann)).toEqual([null, null]);
  });

  it("tells a lead who has yet to judge items nothing of what is there", async () => {
    const host = await teamHost(2);
    const { projectId, services, operator } = host;
    const file = await unsigned(host);
    await services.slots.setPlan({ projectId, plan: { overlap: 3, leaseMinutes: 60 } }, operator);
    await services.slots.claim({ projectId }, host.lea);
    await expect(host.foretell(file, host.lea)).rejects.toThrow(/You have yet to judge items/);
  });

  it("cannot take the place of a change of somebody else by its id", async () => {
    const host = await teamHost(2);
    const file = await unsigned(host);
    await host.bring(file, host.lea, "Ann");
    const report = await host.bring(file, host.lea, "Bert");
    expect(report).toMatchObject({ items: 0, leftOutCount: 1 });
    expect(report.leftOut[0]?.reason).toMatch(/known here as one of something else/);
  });
});
