import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ofKind } from "#shared/domain/ambiguity.ts";
import type { ColumnProfile } from "#shared/domain/column-profile.ts";
import { columnsUsed, environmentalProposals } from "#shared/sql/propose/environmental.ts";
import { profileSql, readProfile } from "#shared/sql/propose/profile-sql.ts";
import { parseTree } from "#shared/sql/tree/parse-tree.ts";
import type { DatabaseState, Engine } from "../../electron/engines/engine.ts";
import { schemaOfMeanings } from "../shared/sql/meaning-schema.ts";
import { openEmbeddedEngine } from "../support/embedded-engine.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { columnMeaningsText, packTasks } from "./river-watch-pack.ts";
import { mustRun, openState, packDump } from "./river-watch-run.ts";

const schema = schemaOfMeanings(columnMeaningsText(), "river_watch");
const tasks = packTasks().map((task) => ({
  task,
  gold: task.goldSql.map((sql) => parseTree(sql, "postgresql")),
}));

describe("G4: environmental proposals on the river-watch data", () => {
  let engine: Engine;
  let state: DatabaseState;
  const profiles = new Map<string, ColumnProfile>();

  beforeAll(async () => {
    const folder = temporaryFolder();
    engine = openEmbeddedEngine("pglite", folder);
    state = await openState(engine, packDump(folder));
    const columns = tasks.flatMap(({ gold }) => columnsUsed(gold, schema));
    for (const column of columns) {
      const key = `${column.table}.${column.column}`;
      if (profiles.has(key)) continue;
      const { counts, values } = profileSql(column.table, column.column, "postgresql");
      const rows = async (sql: string) => (await mustRun(state, [sql]))?.rows ?? [];
      profiles.set(key, readProfile(column, { counts: await rows(counts), values: await rows(values) }));
    }
  });
  afterAll(() => engine.close());

  const offersFor = (id: string) => {
    const found = tasks.find(({ task }) => task.instanceId === id);
    if (found === undefined) throw new Error(`the pack has no task ${id}`);
    const { task, gold } = found;
    const used = columnsUsed(gold, schema).map(({ table, column }) => profiles.get(`${table}.${column}`));
    const known = used.filter((profile) => profile !== undefined);
    return environmentalProposals({ ...task, ambiguities: [] }, gold, { schema, profiles: known });
  };

  it("G4: each environmental ambiguity that the authors annotated is found with its snippet", () => {
    for (const { task } of tasks)
      for (const { type, column, sqlSnippet } of ofKind(task.ambiguities, "environmental"))
        expect(offersFor(task.instanceId)).toContainEqual(
          expect.objectContaining({ type, column, snippet: sqlSnippet, isHandled: true }),
        );
  });

  it("G4: what is in order is not called noisy", () => {
    const columns = new Set(
      tasks.flatMap(({ task }) => offersFor(task.instanceId).map(({ column, type }) => `${column} ${type}`)),
    );
    const noisy = [...columns].filter((name) => !name.endsWith("null_value_ambiguity")).sort();
    expect(noisy).toEqual([
      "agency.name inconsistent_name_ambiguity",
      "outfall.owner_name inconsistent_name_ambiguity",
      "outfall_inspection.finding inconsistent_name_ambiguity",
      "visit.flow mixed_unit_ambiguity",
    ]);
  });
});
