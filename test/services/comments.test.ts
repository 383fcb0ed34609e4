import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { emptyJudgement } from "../../shared/domain/verdict.ts";
import { plainSql } from "../support/plain-sql.ts";
import { taskRow } from "../support/task-row.ts";
import { testServices } from "../support/test-services.ts";
import { testTasks } from "../support/test-tasks.ts";
import { prediction, testWorkspace } from "../support/test-workspace.ts";

const anna = { actor: "anna" };
const bert = { actor: "bert" };
const cleo = { actor: "cleo" };

/** A task, and an item that cleo has not judged. */
async function workspace() {
  const test = await testTasks();
  const { project } = await test.importFile(test.file("tasks.jsonl", [taskRow("harbour_1")]));
  const { services } = test;
  const [taskId = 0] = await services.tasks.ids({
    ...{ projectId: project.id, filter: {} },
    sort: { by: "file", descending: false },
  });
  const { comments } = services;
  const start = async (text: string, who = anna) =>
    (await comments.start({ subject: { taskId }, topic: null, text }, who)).at(-1);
  return { ...test, comments, projectId: project.id, taskId, start };
}

describe("a thread of comments", () => {
  it("is on a task, is answered, resolved, and reopened by who writes into it (SPEC CO1, CO2)", async () => {
    const { comments, taskId, start } = await workspace();
    const topic = { kind: "finding", rule: "clock", message: "It reads the clock." } as const;
    const [thread] = await comments.start({ subject: { taskId }, topic, text: "**Why?**" }, anna);
    await start("Another.");
    const threadId = thread?.threadId ?? 0;
    await comments.reply({ threadId, text: "Because." }, bert);
    expect(await comments.resolve({ threadId, resolved: true }, anna)).toMatchObject({
      resolved: { by: "anna" },
    });
    const after = await comments.reply({ threadId, text: "No." }, bert);
    expect(after).toMatchObject({ resolved: null, topic });
    expect(after.comments.map(({ by, text }) => [by, text])).toEqual([
      ["anna", "**Why?**"],
      ["bert", "Because."],
      ["bert", "No."],
    ]);
    expect(await comments.of({ taskId }, cleo)).toHaveLength(2);
  });

  it("has each comment changed and taken away by its author alone (SPEC CO2)", async () => {
    const { comments, taskId, start, workspace: stored } = await workspace();
    const commentId = (await start("One"))?.comments[0]?.commentId ?? 0;
    await expect(comments.edit({ commentId, text: "Two" }, bert)).rejects.toThrow(/Only the author/);
    await expect(comments.remove({ commentId }, bert)).rejects.toThrow(/Only the author/);
    const edited = await comments.edit({ commentId, text: "Two" }, anna);
    expect(edited.comments).toMatchObject([{ text: "Two", editedAt: expect.any(String) }]);
    await comments.remove({ commentId }, anna);
    expect(await comments.of({ taskId }, anna)).toEqual([]);
    await expect(comments.edit({ commentId, text: "Three" }, anna)).rejects.toThrow(/Only the author/);
    for (const sql of ["UPDATE comment_event SET text = ''", "DELETE FROM comment_event"])
      await expect(stored.write((db) => db.run(plainSql(sql)))).rejects.toThrow("append-only");
  });

  it("is in the inbox of who is mentioned or answered, unread until they have read it (SPEC CO5)", async () => {
    const { comments, start } = await workspace();
    await start("I know everybody.", bert);
    const threadId = (await start("What do you think, @bert?"))?.threadId ?? 0;
    expect(await comments.inbox(undefined, anna)).toEqual([]);
    expect(await comments.inbox(undefined, bert)).toMatchObject([
      { threadId, subject: "harbour_1", why: "mention", isUnread: true },
    ]);
    await comments.markRead({ threadId }, bert);
    expect(await comments.inbox(undefined, bert)).toMatchObject([{ threadId, isUnread: false }]);
    await comments.reply({ threadId, text: "Fine." }, bert);
    expect(await comments.inbox(undefined, anna)).toMatchObject([{ threadId, why: "reply", isUnread: true }]);
    await comments.reply({ threadId, text: "Good." }, anna);
    expect(await comments.inbox(undefined, anna)).toMatchObject([{ isUnread: false }]);
    expect(await comments.people(undefined, cleo)).toEqual(["anna", "bert"]);
  });

  it("goes with its project", async () => {
    const { comments, taskId, projectId, services, start } = await workspace();
    const commentId = (await start("One"))?.comments[0]?.commentId ?? 0;
    await comments.edit({ commentId, text: "Two, @anna" }, anna);
    await services.projects.delete({ projectId, name: "tasks" }, anna);
    expect(await comments.inbox(undefined, anna)).toEqual([]);
    await expect(comments.of({ taskId }, anna)).rejects.toThrow(/not in the workspace/);
  });
});

describe("comments on an item", () => {
  it("are shown to whom others' verdicts are, and one's own always (SPEC CO3)", async () => {
    const { workspace, itemIds } = await testWorkspace([prediction(1)]);
    const { comments, verdicts } = testServices(workspace);
    const itemId = itemIds[0] ?? 0;
    const judge = (label: "yes" | "no", who: typeof anna) =>
      verdicts.save(
        { itemId, baseRevision: 0, saveId: randomUUID(), judgement: { ...emptyJudgement, label, note: "n" } },
        who,
      );
    await judge("no", anna);
    const subject = { itemId };
    const [thread] = await comments.start({ subject, topic: null, text: "Wrong table, @cleo?" }, anna);
    const threadId = thread?.threadId ?? 0;
    await comments.start({ subject, topic: null, text: "Mine." }, cleo);
    const seen = async () =>
      (await comments.of(subject, cleo)).flatMap((one) => one.comments.map(({ text }) => text));
    expect(await seen()).toEqual(["Mine."]);
    expect(await comments.inbox(undefined, cleo)).toEqual([]);
    await expect(comments.reply({ threadId, text: "?" }, cleo)).rejects.toThrow(/not there any more/);
    const wasSeen = () =>
      workspace.read(
        async (db) =>
          (await db.values(plainSql("SELECT count(*) FROM opinion_seen WHERE reviewer = 'cleo'")))[0],
      );
    expect(await wasSeen()).toBe(0);
    await judge("yes", cleo);
    expect(await seen()).toEqual(["Wrong table, @cleo?", "Mine."]);
    expect(await wasSeen()).toBe(1);
    expect(await comments.reply({ threadId, text: "No." }, cleo)).toMatchObject({ threadId });
  });
});
