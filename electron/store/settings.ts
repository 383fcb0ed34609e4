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
export function settingsOfPerson(
  db: ReadHandle,
  account: string,
  defaults: Partial<PersonSettings> = {},
): PersonSettings {
  return {
    ...resolved(personSettings, { ...defaults, ...preferencesOf(db, account) }),
    "reviewer.name": reviewerName(db, account),
  };
}

/** Stores settings of an account; the name, which must be nobody else's, has its own table (people.ts). */
export function putSettingsOfPerson(
  db: WriteHandle,
  account: string,
  { "reviewer.name": _, ...values }: SettingChanges<PersonSettings>,
): void {
  for (const [key, value] of Object.entries(values))
    if (value !== undefined) putPreference(db, account, key, value);
}

const storedSettings = compiledOnce(({ projectId }: { projectId: number }) =>
  query.selectFrom("project_setting").select(["key", "value"]).where("project_id", "=", projectId),
);
const itemsFolder = compiledOnce(({ projectId }: { projectId: number }) =>
  query.selectFrom("project").select("databases_dir as dir").where("id", "=", projectId),
);

/** What is set for a project; the folder of its items' databases is in the project itself. */
export function settingsOfProject(db: ReadHandle, projectId: number): ProjectSettings {
  const rows = db.all(storedSettings({ projectId }));
  const dir = db.first(itemsFolder({ projectId }));
  const stored = Object.fromEntries(rows.map(({ key, value }) => [key, parsed(value)]));
  return resolved(projectSettings, { ...stored, "items.databasesDir": dir?.dir });
}

/** The form by which a project's items are judged. */
export const verdictFormOf = (db: ReadHandle, projectId: number): VerdictForm =>
  settingsOfProject(db, projectId)["review.form"];

/** Stores settings of a project. */
export function putSettingsOfProject(
  db: WriteHandle,
  projectId: number,
  { "items.databasesDir": databasesDir, ...values }: SettingChanges<ProjectSettings>,
): void {
  if (databasesDir !== undefined)
    db.run(query.updateTable("project").set({ databases_dir: databasesDir }).where("id", "=", projectId));
  for (const [key, value] of Object.entries(values))
    if (value !== undefined)
      db.run(
        query
          .insertInto("project_setting")
          .values({ project_id: projectId, key, value: jsonText<unknown>(value) })
          .onConflict((same) =>
            same.columns(["project_id", "key"]).doUpdateSet({ value: jsonText<unknown>(value) }),
          ),
      );
}
