import type { Change } from "#shared/contract/changes.ts";
import { engineFacts } from "#shared/domain/engine.ts";
import type { ModelEndpoint } from "#shared/domain/model-endpoint.ts";
import {
  type PersonSettings,
  type ProjectSettings,
  projectSettings,
  type SettingChanges,
} from "#shared/settings/settings-table.ts";
import { dialectOf } from "#shared/sql/dialect-of.ts";
import type { Consents } from "../consents.ts";
import { readEndpointAddress } from "../dialogues/model/endpoint-address.ts";
import { engines } from "../engines/registry.ts";
import { makeEvaluationsStale } from "../store/evaluations.ts";
import type { WriteHandle } from "../store/handles.ts";
import { renamePerson } from "../store/people.ts";
import {
  putSettingsOfPerson,
  putSettingsOfProject,
  settingsOfPerson,
  settingsOfProject,
} from "../store/settings.ts";
import { makeDataResultsStale, makeTaskResultsStale, wantTaskJob } from "../store/task-jobs.ts";
import type { Workspace } from "../store/workspace.ts";
import type { CallContext } from "./call-context.ts";
import { existingFolder } from "./existing-folder.ts";
import { fieldFault, type ServiceFault } from "./fault.ts";
import { refuseUnknownProject } from "./stored-records.ts";
import { refuseForm } from "./verdict-forms.ts";

interface Dependencies {
  workspace: Workspace;
  /** What holds for persons who have set nothing else, where the host says other than the table. */
  defaults: Partial<PersonSettings>;
  publish(change: Change): void;
  consents: Pick<Consents, "allowServers" | "allowFolders">;
  /** Starts the evaluation of a project's items that have none, for an account. */
  evaluate(projectId: number, account: string): Promise<unknown>;
  /** Lints the tasks of a project that have no lint that counts. */
  lint(projectId: number): Promise<unknown>;
}

/** Everything that can be set, resolved and changed; what a change makes stale is done anew. */
export function createSettingsService(dependencies: Dependencies) {
  const { workspace, defaults, publish } = dependencies;
  const ofPerson = (account: string) => workspace.read((db) => settingsOfPerson(db, account, defaults));
  const ofProject = async (projectId: number) => {
    await refuseUnknownProject(workspace, projectId);
    return workspace.read((db) => settingsOfProject(db, projectId));
  };
  return {
    ofPerson: async (_input: undefined, { actor }: CallContext): Promise<PersonSettings> => ofPerson(actor),

    async setOfPerson(
      values: SettingChanges<PersonSettings>,
      { actor }: CallContext,
    ): Promise<PersonSettings> {
      const name = values["reviewer.name"];
      const endpoints = values["models.endpoints"];
      const checked =
        endpoints === undefined ? values : { ...values, "models.endpoints": checkedEndpoints(endpoints) };
      const isFree = await workspace.write(async (db) => {
        if (name !== undefined && !(await renamePerson(db, actor, name))) return false;
        await putSettingsOfPerson(db, actor, checked);
        return true;
      });
      if (!isFree) throw nameTaken(name ?? "");
      publish({ type: "settings" });
      return ofPerson(actor);
    },

    ofProject: async ({ projectId }: { projectId: number }): Promise<ProjectSettings> => ofProject(projectId),

    async setOfProject(
      { projectId, values }: { projectId: number; values: SettingChanges<ProjectSettings> },
      { actor }: CallContext,
    ): Promise<ProjectSettings> {
      const before = await ofProject(projectId);
      const checked = await checkedValues(values);
      refuseNoServer(before, checked);
      // Who names a server or a folder here means it.
      if (checked["tasks.serverUrl"]) dependencies.consents.allowServers([checked["tasks.serverUrl"]]);
      const { "items.databasesDir": items = "", "tasks.databasesDir": tasks = "" } = checked;
      dependencies.consents.allowFolders([items, tasks]);
      await workspace.write(async (db) => {
        if (checked["review.form"] !== undefined)
          await refuseForm(db, { projectId, actor }, checked["review.form"]);
        await putSettingsOfProject(db, projectId, checked);
        await makeStale(db, projectId, before, checked);
      });
      publish({ type: "projects" });
      publish({ type: "settings" });
      publish({ type: "tasks", projectId, taskId: null });
      if (judgesAnew(before, checked)) await dependencies.evaluate(projectId, actor);
      await dependencies.lint(projectId);
      return ofProject(projectId);
    },
  };
}

/** Addresses without credentials, and each name once: runs name their models by it. */
function checkedEndpoints(endpoints: readonly ModelEndpoint[]): ModelEndpoint[] {
  const double = endpoints.find(({ name }, at) => endpoints.slice(0, at).some((one) => one.name === name));
  if (double === undefined)
    return endpoints.map((endpoint) => ({ ...endpoint, url: readEndpointAddress(endpoint.url) }));
  const reason = `Two language models are called ${double.name}.`;
  const fix = "Call one of them something else.";
  throw fieldFault({ field: "models.endpoints", reason, fix });
}

/** Folders that are there, by their whole paths; a server without a password. */
async function checkedValues(
  values: SettingChanges<ProjectSettings>,
): Promise<SettingChanges<ProjectSettings>> {
  const { "tasks.serverUrl": serverUrl, "items.databasesDir": items, "tasks.databasesDir": tasks } = values;
  if (serverUrl !== undefined) refusePassword(serverUrl);
  return {
    ...values,
    ...(items === undefined
      ? {}
      : { "items.databasesDir": await existingFolder(items, { field: "items.databasesDir" }) }),
    // A project without tasks has no folder for theirs.
    ...(tasks ? { "tasks.databasesDir": await existingFolder(tasks, { field: "tasks.databasesDir" }) } : {}),
  };
}

/** Whoever chooses a server's engine, or takes its address away, has to say where the server is. */
function refuseNoServer(before: ProjectSettings, changed: SettingChanges<ProjectSettings>): void {
  const after = { ...before, ...changed } as ProjectSettings;
  const keys = ["items.engine", "tasks.engine", "tasks.serverUrl"] as const;
  if (after["tasks.serverUrl"] !== "" || keys.every((key) => before[key] === after[key])) return;
  const engine = [after["items.engine"], after["tasks.engine"]].find((kind) => engines[kind].needsServer);
  if (engine === undefined) return;
  const reason = `A ${engineFacts[engine].title} needs an address.`;
  const fix = `Enter one under "${projectSettings["tasks.serverUrl"].label}", as postgresql://user@host:port/database.`;
  throw fieldFault({ field: "tasks.serverUrl", reason, fix });
}

/** Other databases or another engine: other results; another dialect of SQL: another lint. */
async function makeStale(
  db: WriteHandle,
  projectId: number,
  before: ProjectSettings,
  changed: SettingChanges<ProjectSettings>,
): Promise<void> {
  const after = { ...before, ...changed } as ProjectSettings;
  if (judgesAnew(before, changed)) await makeEvaluationsStale(db, projectId);
  const data = ["tasks.engine", "tasks.databasesDir", "tasks.serverUrl"] as const;
  if (data.some((key) => before[key] !== after[key])) await makeDataResultsStale(db, projectId);
  if (dialectOf(before["tasks.engine"]) === dialectOf(after["tasks.engine"])) return;
  await makeTaskResultsStale(db, projectId, "lint", after["tasks.profile"]);
  await wantTaskJob(db, { projectId, kind: "lint", profile: null, predictionRunId: null });
}

/** Whether predictions are judged on other databases, or on another engine or server, from now on. */
function judgesAnew(before: ProjectSettings, changed: SettingChanges<ProjectSettings>): boolean {
  const engine = changed["items.engine"] ?? before["items.engine"];
  const server = changed["tasks.serverUrl"];
  return (
    changed["items.databasesDir"] !== undefined ||
    engine !== before["items.engine"] ||
    (engines[engine].needsServer && server !== undefined && server !== before["tasks.serverUrl"])
  );
}

function nameTaken(name: string): ServiceFault {
  const reason = `Another person in this workspace already uses the name ${name}.`;
  const fix = "Choose another name, so that everyone's verdicts stay separate.";
  return fieldFault({ field: "reviewer.name", reason, fix });
}

/** The workspace file is shared and copied: a password does not belong in it. */
function refusePassword(serverUrl: string): void {
  if (serverUrl === "") return;
  // Not URL: it does not take a user without a host, as a server on a socket has it.
  const parts = /^postgres(?:ql)?:\/\/(?:([^@/?#]*)@)?[^?#]*(?:\?([^#]*))?$/i.exec(serverUrl);
  const isPostgres = parts !== null;
  const [, user = "", query = ""] = parts ?? [];
  if (isPostgres && !user.includes(":") && !new URLSearchParams(query).has("password")) return;
  const reason = isPostgres
    ? "The server's URL contains a password."
    : "This is not the URL of a PostgreSQL server.";
  const fix = isPostgres
    ? "Remove it. Querent asks for the password separately and never stores it in the workspace."
    : "Write it as postgresql://user@host:port/database.";
  throw fieldFault({ field: "tasks.serverUrl", reason, fix });
}
