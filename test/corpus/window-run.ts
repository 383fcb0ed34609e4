import { writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { RunPlan } from "#shared/contract/dialogues.ts";
import type { ModelEndpoint } from "#shared/domain/model-endpoint.ts";
import { cacheFolder } from "../../electron/cache-folder.ts";
import { assemble, type BackEnd } from "../../electron/compose.ts";
import { forkProcess } from "../../electron/processes/fork-process.ts";
import { openWorkspace } from "../../electron/store/workspace.ts";
import { testPaths } from "../support/program-paths.ts";

const anna = { actor: "anna" };
export const windowFiles = (folder: string) => ({
  workspace: path.join(folder, "workspace.querent"),
  /** Written once the run has ended. */
  out: path.join(folder, "dialogues.jsonl"),
});

const plan: RunPlan = {
  settings: { protocol: "c", profile: "conv", behaviour: "fixed", patience: 3 },
  ...{ systems: ["asks-at-random"], sweep: [], trials: 2, seed: 2 },
  ...{ graft: null, modelSystems: [], modelSimulator: null, personAsUser: false },
};

async function inBackEnd<Result>(folder: string, use: (backEnd: BackEnd) => Promise<Result>) {
  const workspacePath = windowFiles(folder).workspace;
  const workspace = openWorkspace(workspacePath);
  const backEnd = assemble(
    {
      workspacePath,
      ...{ version: "test", startProcess: forkProcess, paths: testPaths, cacheDir: cacheFolder() },
      ...{ secrets: null, log: () => {} },
    },
    // One dialogue after the other: what asks first is then the same each time.
    { workspace, concurrency: 1 },
  );
  try {
    return await use(backEnd);
  } finally {
    await backEnd.close();
    await workspace.close();
  }
}

/**
 * Makes a workspace with the tasks of a folder and a first run over them, whose clarifications others can begin with, and enters
 * the language models; gives the dialogues of that run as a file of dialogues.
 */
export function prepareWindow(
  folder: string,
  { tasks, databasesDir, url }: { tasks: string; databasesDir: string; url: string },
): Promise<string> {
  return inBackEnd(folder, async ({ services }) => {
    const input = { files: { tasks }, projectName: "harbour", databasesDir, skipUnreadable: false };
    for await (const _ of await services.tasks.import({ ...input, existing: "keep" }, anna));
    const [project] = await services.projects.list(undefined, anna);
    const projectId = project?.id ?? 0;
    await services.settings.setOfProject({ projectId, values: { "tasks.engine": "sqlite" } }, anna);
    const endpoint = (name: string): ModelEndpoint => ({
      ...{ name, model: name, url, keyVariable: null, prices: null, costLimit: null, tokenLimit: null },
      abilities: { tools: true, schemas: true, temperature: true, seed: true },
    });
    const endpoints = ["player", "user"].map(endpoint);
    await services.settings.setOfPerson({ "models.endpoints": endpoints }, anna);
    const { runId } = await services.dialogues.start({ ...plan, projectId, taskIds: null }, anna);
    await ended(services, projectId, runId);
    return (await services.dialogues.exportToText({ runId, dialogueId: null, format: "jsonl" }, anna)).text;
  });
}

/** Plays the second run of the workspace to its end, from its beginning or from where it was left, and writes its dialogues. */
export function playInWindow(folder: string): Promise<void> {
  return inBackEnd(folder, async ({ services }) => {
    const [project] = await services.projects.list(undefined, anna);
    const projectId = project?.id ?? 0;
    const [newest, donor] = (await services.dialogues.runs({ projectId }, anna)).map(({ runId }) => runId);
    if (donor === undefined) await start(services, projectId, newest ?? 0);
    else await services.dialogues.resume({ runId: newest ?? 0 }, anna);
    const [run] = await services.dialogues.runs({ projectId }, anna);
    const runId = run?.runId ?? 0;
    await ended(services, projectId, runId);
    const { text } = await services.dialogues.exportToText(
      { runId, dialogueId: null, format: "jsonl" },
      anna,
    );
    writeFileSync(windowFiles(folder).out, text);
  });
}

async function start(services: BackEnd["services"], projectId: number, donor: number): Promise<void> {
  const [player, user] = (await services.settings.ofPerson(undefined, anna))["models.endpoints"];
  const swept: RunPlan = {
    ...plan,
    ...{ sweep: [0], graft: { runId: donor, system: "asks-at-random" } },
    ...{ modelSystems: player === undefined ? [] : [player], modelSimulator: user ?? null },
  };
  await services.dialogues.start({ ...swept, projectId, taskIds: null }, anna);
}

async function ended(services: BackEnd["services"], projectId: number, runId: number): Promise<void> {
  for (;;) {
    const run = (await services.dialogues.runs({ projectId }, anna)).find((one) => one.runId === runId);
    if (run?.state === "done") return;
    if (run?.state !== "wanted") throw new Error(`The run is ${run?.state ?? "not there"}.`);
    await wait(20);
  }
}
