import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { readColumnMeanings } from "#shared/formats/column-meanings.ts";
import { cacheFolder } from "../../electron/cache-folder.ts";
import type { TaskToCertify } from "../../electron/certificate/certified-task.ts";
import {
  type CertificateTools,
  certifyTask,
  sampledMutants,
} from "../../electron/certificate/certify-task.ts";
import { createOutcomes, type KnownOutcomes } from "../../electron/certificate/known-outcomes.ts";
import { openEmbeddedEngine } from "../support/embedded-engine.ts";
import { openTestScripts } from "../support/test-scripts.ts";
import { columnMeaningsText, knowledgeBase, packTasks } from "../tasks/river-watch-pack.ts";
import { packDump } from "../tasks/river-watch-run.ts";

/** What certifying a task of our pack takes when everything is warm, in milliseconds. */
export interface CertificateSpeed {
  instanceId: string;
  firstProperty: number;
  everyProperty: number;
  /** After an edit of the words of its first ambiguity. */
  afterEdit: number;
}

/** A query and a management task of river-watch on PGlite, with a sample of their mutants; spare databases wait as in the program. */
export async function measureCertificates(): Promise<CertificateSpeed[]> {
  const folder = mkdtempSync(path.join(tmpdir(), "querent-certificates-"));
  const engine = openEmbeddedEngine("pglite", folder, { spare: 2 });
  const tests = await openTestScripts(cacheFolder());
  try {
    const tools = { engine, tests, template: await engine.prepare("river_watch", packDump(folder), {}) };
    const { nodes } = knowledgeBase();
    const { meanings: columnMeanings } = readColumnMeanings(columnMeaningsText(), "river_watch");
    const speeds: CertificateSpeed[] = [];
    for (const task of packTasks())
      if (["river_watch_4", "river_watch_M_3"].includes(task.instanceId))
        speeds.push(await measureTask({ task, nodes, columnMeanings }, tools));
    return speeds;
  } finally {
    await Promise.all([engine.close(), tests.close()]);
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureTask(subject: TaskToCertify, tools: CertificateTools): Promise<CertificateSpeed> {
  await certify({}, subject, tools);
  const first = await certify({}, subject, tools);
  const { task } = subject;
  const ambiguities = task.ambiguities.map((one, at) =>
    at === 0 ? { ...one, words: `${one.words} So.` } : one,
  );
  const edited = await certify(first.outcomes, { ...subject, task: { ...task, ambiguities } }, tools);
  const { instanceId } = task;
  return { instanceId, firstProperty: first.firstMs, everyProperty: first.allMs, afterEdit: edited.allMs };
}

async function certify(known: KnownOutcomes, subject: TaskToCertify, tools: CertificateTools) {
  const outcomes = createOutcomes(known);
  const startedAt = performance.now();
  const properties: number[] = [];
  await certifyTask(subject, tools, {
    ...{ outcomes, mostMutants: sampledMutants, signal: new AbortController().signal },
    setting: { profile: "conv", behaviour: "fixed" },
    onProperty: () => properties.push(performance.now() - startedAt),
  });
  const [firstMs = 0, allMs = 0] = [properties[0], properties.at(-1)];
  return { outcomes: outcomes.used(), firstMs, allMs };
}
