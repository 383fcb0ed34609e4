import path from "node:path";
import { createRouterClient } from "@orpc/server";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createRouter } from "../../../electron/router.ts";
import { createTaskEdits } from "../../../electron/services/task-edits.ts";
import { ensureTaskProject } from "../../../electron/store/projects.ts";
import { appendTaskEvent } from "../../../electron/store/task-events.ts";
import { addTask, taskById } from "../../../electron/store/tasks.ts";
import { openWorkspace } from "../../../electron/store/workspace.ts";
import type { Client } from "../../../renderer/data/client.ts";
import { localMirror } from "../../../renderer/data/local-mirror.ts";
import { useSaves } from "../../../renderer/data/saves.ts";
import { TaskDrafts } from "../../../renderer/data/task-drafts.ts";
import type { Task } from "../../../shared/domain/task.ts";
import type { TaskEdit } from "../../../shared/domain/task-edit.ts";
import { servicesWith } from "../../support/services-with.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { harbourTask } from "../../tasks/harbour-loads-task.ts";
import { browserStorage } from "./browser-storage.ts";

type TaskCalls = ReturnType<typeof createTaskEdits>;

/** A workspace with one task, and windows that edit it over the real service. */
async function taskAndWindows() {
  const workspace = openWorkspace(path.join(temporaryFolder(), "w.querent"));
  onTestFinished(() => workspace.close());
  const edits = createTaskEdits({
    ...{ workspace, now: () => new Date(), publish: () => undefined },
    lint: async () => undefined,
  });
  const task = harbourTask;
  const taskId = await workspace.write(async (db) => {
    const projectId = await ensureTaskProject(
      db,
      "tasks",
      { databasesDir: null, folder: "/", engine: "pglite" },
      "2026-01-01",
    );
    const added = await addTask(db, projectId, 0, task);
    const event = { saveId: null, actor: "anna", at: "2026-01-01", action: "import" as const, reverts: null };
    await appendTaskEvent(db, {
      ...event,
      taskId: added,
      revision: 1,
      baseRevision: 0,
      task,
      sourceId: null,
    });
    return added;
  });
  const storage = browserStorage();
  const open = (calls: Partial<TaskCalls> = {}) => {
    const services = servicesWith({ tasks: { ...edits, ...calls } });
    const router = createRouter({ services, log: () => undefined, newErrorId: () => "e" });
    const client = createRouterClient(router, { context: { actor: "anna" } }) as Client;
    const drafts = new TaskDrafts({
      client,
      mirror: localMirror(storage, "w|anna"),
      onSaved: () => undefined,
    });
    return { drafts, draft: drafts.of(taskId) };
  };
  const stored = async () => {
    const revision = (await workspace.read((db) => taskById(db, taskId)))?.revision;
    if (revision === undefined) throw new Error("the task is gone");
    return revision;
  };
  return { task, taskId, edits, storage, open, stored };
}

const ask = (ambiguousQuestion: string): TaskEdit => [{ kind: "set-fields", fields: { ambiguousQuestion } }];
const tier = (difficultyTier: string): TaskEdit => [{ kind: "set-fields", fields: { difficultyTier } }];

describe("a task that is edited in a window", () => {
  it("shows an edit at once and is saved after a pause", async () => {
    const { open, stored } = await taskAndWindows();
    const { draft } = open();
    draft.open(await stored());
    draft.edit(ask("Which ships?"));
    expect(draft.state()?.value.ambiguousQuestion).toBe("Which ships?");
    expect(draft.progress()).toBe("resting");
    await vi.waitFor(async () => expect((await stored()).task.ambiguousQuestion).toBe("Which ships?"), {
      timeout: 10_000,
    });
    await draft.flush();
    expect(draft.progress()).toBe("saved");
    expect((await stored()).revision).toBe(2);
  });

  it("loses no word when the window is gone in the middle of it, and shows them in the next window at once", async () => {
    const { open, stored, storage } = await taskAndWindows();
    const first = open({ save: () => new Promise(() => undefined) });
    first.draft.open(await stored());
    first.draft.edit(ask("Which sh"));
    const second = open();
    second.draft.open(await stored());
    expect(second.draft.state()?.value.ambiguousQuestion).toBe("Which sh");
    await second.drafts.flush();
    expect(await stored()).toMatchObject({ revision: 2, task: { ambiguousQuestion: "Which sh" } });
    expect(Object.keys(storage)).toEqual([]);
  });

  it("saves what an earlier window left although the task is not opened", async () => {
    const { open, stored } = await taskAndWindows();
    const first = open({ save: () => new Promise(() => undefined) });
    first.draft.open(await stored());
    first.draft.edit(tier("Hard"));
    open().drafts.takeUp();
    await vi.waitFor(async () => expect((await stored()).task.difficultyTier).toBe("Hard"), {
      timeout: 10_000,
    });
  });

  it("saves once what was committed although its answer was lost", async () => {
    const { open, stored, edits } = await taskAndWindows();
    let calls = 0;
    const save: TaskCalls["save"] = async (input, context) => {
      const saved = await edits.save(input, context);
      calls += 1;
      if (calls === 1) throw new Error("The line was cut.");
      return saved;
    };
    const { draft } = open({ save });
    draft.open(await stored());
    draft.edit(ask("Which"));
    await draft.flush();
    expect(draft.progress()).toBe("failed");
    draft.edit(ask("Which ships?"));
    await draft.flush();
    await draft.flush();
    expect(draft.progress()).toBe("saved");
    expect(await stored()).toMatchObject({ revision: 3, task: { ambiguousQuestion: "Which ships?" } });
  });

  it("offers in the status bar to save again what did not get through", async () => {
    const { open, stored, edits } = await taskAndWindows();
    let fails = true;
    const save: TaskCalls["save"] = async (input, context) => {
      if (fails) throw new Error("no");
      return edits.save(input, context);
    };
    const { draft } = open({ save });
    draft.open(await stored());
    draft.edit(tier("Hard"));
    await draft.flush();
    const failed = () => useSaves.getState().pending.find(({ error }) => error !== null);
    const retry = failed()?.retry;
    expect(retry).toBeTypeOf("function");
    fails = false;
    retry?.();
    await vi.waitFor(async () => expect((await stored()).task.difficultyTier).toBe("Hard"));
    await draft.flush();
    expect(failed()).toBeUndefined();
  });

  it("takes back a run of key strokes as one action, and the whole way back and forth", async () => {
    const { open, stored, task } = await taskAndWindows();
    const { draft } = open();
    draft.open(await stored());
    for (const text of ["W", "Wh", "Whi"]) draft.edit(ask(text));
    draft.edit(tier("Hard"));
    draft.undo("undo");
    expect(draft.state()?.value).toMatchObject({
      ambiguousQuestion: "Whi",
      difficultyTier: task.difficultyTier,
    });
    draft.undo("undo");
    expect(draft.state()?.value).toBe(draft.state()?.saved.value);
    draft.undo("redo");
    draft.undo("redo");
    expect(draft.state()?.value).toMatchObject({ ambiguousQuestion: "Whi", difficultyTier: "Hard" });
    await draft.flush();
    expect((await stored()).task).toMatchObject({ ambiguousQuestion: "Whi", difficultyTier: "Hard" });
  });

  it("takes what follows a save that was asked for back alone, however soon it came", async () => {
    const { open, stored } = await taskAndWindows();
    const { draft } = open();
    draft.open(await stored());
    draft.edit(tier("Hard"));
    await draft.flush();
    draft.edit(tier("Easy"));
    draft.undo("undo");
    expect(draft.state()?.value.difficultyTier).toBe("Hard");
  });

  it("saves that words were typed and taken out again while they were being saved", async () => {
    const { open, stored, edits, task } = await taskAndWindows();
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const save: TaskCalls["save"] = async (input, context) => {
      const saved = await edits.save(input, context);
      await answered;
      return saved;
    };
    const { draft } = open({ save });
    draft.open(await stored());
    draft.edit(ask("Which?"));
    const flushed = draft.flush();
    await vi.waitFor(async () => expect((await stored()).task.ambiguousQuestion).toBe("Which?"));
    draft.edit(ask(task.ambiguousQuestion ?? ""));
    answer();
    await flushed;
    await draft.flush();
    expect(await stored()).toMatchObject({
      revision: 3,
      task: { ambiguousQuestion: task.ambiguousQuestion },
    });
    expect(draft.progress()).toBe("saved");
  });

  it("does nothing for an edit that changes nothing or does not fit", async () => {
    const { open, stored, task } = await taskAndWindows();
    const { draft } = open();
    draft.open(await stored());
    draft.edit(ask(task.ambiguousQuestion ?? ""));
    draft.edit([{ kind: "remove-ambiguity", index: 99 }]);
    expect(draft.progress()).toBe("saved");
    expect(draft.state()?.past).toEqual([]);
  });
});

describe("two windows that edit one task", () => {
  async function twoWindows() {
    const given = await taskAndWindows();
    const [mine, theirs] = [given.open().draft, given.open().draft];
    mine.open(await given.stored());
    theirs.open(await given.stored());
    return { ...given, mine, theirs };
  }

  it("merge without a word what does not touch", async () => {
    const { mine, theirs, stored } = await twoWindows();
    theirs.edit(tier("Hard"));
    await theirs.flush();
    mine.edit(ask("Which ships?"));
    await mine.flush();
    expect(mine.progress()).toBe("saved");
    expect((await stored()).task).toMatchObject({
      ambiguousQuestion: "Which ships?",
      difficultyTier: "Hard",
    });
    mine.undo("undo");
    expect(mine.state()?.value.difficultyTier).toBe("Hard");
  });

  it("ask where both changed the same, and save what is chosen", async () => {
    const { mine, theirs, stored, task } = await twoWindows();
    theirs.edit([...ask("Theirs?"), ...tier("Hard")]);
    await theirs.flush();
    mine.edit([...ask("Mine?"), ...tier("Medium")]);
    await mine.flush();
    expect(mine.progress()).toBe("conflict");
    expect(mine.state()?.conflicts).toEqual([
      { path: ["ambiguousQuestion"], base: task.ambiguousQuestion, mine: "Mine?", theirs: "Theirs?" },
      { path: ["difficultyTier"], base: task.difficultyTier, mine: "Medium", theirs: "Hard" },
    ]);
    mine.edit(tier("lost"));
    expect((await stored()).task.ambiguousQuestion).toBe("Theirs?");
    mine.resolve(["mine", "theirs"]);
    await mine.flush();
    expect(await stored()).toMatchObject({
      revision: 3,
      task: { ambiguousQuestion: "Mine?", difficultyTier: "Hard" },
    });
  });

  it("ask again in the next window when one is closed while it asks", async () => {
    const { mine, theirs, stored, open } = await twoWindows();
    theirs.edit(ask("Theirs?"));
    await theirs.flush();
    mine.edit(ask("Mine?"));
    await mine.flush();
    const next = open().draft;
    next.open(await stored());
    await vi.waitFor(() => expect(next.progress()).toBe("conflict"));
    next.resolve(["theirs"]);
    await next.flush();
    expect(await stored()).toMatchObject({ revision: 2, task: { ambiguousQuestion: "Theirs?" } });
    expect(next.progress()).toBe("saved");
  });

  it("show what the other saved while nothing is typed here", async () => {
    const { mine, theirs, stored } = await twoWindows();
    theirs.edit(tier("Hard"));
    await theirs.flush();
    mine.open(await stored());
    const shown: Task | undefined = mine.state()?.value;
    expect(shown?.difficultyTier).toBe("Hard");
    expect(mine.progress()).toBe("saved");
  });

  it("keep a removed ambiguity that the other changed unless its removal is chosen", async () => {
    const { mine, theirs, stored, task } = await twoWindows();
    theirs.edit([{ kind: "remove-ambiguity", index: 0 }]);
    await theirs.flush();
    const [ambiguity] = task.ambiguities;
    if (ambiguity === undefined) throw new Error("the task has no ambiguity");
    mine.edit([{ kind: "change-ambiguity", index: 0, ambiguity: { ...ambiguity, term: "boats" } }]);
    await mine.flush();
    expect(mine.state()?.conflicts).toHaveLength(1);
    mine.resolve(["theirs"]);
    await mine.flush();
    expect((await stored()).task.ambiguities).toHaveLength(task.ambiguities.length - 1);
  });
});
