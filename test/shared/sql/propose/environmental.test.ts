import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import type { ColumnProfile } from "#shared/domain/column-profile.ts";
import { noClarification } from "#shared/domain/reading.ts";
import type { DatabaseSchema } from "#shared/domain/schema.ts";
import type { Task } from "#shared/domain/task.ts";
import { acceptProposal } from "#shared/sql/propose/accept.ts";
import { columnsUsed, environmentalProposals } from "#shared/sql/propose/environmental.ts";
import { profileSql, quotedName, readProfile } from "#shared/sql/propose/profile-sql.ts";
import { reworded } from "#shared/sql/propose/wording.ts";
import { parseTree } from "#shared/sql/tree/parse-tree.ts";
import { harbourTask } from "../../../tasks/harbour-loads-task.ts";

const column = (name: string) => ({
  name,
  declaredType: "TEXT",
  primaryKey: false,
  notNull: false,
  references: null,
  description: "",
});
const schema: DatabaseSchema = {
  dbId: "harbour",
  tables: [
    { name: "vessel", kind: "table", columns: ["id", "owner", "draught"].map(column), description: "" },
    { name: "stay", kind: "table", columns: ["vessel_id", "fee"].map(column), description: "" },
  ],
};

const profile = (name: string, values: string[], nulls = 0): ColumnProfile => ({
  table: "vessel",
  column: name,
  rows: values.length + nulls,
  nulls,
  values: values.map((text) => ({ text, rows: 1 })),
});

function offers(sql: string, profiles: ColumnProfile[], task: Partial<Task> = {}) {
  const clear = { ...harbourTask, ambiguities: [], ambiguousQuestion: null, goldSql: [sql], ...task };
  return environmentalProposals(clear, [parseTree(sql, "sqlite")], { schema, profiles });
}

describe("G4: environmental ambiguities are proposed from the data of the columns that the gold uses", () => {
  it("G4: numbers kept as text with units, at the position that takes them apart", () => {
    const sql = "SELECT CAST(substr(v.draught, 1, 4) AS REAL) AS depth FROM vessel v";
    expect(offers(sql, [profile("draught", ["11.2 m", "36 ft", "9 m"])])).toMatchObject([
      {
        type: "mixed_unit_ambiguity",
        column: "vessel.draught",
        snippet: "CAST(substr(v.draught, 1, 4) AS REAL)",
        isHandled: true,
        evidence: "Numbers are stored as text in 2 units: '11.2 m', '36 ft'.",
      },
    ]);
  });

  it("G4: one name in several spellings", () => {
    const [only, ...others] = offers("SELECT DISTINCT UPPER(TRIM(owner)) FROM vessel", [
      profile("owner", ["Nordsee AG", "nordsee ag ", "Blue Line"]),
    ]);
    expect(others).toEqual([]);
    expect(only).toMatchObject({
      type: "inconsistent_name_ambiguity",
      snippet: "UPPER(TRIM(owner))",
      isHandled: true,
    });
  });

  it("G4: what the question says of the noise is taken out of it, and the term is in what is left", () => {
    const sql = "SELECT DISTINCT UPPER(TRIM(owner)) FROM vessel";
    const profiles = [profile("owner", ["Nordsee AG", "nordsee ag "])];
    const clearQuestion = "List the owners of vessels, whatever their spelling.";
    const [offer] = offers(sql, profiles, { clearQuestion });
    expect(offer && reworded(clearQuestion, offer.rewording ?? { from: 0, to: 0, text: "" })).toBe(
      "List the owners of vessels.",
    );
    expect(offer?.term).toBe("owners");
    const task = { ...harbourTask, ambiguities: [], ambiguousQuestion: null, clearQuestion };
    expect(offer && acceptProposal(task, offer)[0]).toEqual({
      kind: "set-fields",
      fields: { ambiguousQuestion: "List the owners of vessels." },
    });
  });

  it("G4: missing values, with their share; handled or not is said", () => {
    const [only] = offers("SELECT owner FROM vessel", [profile("owner", ["Blue Line", "Nordsee AG"], 2)]);
    expect(only).toMatchObject({
      type: "null_value_ambiguity",
      isHandled: false,
      evidence: "2 of 4 rows are NULL (50.0 %).",
    });
  });

  it("G4: a column that a CTE hands on under another name is followed to where it is dealt with", () => {
    const sql =
      "WITH raw AS (SELECT id, draught AS depth_text FROM vessel) SELECT CAST(replace(depth_text, ' m', '') AS REAL) FROM raw";
    expect(offers(sql, [profile("draught", ["11.2 m"])])[0]).toMatchObject({
      snippet: "CAST(replace(depth_text, ' m', '') AS REAL)",
      isHandled: true,
    });
  });

  it.each([
    ["clean values", profile("owner", ["Blue Line", "Nordsee AG"])],
    [
      "codes that only look like numbers with units",
      profile("owner", ["4th Line", "Blue Line", "Nordsee AG"]),
    ],
    ["plain numbers as text", profile("owner", ["1", "2.50"])],
    ["a column that the gold does not use", profile("draught", ["9 m", "3 ft"], 4)],
  ])("G4: nothing is proposed for %s", (_, made) => {
    expect(offers("SELECT owner FROM vessel", [made])).toEqual([]);
  });

  it("G4: what the task has annotated on the column is left out", () => {
    const ambiguity = {
      kind: "environmental",
      term: "owner",
      sqlSnippet: "owner",
      isMask: false,
      type: "null_value_ambiguity",
      column: "vessel.owner",
      origin: null,
      ...noClarification,
    } as const;
    const made = profile("owner", ["Blue Line"], 1);
    expect(offers("SELECT owner FROM vessel", [made], { ambiguities: [ambiguity] })).toEqual([]);
  });

  it("G4: the profile's queries run, whatever the names are", () => {
    const db = new DatabaseSync(":memory:");
    db.exec(
      `CREATE TABLE "odd ""name" ("my ""col" TEXT); INSERT INTO "odd ""name" VALUES ('a'), ('a'), (NULL), (3)`,
    );
    const { counts, values } = profileSql(quotedName('odd "name'), 'my "col', "sqlite");
    const rows = (sql: string) =>
      db
        .prepare(sql)
        .all()
        .map((row) => Object.values(row).map((cell) => (cell === null ? null : `t${cell}`)));
    const made = readProfile({ table: "t", column: "c" }, { counts: rows(counts), values: rows(values) });
    expect(made).toEqual({
      table: "t",
      column: "c",
      rows: 4,
      nulls: 1,
      values: [
        { text: "a", rows: 2 },
        { text: "3", rows: 1 },
      ],
    });
  });

  it("G4: the columns worth a profile are those that the gold uses, each once", () => {
    const tree = parseTree(
      "SELECT v.owner, v.owner FROM vessel v JOIN stay s ON s.vessel_id = v.id",
      "sqlite",
    );
    expect(columnsUsed([tree], schema).map(({ table, column: name }) => `${table}.${name}`)).toEqual([
      "vessel.owner",
      "stay.vessel_id",
      "vessel.id",
    ]);
  });
});
