import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import {
  machineSettings,
  PersonSettings,
  ProjectSettings,
  personSettings,
  projectSettings,
} from "../../shared/settings/settings-table.ts";
import { testServices } from "../support/test-services.ts";
import { prediction, testWorkspace } from "../support/test-workspace.ts";

async function setUp() {
  const { workspace, projectId } = await testWorkspace([prediction(0)]);
  return { projectId, settings: testServices(workspace).settings };
}

const anna = { actor: "anna" };
const bert = { actor: "bert" };

describe("settings", () => {
  it("are at the default of the table until somebody sets them, each for themselves", async () => {
    const { settings } = await setUp();
    const byDefault = { "reviewer.name": "anna", "run.timeLimitMs": 5_000, "models.endpoints": [] };
    expect(await settings.ofPerson(undefined, anna)).toEqual(byDefault);
    await settings.setOfPerson({ "run.timeLimitMs": 250 }, anna);
    expect(await settings.ofPerson(undefined, anna)).toEqual({ ...byDefault, "run.timeLimitMs": 250 });
    expect((await settings.ofPerson(undefined, bert))["run.timeLimitMs"]).toBe(5_000);
  });

  it("give no name to two people", async () => {
    const { settings } = await setUp();
    const named = { "reviewer.name": "Dr. Anna" };
    expect(await settings.setOfPerson(named, anna)).toMatchObject(named);
    await expect(settings.setOfPerson({ ...named, "run.timeLimitMs": 7 }, bert)).rejects.toMatchObject({
      code: "BAD_INPUT",
      data: { problems: [{ field: "reviewer.name" }] },
    });
    expect((await settings.ofPerson(undefined, bert))["run.timeLimitMs"]).toBe(5_000);
    expect(await settings.setOfPerson(named, anna)).toMatchObject(named);
  });

  it("of a project hold for everybody, and are set together or not at all", async () => {
    const { settings, projectId } = await setUp();
    const before = await settings.ofProject({ projectId });
    const change = { "tasks.engine": "sqlite", "tasks.timeLimitMs": 900 } as const;
    await settings.setOfProject({ projectId, values: change }, anna);
    expect(await settings.ofProject({ projectId })).toEqual({ ...before, ...change });
    const refused = { "tasks.engine": "pglite", "tasks.databasesDir": "/nowhere/at/all" } as const;
    await expect(settings.setOfProject({ projectId, values: refused }, bert)).rejects.toMatchObject({
      code: "BAD_INPUT",
    });
    expect(await settings.ofProject({ projectId })).toEqual({ ...before, ...change });
  });

  it("have a default that fits their schema, and words for the screen", () => {
    for (const [table, values] of [
      [personSettings, PersonSettings],
      [projectSettings, ProjectSettings],
    ] as const)
      for (const [key, { default: byDefault, label }] of Object.entries(table)) {
        // The name's default is the account, which the table cannot know.
        if (key !== "reviewer.name")
          expect(values.partial().parse({ [key]: byDefault })).toEqual({ [key]: byDefault });
        expect(label, key).not.toBe("");
      }
  });

  it.each(Object.keys({ ...personSettings, ...projectSettings, ...machineSettings }))(
    "%s has a test in a browser that is named for it",
    (key) => {
      const spec = readFileSync(path.join(import.meta.dirname, "../e2e/settings.e2e.ts"), "utf8");
      const names = [...spec.matchAll(/\btest\("([^"]+)"/g)].flatMap(([, name = ""]) => name.split(" "));
      expect(names).toContain(key);
    },
  );
});
