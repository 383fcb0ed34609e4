import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { allAllowed } from "../../electron/consents.ts";
import { createSessionService } from "../../electron/services/session.ts";
import { openWorkspaceAt, workspaceName } from "../../electron/store/open-workspace.ts";
import type { Workspace } from "../../electron/store/workspace.ts";
import { plainSql } from "../support/plain-sql.ts";
import { prediction, testWorkspace } from "../support/test-workspace.ts";

async function setUp(projectId: number | null = null) {
  const { workspace } = await testWorkspace([prediction(0)]);
  return sessionIn(workspace, projectId);
}

const sessionIn = (workspace: Workspace, projectId: number | null) =>
  createSessionService({
    ...{ workspace, version: "1.2.3", projectId, consents: allAllowed },
    ...{ damage: Promise.resolve(null), now: () => new Date("2026-03-01T10:00:00Z") },
    goOn: async () => {},
  });

const anna = { actor: "anna" };

describe("a session", () => {
  it("knows the person by the account that the host names", async () => {
    const session = await setUp();
    expect(await session.open(undefined, anna)).toMatchObject({
      actor: "anna",
      version: "1.2.3",
      projectId: null,
    });
  });

  it("opens the project named at the start before the one last open", async () => {
    const session = await setUp(7);
    await session.setViewState({ key: "window.project", value: 1 }, anna);
    expect(await session.open(undefined, anna)).toMatchObject({ projectId: 7 });
  });

  it("opens the project last open, unless it is gone", async () => {
    const session = await setUp();
    await session.setViewState({ key: "window.project", value: 1 }, anna);
    expect(await session.open(undefined, anna)).toMatchObject({ projectId: 1 });
    await session.setViewState({ key: "window.project", value: 99 }, anna);
    expect(await session.open(undefined, anna)).toMatchObject({ projectId: null });
  });

  it("remembers JSON values for each account apart", async () => {
    const session = await setUp();
    await session.setViewState({ key: "panes", value: [30, 70] }, anna);
    await session.setViewState({ key: "theme", value: null }, anna);
    expect(await session.viewState(undefined, anna)).toEqual({ panes: [30, 70], theme: null });
    expect(await session.viewState(undefined, { actor: "bert" })).toEqual({});
    await session.setViewState({ key: "panes", value: undefined }, anna);
    expect(await session.viewState(undefined, anna)).toEqual({ theme: null });
  });

  it("copies its workspace whole, while it is written to, under a name that is free", async () => {
    const { workspace, folder, itemIds } = await testWorkspace([prediction(0)]);
    const session = sessionIn(workspace, null);
    const { path: copy } = await session.saveCopy({ folder }, anna);
    expect(path.basename(copy)).toBe(
      `${path.parse(workspaceName(workspace.path)).name} 2026-03-01T10-00-00.querent`,
    );
    const copied = await openWorkspaceAt(copy);
    onTestFinished(() => copied.close());
    const items = (of: Workspace) => of.read((db) => db.values(plainSql("SELECT id FROM item")));
    expect(await items(copied)).toEqual(itemIds);
    await expect(session.saveCopy({ folder }, anna)).rejects.toThrow(`${copy} is there already`);
    const nowhere = path.join(folder, "nowhere");
    await expect(session.saveCopy({ folder: nowhere }, anna)).rejects.toThrow(
      `There is no folder ${nowhere}.`,
    );
  });
});
