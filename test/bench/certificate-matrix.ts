// The matrix of certificates of a large project, measured. Prints one JSON object.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Certificate } from "#shared/domain/certificate.ts";
import { sampledMutants } from "#shared/domain/certificate.ts";
import type { Task } from "#shared/domain/task.ts";
import { cacheFolder } from "../../electron/cache-folder.ts";
import { certificateHashes } from "../../electron/certificate/certificate-hashes.ts";
import { certifyTask } from "../../electron/certificate/certify-task.ts";
import type { Engine, TemplateRef } from "../../electron/engines/engine.ts";
import { createTaskTools } from "../../electron/evaluation/task-tools.ts";
import { forkProcess } from "../../electron/processes/fork-process.ts";
import { certificateMatrix } from "../../electron/services/certificate-matrix.ts";
import { verdictTrend } from "../../electron/services/certificate-trend.ts";
import { addVerdict, putCertificate, verdictsOfProject } from "../../electron/store/certificates.ts";
import { importTasksInThread, importThreadEntry } from "../../electron/store/import-in-thread.ts";
import { putIgnored } from "../../electron/store/let-pass.ts";
import { tasksAfter } from "../../electron/store/tasks.ts";
import { openWorkspace, type Workspace } from "../../electron/store/workspace.ts";
import { openTestScripts } from "../python/test-scripts.ts";
import { openEmbeddedEngine } from "../support/embedded-engine.ts";
import { testPaths } from "../support/program-paths.ts";
import { knowledgeBase, packTasks } from "../tasks/river-watch-pack.ts";
import { packDump } from "../tasks/river-watch-run.ts";
import { timed } from "./agreement.ts";
import { makeTasks } from "./make-tasks.ts";

/** What tasks × properties of a project cost, in milliseconds. */
interface MatrixFigures {
  tasks: number;
  firstMs: number;
  /** Asked again, the slowest of five; and the verdicts over time. */
  laterMs: number;
  trendMs: number;
}

const setting = { profile: "conv", behaviour: "fixed" } as const;
/** In every so many tasks a person has left out a mutant, so that all of its mutants are read. */
const ignoredInEvery = 10;

/** Measures the matrix of a project whose tasks all have a certificate of 60 mutants. */
export async function measureMatrix(tasks = 600): Promise<MatrixFigures> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "querent-bench-"));
  const workspace = openWorkspace(path.join(folder, "work.querent"));
  const tools = createTaskTools({
    ...{ start: forkProcess, paths: testPaths, cacheDir: cacheFolder(), concurrency: 1 },
    ...{ password: async () => null, mayConnect: () => false, mayRead: () => true },
  });
  try {
    const projectId = await importMade(workspace, folder, tasks);
    await certifyAll(workspace, projectId, await oneCertificate(folder));
    const matrix = () => timed(async () => workspace.read((db) => certificateMatrix(db, tools, projectId)));
    const firstMs = await matrix();
    const later: number[] = [];
    for (let at = 0; at < 5; at += 1) later.push(await matrix());
    const trendMs = await timed(async () =>
      verdictTrend(await workspace.read((db) => verdictsOfProject(db, projectId))),
    );
    return { tasks, firstMs, laterMs: Math.max(...later), trendMs };
  } finally {
    await Promise.all([tools.databases.close(), tools.tests.close()]);
    await workspace.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function importMade(workspace: Workspace, folder: string, tasks: number): Promise<number> {
  const file = path.join(folder, "tasks.jsonl");
  writeFileSync(file, `${makeTasks(tasks).tasks.join("\n")}\n`);
  const databases = path.join(import.meta.dirname, "../../tasks/river-watch/databases");
  const request = {
    files: { tasks: file, knowledge: [databases], columnMeanings: [databases] },
    ...{ projectName: "bench", databasesDir: databases, skipUnreadable: false, existing: "keep" as const },
    ...{ account: "bench", at: new Date().toISOString() },
  };
  const options = { entry: importThreadEntry, onProgress: () => undefined };
  return (await importTasksInThread(workspace.path, request, options)).projectId;
}

interface Made {
  certificate: Certificate;
  hashesOf(task: Task): Certificate["hashes"];
}

/** A certificate with findings, survivors and the rows that part them. */
async function oneCertificate(folder: string): Promise<Made> {
  const engine: Engine & { close(): Promise<void> } = openEmbeddedEngine("pglite", folder);
  const tests = await openTestScripts(cacheFolder());
  try {
    const template: TemplateRef = await engine.prepare("river_watch", packDump(folder), {});
    const { nodes } = knowledgeBase();
    const task = packTasks().find(({ instanceId }) => instanceId === "river_watch_4") as Task;
    const subjectOf = (one: Task) => ({ task: one, nodes, columnMeanings: [] });
    const { signal } = new AbortController();
    const options = { setting, mostMutants: sampledMutants, signal };
    const certificate = await certifyTask(subjectOf(task), { engine, template, tests }, options);
    return { certificate, hashesOf: (one) => certificateHashes(subjectOf(one), template, setting) };
  } finally {
    await Promise.all([engine.close(), tests.close()]);
  }
}

async function certifyAll(
  workspace: Workspace,
  projectId: number,
  { certificate, hashesOf }: Made,
): Promise<void> {
  const at = new Date().toISOString();
  const [ignored] = certificate.mutants;
  await workspace.write(async (db) => {
    for (const [index, { taskId, revision }] of (
      await tasksAfter(db, projectId, -1, Number.MAX_SAFE_INTEGER)
    ).entries()) {
      const { task } = revision;
      const own = { ...certificate, hashes: hashesOf(task) };
      const made = { taskId, revision: revision.revision, at };
      await putCertificate(db, { ...made, source: null, certificate: own });
      await addVerdict(db, { ...made, verdict: certificate.verdict });
      if (index % ignoredInEvery !== 0 || ignored === undefined) continue;
      const gold = task.goldSql[ignored.statement] ?? "";
      await putIgnored(
        db,
        { taskId, at, importId: null },
        { ...ignored, gold, reason: "Nobody means it.", name: "bench" },
      );
    }
  });
}

if (import.meta.main) console.log(JSON.stringify(await measureMatrix()));
