import { readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import type { TaskFiles } from "#shared/contract/task-import.ts";
import { defaultChoices } from "#shared/domain/import-report.ts";
import type { Project } from "#shared/domain/project.ts";
import { describeProblem } from "#shared/formats/bad-input.ts";
import { lastProject } from "#shared/settings/view-state.ts";
import type { Services } from "../router.ts";
import type { CallContext } from "../services/call-context.ts";
import { asFault } from "../services/fault.ts";

/** A pack of ours as its manifest describes it: predictions, and the folder of their databases, relative to it. */
const Manifest = z.object({
  title: z.string(),
  databases: z.string(),
  predictions: z.array(z.string()).min(1),
});

interface Opening {
  services: Services;
  caller: CallContext;
}

/** Opens a file of predictions or of tasks: imports it unless its project is there already, and makes it what the next window shows. */
export async function openProject(file: string, { services, caller }: Opening): Promise<void> {
  try {
    const projectName = path.basename(file, path.extname(file));
    const project =
      (await findProject(services, caller, projectName)) ??
      (await importAny(file, projectName, { services, caller }));
    await services.session.setViewState({ key: lastProject.key, value: project.id }, caller);
  } catch (error) {
    const fault = asFault(error);
    if (fault === null) throw error;
    const problems = "problems" in fault.data ? fault.data.problems.map(describeProblem) : [];
    throw new Error([`${file} could not be opened. ${fault.message}`, ...problems].join("\n"), {
      cause: error,
    });
  }
}

/** Gives a workspace without any project the sample, so that a first window has something to show. */
export async function openSample(sampleDir: string, { services, caller }: Opening): Promise<void> {
  if ((await services.projects.list(undefined, caller)).length > 0) return;
  const { title, databases, predictions } = Manifest.parse(
    JSON.parse(readFileSync(path.join(sampleDir, "manifest.json"), "utf8")),
  );
  for (const file of predictions) {
    await importFile(
      { path: path.join(sampleDir, file), databasesDir: path.join(sampleDir, databases), projectName: title },
      { services, caller },
    );
  }
}

/** Imports predictions; where the file holds none, tasks. Where it holds neither it throws what is wrong with the predictions. */
async function importAny(file: string, projectName: string, opening: Opening): Promise<Project> {
  try {
    const databasesDir = await databasesBeside(file, opening);
    return await importFile({ path: file, databasesDir, projectName }, opening);
  } catch (error) {
    const project =
      asFault(error)?.code === "BAD_INPUT" ? await importTasks(file, projectName, opening) : null;
    if (project === null) throw error;
    return project;
  }
}

/** Imports a file of tasks with the texts of their databases that lie in the same folder as those; null where it holds no tasks. */
async function importTasks(
  file: string,
  projectName: string,
  { services, caller }: Opening,
): Promise<Project | null> {
  const own = path.dirname(file);
  for (const databasesDir of [path.join(own, "databases"), own]) {
    const files: TaskFiles = { tasks: file };
    for (const kind of textKinds) files[kind] = [databasesDir];
    const preview = await services.tasks.previewImport({ files, projectName, databasesDir }, caller);
    if (preview.tasks === 0) return null;
    const isFound = preview.databases.some(({ template }) => template !== null);
    if (databasesDir !== own && !isFound) continue;
    for (const kind of textKinds)
      if (preview.problems.some(({ field }) => field === kind)) delete files[kind];
    const input = { files, projectName, databasesDir, skipUnreadable: false, existing: "keep" as const };
    for await (const event of services.tasks.import(input, caller))
      if (event.type === "done") return event.project;
  }
  throw new Error(`the import of ${file} ended without a result`);
}

const textKinds = ["knowledge", "columnMeanings", "schema"] as const;

async function findProject(
  services: Services,
  caller: CallContext,
  name: string,
): Promise<Project | undefined> {
  return (await services.projects.list(undefined, caller)).find((project) => project.name === name);
}

const withoutLabels = <Source extends { path: string }>({ path: file, ...source }: Source) => ({
  ...source,
  files: [{ path: file, labels: { as: "left-out" as const } }],
  choices: defaultChoices,
});

async function importFile(
  source: { path: string; databasesDir: string; projectName: string },
  { services, caller }: Opening,
): Promise<Project> {
  for await (const event of services.projects.import(withoutLabels(source), caller)) {
    if (event.type === "done") return event.project;
  }
  throw new Error(`the import of ${source.path} ended without a result`);
}

/** The folder beside the file in which most of its databases are found: ./databases, else the file's own folder. */
async function databasesBeside(file: string, { services, caller }: Opening): Promise<string> {
  const own = path.dirname(file);
  const found = async (databasesDir: string) => {
    const source = withoutLabels({ path: file, databasesDir, projectName: "" });
    const { databases } = await services.projects.preview(source, caller);
    return databases.filter((database) => database.found).length;
  };
  const inDatabases = await found(path.join(own, "databases"));
  return inDatabases > 0 && inDatabases >= (await found(own)) ? path.join(own, "databases") : own;
}
