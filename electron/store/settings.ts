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

/** What is set for a project; the folder of its items' databases is in the project itself. */
export function settingsOfProject(db: ReadHandle, projectId: number): ProjectSettings {
  const rows = db.sql("SELECT key, value FROM project_setting WHERE project_id = ?").all(projectId) as {
    key: string;
    value: string;
  }[];
  const dir = db.sql("SELECT databases_dir AS dir FROM project WHERE id = ?").get(projectId) as
    | { dir: string }
    | undefined;
  const stored = Object.fromEntries(rows.map(({ key, value }) => [key, JSON.parse(value) as unknown]));
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
    db.sql("UPDATE project SET databases_dir = ? WHERE id = ?").run(databasesDir, projectId);
  const put = db.sql("INSERT OR REPLACE INTO project_setting (project_id, key, value) VALUES (?, ?, ?)");
  for (const [key, value] of Object.entries(values))
    if (value !== undefined) put.run(projectId, key, JSON.stringify(value));
}
