import { describe, expect, it, onTestFinished } from "vitest";
import { createChangesService } from "../../electron/services/changes.ts";
import { openWorkspaceAt } from "../../electron/store/open-workspace.ts";
import { putPreference } from "../../electron/store/preferences.ts";
import { prediction, testWorkspace } from "../support/test-workspace.ts";

async function setUp() {
  const { workspace } = await testWorkspace([prediction(0)]);
  const changes = createChangesService({ workspace, pollMs: 10 });
  onTestFinished(() => changes.close());
  const stop = new AbortController();
  const events = changes.watch(undefined, { actor: "anna", signal: stop.signal })[Symbol.asyncIterator]();
  return { workspace, changes, events, stop };
}

describe("the changes of a workspace", () => {
  it("reach every window from the moment it watches", async () => {
    const { changes, events } = await setUp();
    changes.publish({ type: "projects" });
    changes.publish({ type: "evaluations", projectId: 1 });
    expect((await events.next()).value).toEqual({ type: "projects" });
    expect((await events.next()).value).toEqual({ type: "evaluations", projectId: 1 });
  });

  it("are everything when another process has committed, and nothing for the own commits (SPEC W6)", async () => {
    const { workspace, changes, events } = await setUp();
    const other = await openWorkspaceAt(workspace.location);
    onTestFinished(() => other.close());
    await workspace.write((db) => putPreference(db, "anna", "mine", 1));
    await other.write((db) => putPreference(db, "anna", "theirs", 1));
    expect((await events.next()).value).toEqual({ type: "everything" });
    changes.publish({ type: "projects" });
    expect((await events.next()).value).toEqual({ type: "projects" });
  });

  it("end when the window goes", async () => {
    const { events, stop } = await setUp();
    const next = events.next();
    stop.abort();
    expect((await next).done).toBe(true);
  });
});
