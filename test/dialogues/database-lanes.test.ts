import { describe, expect, it } from "vitest";
import { createDatabaseLanes } from "../../electron/dialogues/database-lanes.ts";
import type { DialogueDatabase } from "../../electron/dialogues/environment.ts";

/** A database that is spoilt by the items that say so. */
function spoilable() {
  let opened = 0;
  const spoilt = new Set<DialogueDatabase>();
  const open = async (name: string): Promise<DialogueDatabase> => {
    opened += 1;
    const database: DialogueDatabase = {
      template: { database: name } as DialogueDatabase["template"],
      contents: () => Promise.reject(new Error("not asked for")),
      begin: () => expect.fail("no dialogue is begun"),
      hasFailed: () => spoilt.has(database),
      close: async () => {},
    };
    return database;
  };
  return { open, spoilt, opened: () => opened };
}

describe("the databases of a lane", () => {
  it.each([
    ["stay open where something else than the database failed", false, 1],
    ["are opened anew after one has failed", true, 2],
  ])("%s", async (_, isDatabase, expected) => {
    const { open, spoilt, opened } = spoilable();
    const lanes = createDatabaseLanes(open, { lanes: 1, signal: new AbortController().signal });
    const ends: string[] = [];
    await lanes.forEach<number, string>([1, 2, 3], {
      databaseOf: () => "harbour",
      async work(item, database) {
        if (item !== 2) return "played";
        if (isDatabase) spoilt.add(database);
        throw new Error("it broke");
      },
      failed: (_item, { message }) => message,
      onDone: (_item, end) => void ends.push(end),
    });
    await lanes.close();
    expect(ends).toEqual(["played", "it broke", "played"]);
    expect(opened()).toBe(expected);
  });
});
