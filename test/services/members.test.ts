import { expect, it, onTestFinished, vi } from "vitest";
import { digestOf } from "../../electron/secret.ts";
import { addSession, appendAudit, signedInBy, spendLink } from "../../electron/store/members.ts";
import type { Change } from "../../shared/contract/changes.ts";
import type { ProjectRole } from "../../shared/domain/member.ts";
import { emptyJudgement } from "../../shared/domain/verdict.ts";
import { testServices } from "../support/test-services.ts";
import { prediction, testWorkspace } from "../support/test-workspace.ts";

const operator = { actor: "operator" };

async function setUp() {
  const { workspace, projectId, itemIds } = await testWorkspace([prediction(0)]);
  const [itemId = 0] = itemIds;
  const services = testServices(workspace);
  const invite = async (name: string, ...roles: ProjectRole[]) => {
    const { account } = await services.members.invite({ projectId, name, roles }, operator);
    return { actor: account, isMember: true };
  };
  const judge = (caller: { actor: string }, label: string) =>
    services.verdicts.save(
      {
        itemId,
        baseRevision: 0,
        saveId: crypto.randomUUID(),
        judgement: { ...emptyJudgement, label, note: "so" },
      },
      caller,
    );
  /** Two who differ, and an adjudicator who asks the first of them. */
  const asked = async () => {
    const [ann, bert] = [await invite("Ann", "reviewer"), await invite("Bert", "reviewer")];
    const cara = await invite("Cara", "adjudicator");
    await judge(ann, "yes");
    await judge(bert, "no");
    const ask = async () => {
      const { opinions } = await services.disagreements.item({ itemId }, cara);
      const opinion = opinions.find(({ judgement }) => judgement.label === "yes")?.key ?? "";
      await services.disagreements.ask({ itemId, opinion, question: "Which column?" }, cara);
    };
    return { ann, bert, ask };
  };
  return { ...services, workspace, projectId, itemId, invite, asked };
}

it("a question reaches the open window of whoever is asked, and of nobody else who sees no opinions", async () => {
  const { changes, asked } = await setUp();
  const { ann, bert, ask } = await asked();
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const heard = new Map<string, Change["type"][]>();
  for (const { actor, isMember } of [ann, bert]) {
    const own: Change["type"][] = [];
    heard.set(actor, own);
    const watched = await changes.watch(undefined, { actor, isMember, signal: stop.signal });
    void (async () => {
      for await (const { type } of watched) own.push(type);
    })();
  }
  await ask();
  await vi.waitFor(() => expect(heard.get(ann.actor)).toContain("disagreements"), 10_000);
  expect(heard.get(bert.actor)).not.toContain("disagreements");
});

it("whoever is removed is signed out, has no link and no question left, and stays in the audit log", async () => {
  const { members, comments, workspace, projectId, asked } = await setUp();
  const { ann, ask } = await asked();
  await ask();
  expect(await comments.inbox(undefined, ann)).toHaveLength(1);
  const at = new Date().toISOString();
  const session = { digest: "of a browser", account: ann.actor, at, expiresAt: "2099-01-01T00:00:00.000Z" };
  await workspace.write(async (db) => {
    await addSession(db, session);
    const entry = {
      at,
      actor: ann.actor,
      action: "sign-in" as const,
      account: ann.actor,
      detail: "a browser",
    };
    await appendAudit(db, { ...entry, projectId: null });
  });
  const { token } = await members.newLink({ projectId, account: ann.actor }, operator);
  await members.setRoles({ projectId, account: ann.actor, roles: [] }, operator);
  expect((await workspace.read((db) => signedInBy(db, [session.digest], at))).size).toBe(0);
  expect(await workspace.write((db) => spendLink(db, digestOf(token), at))).toBeNull();
  expect(await comments.inbox(undefined, ann)).toEqual([]);
  const log = (await members.audit({ projectId }, operator)).filter(({ member }) => member === "Ann");
  expect(log.map(({ action }) => action)).toEqual(["remove", "new-link", "sign-in", "invite"]);
});

it("nobody is invited twice under one name, so that no link opens somebody else's account", async () => {
  const { members, projectId, invite } = await setUp();
  const { actor: account } = await invite("Ann", "reviewer");
  const again = members.invite({ projectId, name: "Ann", roles: ["annotator"] }, operator);
  await expect(again).rejects.toMatchObject({
    data: {
      problems: [expect.objectContaining({ field: "name", reason: "Ann is in the project already." })],
    },
  });
  expect(await members.list({ projectId }, operator)).toMatchObject([{ account, roles: ["reviewer"] }]);
  // Who was removed comes back as the same person.
  await members.setRoles({ projectId, account, roles: [] }, operator);
  expect((await invite("Ann", "annotator")).actor).toBe(account);
});
