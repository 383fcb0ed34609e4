import path from "node:path";
import { describe, expect, it } from "vitest";
import { sharedData } from "../../support/shared-data.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { makeDatabase, openSession } from "./support.ts";

const folder = temporaryFolder();

describe("the schema of a SQLite database", () => {
  it("lists tables and views in the order of their creation, with types, keys and references", async () => {
    const file = makeDatabase(
      path.join(folder, "schema.sqlite"),
      `CREATE TABLE stadium (stadium_id INTEGER PRIMARY KEY, name VARCHAR(20) NOT NULL);
       CREATE TABLE "con cert" (id, venue REFERENCES Stadium, year INT, twice AS (year * 2), PRIMARY KEY (id, year)) WITHOUT ROWID;
       CREATE VIEW visits AS SELECT name FROM stadium;
       CREATE TABLE pair (a, b, FOREIGN KEY (a, b) REFERENCES "con cert" (id, year));
       CREATE VIEW broken AS SELECT x FROM gone;
       CREATE VIRTUAL TABLE doc USING fts5(body);`,
    );
    const session = await openSession(file, folder);
    const { dbId, tables } = await session.describe();
    await session.close();
    expect(dbId).toBe("test");
    expect(tables.map(({ name, kind }) => `${kind} ${name}`)).toEqual([
      "table stadium",
      "table con cert",
      "view visits",
      "table pair",
      "view broken",
      "table doc",
    ]);
    expect(tables[0]?.columns).toEqual([
      column("stadium_id", "INTEGER", { primaryKey: true }),
      column("name", "VARCHAR(20)", { notNull: true }),
    ]);
    expect(tables[1]?.columns).toEqual([
      column("id", "", { primaryKey: true, notNull: true }),
      column("venue", "", { references: { table: "Stadium", column: "stadium_id" } }),
      column("year", "INT", { primaryKey: true, notNull: true }),
      column("twice", ""),
    ]);
    expect(tables[3]?.columns.map(({ references }) => references)).toEqual([
      { table: "con cert", column: "id" },
      { table: "con cert", column: "year" },
    ]);
    expect(tables[4]?.columns).toEqual([]);
  });

  const world = sharedData("spider-dev/databases/world_1.sqlite");
  it.skipIf(world === null)(
    world === null ? "reads Spider's world_1 (skipped: ../shared/data is absent)" : "reads Spider's world_1",
    async () => {
      const session = await openSession(world ?? "", folder);
      const { tables } = await session.describe();
      await session.close();
      const city = tables.find(({ name }) => name === "city");
      expect(city?.columns.find(({ name }) => name === "CountryCode")?.references).toEqual({
        table: "country",
        column: "Code",
      });
    },
  );
});

function column(name: string, declaredType: string, others: object = {}) {
  return {
    name,
    declaredType,
    primaryKey: false,
    notNull: false,
    references: null,
    description: "",
    ...others,
  };
}
