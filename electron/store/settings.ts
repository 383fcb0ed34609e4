import type { VerdictForm } from "#shared/domain/verdict-form.ts";
import {
  type PersonSettings,
  type ProjectSettings,
  personSettings,
  projectSettings,
  resolved,
  type SettingChanges,
} from "#shared/settings/settings-table.ts";
import type { ReadHandle, WriteHandle } from "./handles.ts";
import { reviewerName } from "./people.ts";
import { preferencesOf, putPreference } from "./preferences.ts";
import { compiledOnce, query } from "./query.ts";
import { jsonText, parsed } from "./tables/column-types.ts";

/** What an account has set in this workspace, what it has not at its default. */
export async function settingsOfPerson(
  db: ReadHandle,
  account: string,
  defaults: Partial<PersonSettings> = {},
): Promise<PersonSettings> {
  return {
    ...resolved(personSettings, { ...defaults, ...(await preferencesOf(db, account)) }),
    "reviewer.name": await reviewerName(db, account),
  };
}

/** Stores settings of an account; the name, which must be nobody else's, has its own table (people.ts). */
export async function putSettingsOfPerson(
  db: WriteHandle,
  account: string,
  { "reviewer.name": _, ...values }: SettingChanges<PersonSettings>,
): Promise<void> {
  for (const [key, value] of Object.entries(values))
    if (value !== undefined) await putPreference(db, account, key, value);
}

const storedSettings = compiledOnce(
  ({ projectId }: { projectId: number }) =>
    query
      .selectFrom("project")
      .leftJoin("project_setting as s", "s.project_id", "project.id")
      .select(["project.databases_dir as dir", "s.key", "s.value"])
      .where("project.id", "=", projectId),
  { isRemembered: true },
);

/** What is set for a project; the folder of its items' databases is in the project itself. */
export async function settingsOfProject(db: ReadHandle, projectId: number): Promise<ProjectSettings> {
  const rows = await db.all(storedSettings({ projectId }));
  const stored = Object.fromEntries(
    rows.flatMap(({ key, value }) => (key === null || value === null ? [] : [[key, parsed(value)]])),
  );
  return resolved(projectSettings, { ...stored, "items.databasesDir": rows[0]?.dir });
}

/** What is set for each project, by its id, the oldest first. */
export async function settingsOfProjects(db: ReadHandle): Promise<[id: number, ProjectSettings][]> {
  const ids = await db.values(query.selectFrom("project").select("id").orderBy("id"));
  return Array.fromAsync(ids, async (id) => [id, await settingsOfProject(db, id)]);
}

/** The form by which a project's items are judged. */
export const verdictFormOf = async (db: ReadHandle, projectId: number): Promise<VerdictForm> =>
  (await settingsOfProject(db, projectId))["review.form"];

/** Stores settings of a project. */
export async function putSettingsOfProject(
  db: WriteHandle,
  projectId: number,
  { "items.databasesDir": databasesDir, ...values }: SettingChanges<ProjectSettings>,
): Promise<void> {
  if (databasesDir !== undefined)
    await db.run(
      query.updateTable("project").set({ databases_dir: databasesDir }).where("id", "=", projectId),
    );
  for (const [key, value] of Object.entries(values))
    if (value !== undefined)
      await db.run(
        query
          .insertInto("project_setting")
          .values({ project_id: projectId, key, value: jsonText<unknown>(value) })
          .onConflict((same) =>
            same.columns(["project_id", "key"]).doUpdateSet({ value: jsonText<unknown>(value) }),
          ),
      );
}
