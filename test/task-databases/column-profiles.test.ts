import { writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { columnsUsed, environmentalProposals } from "#shared/sql/propose/environmental.ts";
import { parseTree } from "#shared/sql/tree/parse-tree.ts";
import type { DatabaseState, EmbeddedEngineKind, Engine } from "../../electron/engines/engine.ts";
import { type ProfiledColumn, profileColumn } from "../../electron/task-databases/column-profiles.ts";
import { stateSchema } from "../../electron/task-databases/state-schema.ts";
import { openEmbeddedEngine } from "../support/embedded-engine.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { queryTask } from "../tasks/harbour-tasks.ts";
import { taskLimits } from "../tasks/river-watch-run.ts";

const noisy = "('Nordsee AG', '11 m'), ('nordsee ag ', '36 ft'), (NULL, '9 m')";

/** Noise in tables of the usual schema: a plain one, one whose name has to be quoted, and a view. */
const usual = `
CREATE TABLE vessel (owner text, draught text);
INSERT INTO vessel VALUES ${noisy};
CREATE TABLE "Old ""Ships""" ("Owner Name" text, "Draught.M" text);
INSERT INTO "Old ""Ships""" VALUES ${noisy};
CREATE VIEW "Deep" AS SELECT owner AS "HeldBy", draught FROM vessel;
`;

/** Noise where PostgreSQL has more places: another schema, one that has to be quoted, and a name with a dot. */
const schemas = `
CREATE SCHEMA audit;
CREATE TABLE audit.vessel (owner varchar(40), draught text, seen jsonb, marks text[]);
INSERT INTO audit.vessel SELECT o, d, '{}', '{}' FROM (VALUES ${noisy}) AS n (o, d);
CREATE SCHEMA "Port Office";
CREATE TABLE "Port Office"."Berth" ("Owner" text);
INSERT INTO "Port Office"."Berth" SELECT owner FROM vessel;
CREATE TABLE "audit.gone" (owner text);
INSERT INTO "audit.gone" SELECT owner FROM vessel;
CREATE TABLE "Vessel" (owner text);
INSERT INTO "Vessel" VALUES ('one'), ('two');
CREATE MATERIALIZED VIEW audit.owners AS SELECT owner FROM audit.vessel;
`;

const owners = ["null_value_ambiguity", "inconsistent_name_ambiguity"];
const draughts = ["mixed_unit_ambiguity"];

type Case = [gold: string, column: string, types: string[], snippet: string];

const everywhere: Case[] = [
  ["SELECT UPPER(TRIM(owner)) FROM vessel", "vessel.owner", owners, "UPPER(TRIM(owner))"],
  [
    'SELECT LOWER(TRIM(o."Owner Name")) FROM "Old ""Ships""" AS o',
    'Old "Ships".Owner Name',
    owners,
    'LOWER(TRIM(o."Owner Name"))',
  ],
  [
    `SELECT CAST(REPLACE("Draught.M", ' m', '') AS REAL) FROM "Old ""Ships"""`,
    'Old "Ships".Draught.M',
    draughts,
    `CAST(REPLACE("Draught.M", ' m', '') AS REAL)`,
  ],
  ['SELECT TRIM("HeldBy") FROM "Deep"', "Deep.HeldBy", owners, 'TRIM("HeldBy")'],
];

const cases: Record<EmbeddedEngineKind, Case[]> = {
  pglite: [
    ...everywhere,
    ["SELECT TRIM(v.owner) FROM audit.vessel AS v", "audit.vessel.owner", owners, "TRIM(v.owner)"],
    [
      "SELECT audit.vessel.draught FROM audit.vessel",
      "audit.vessel.draught",
      draughts,
      "audit.vessel.draught",
    ],
    [
      'UPDATE ONLY "Port Office"."Berth" SET "Owner" = INITCAP("Owner")',
      "Port Office.Berth.Owner",
      owners,
      'INITCAP("Owner")',
    ],
    ['SELECT TRIM(owner) FROM "audit.gone"', "audit.gone.owner", owners, "TRIM(owner)"],
    ["SELECT TRIM(owner) FROM audit.owners", "audit.owners.owner", owners, "TRIM(owner)"],
    ["SELECT TRIM(owner) FROM PUBLIC.Vessel", "vessel.owner", owners, "TRIM(owner)"],
    [`UPDATE vessel SET owner = 'x'`, "vessel.owner", [], ""],
    ['SELECT TRIM(owner) FROM "Vessel"', "Vessel.owner", [], ""],
    ["SELECT seen, marks FROM audit.vessel", "audit.vessel.marks", [], ""],
  ],
  sqlite: [
    ...everywhere,
    ["SELECT TRIM(OWNER) FROM main.Vessel", "vessel.owner", owners, "TRIM(OWNER)"],
    ['SELECT TRIM([Owner Name]) FROM `Old "Ships"`', 'Old "Ships".Owner Name', owners, "TRIM([Owner Name])"],
  ],
};

describe.each(["pglite", "sqlite"] as const)("G4: environmental ambiguities on %s", (kind) => {
  const options = {
    dialect: kind === "sqlite" ? ("sqlite" as const) : ("postgresql" as const),
    limits: taskLimits,
    signal: new AbortController().signal,
  };
  let engine: Engine;
  let state: DatabaseState;
  const look = (table: string, column: string): Promise<ProfiledColumn> =>
    profileColumn(state, { table, column }, options);

  beforeAll(async () => {
    const folder = temporaryFolder();
    const file = path.join(folder, "noise.sql");
    writeFileSync(file, kind === "sqlite" ? usual : usual + schemas);
    engine = openEmbeddedEngine(kind, folder);
    state = await engine.open(await engine.prepare("noise", { kind: "sql-file", path: file }, {}));
  });
  afterAll(() => engine?.close());

  it.each(cases[kind])("G4: are found for %s", async (gold, wanted, types, snippet) => {
    const schema = await stateSchema(state, { database: "noise", ...options });
    const trees = [parseTree(gold, options.dialect)];
    const profiles = [];
    for (const { table, column } of columnsUsed(trees, schema)) {
      const found = await look(table, column);
      if ("unread" in found) throw new Error(`${table}.${column}: ${found.unread}`);
      profiles.push(found.profile);
    }
    expect(profiles.map(({ table, column }) => `${table}.${column}`)).toContain(wanted);
    const task = queryTask(gold, { ambiguities: [] });
    const offers = environmentalProposals(task, trees, { schema, profiles });
    expect(offers.map(({ type }) => type)).toEqual(types);
    for (const offer of offers) expect(offer).toMatchObject({ column: wanted, snippet });
  });

  it("say why a column or a table cannot be read", async () => {
    expect(await look("vessel", "no_such")).toEqual({ unread: expect.stringContaining("no_such") });
    expect(await look("no_such", "owner")).toEqual({ unread: expect.stringContaining("no_such") });
  });
});
