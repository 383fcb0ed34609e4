import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import {
  type PropertyName,
  type PropertyResult,
  propertyNames,
  sampledMutants,
} from "#shared/domain/certificate.ts";
import { readColumnMeanings } from "#shared/formats/column-meanings.ts";
import { cacheFolder } from "../../electron/cache-folder.ts";
import type { TaskToCertify } from "../../electron/certificate/certified-task.ts";
import { type CertificateTools, certifyTask } from "../../electron/certificate/certify-task.ts";
import { type CachedOutcomes, createOutcomes } from "../../electron/certificate/outcome-cache.ts";
import { answersAtOnce } from "../../electron/services/certificates.ts";
import { openTestScripts } from "../python/test-scripts.ts";
import { openEmbeddedEngine } from "../support/embedded-engine.ts";
import { columnMeaningsText, knowledgeBase, packTasks } from "../tasks/river-watch-pack.ts";
import { packDump } from "../tasks/river-watch-run.ts";

/** What certifying a task of our pack takes when everything is warm, in milliseconds. */
export interface CertificateSpeed {
  instanceId: string;
  firstProperty: number;
  /** An answer on every property: judged, or that rows are still searched for what passes the tests. */
  everyAnswer: number;
  /** Properties that are not judged by then. */
  searched: PropertyName[];
  /** All searches are over, and after an edit of the words of its first ambiguity; null where it was stopped before. */
  whole: { everyProperty: number; afterEdit: number } | null;
}

/** These are certified to the end; the others until every property has an answer. */
const whole = ["river_watch_4", "river_watch_M_3"];

/** All tasks of river-watch on PGlite, with a sample of their mutants; spare databases and interpreters wait as in the program. */
export async function measureCertificates(): Promise<CertificateSpeed[]> {
  const folder = mkdtempSync(path.join(tmpdir(), "querent-certificates-"));
  const engine = openEmbeddedEngine("pglite", folder, { spare: 3 });
  const tests = await openTestScripts(cacheFolder(), answersAtOnce);
  try {
    const tools = { engine, tests, template: await engine.prepare("river_watch", packDump(folder), {}) };
    const { nodes } = knowledgeBase();
    const { meanings: columnMeanings } = readColumnMeanings(columnMeaningsText(), "river_watch");
    const speeds: CertificateSpeed[] = [];
    for (const task of packTasks()) speeds.push(await measureTask({ task, nodes, columnMeanings }, tools));
    return speeds;
  } finally {
    await Promise.all([engine.close(), tests.close()]);
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureTask(subject: TaskToCertify, tools: CertificateTools): Promise<CertificateSpeed> {
  const { task } = subject;
  const { instanceId } = task;
  const isWhole = whole.includes(instanceId);
  await certify({}, subject, tools, isWhole);
  const { outcomes, everyProperty, ...first } = await certify({}, subject, tools, isWhole);
  if (everyProperty === null) return { instanceId, ...first, whole: null };
  const ambiguities = task.ambiguities.map((one, at) =>
    at === 0 ? { ...one, words: `${one.words} So.` } : one,
  );
  const edited = await certify(outcomes, { ...subject, task: { ...task, ambiguities } }, tools, true);
  const afterEdit = edited.everyProperty ?? Number.NaN;
  return { instanceId, ...first, whole: { everyProperty, afterEdit } };
}

async function certify(
  known: CachedOutcomes,
  subject: TaskToCertify,
  tools: CertificateTools,
  isWhole: boolean,
) {
  const outcomes = createOutcomes(known);
  const enough = new AbortController();
  const startedAt = performance.now();
  const answered = new Map<PropertyName, number>();
  const judged = new Map<PropertyName, number>();
  const searched: PropertyName[] = [];
  const answer = (name: PropertyName) => {
    if (!answered.has(name)) answered.set(name, performance.now() - startedAt);
    if (answered.size === propertyNames.length && !isWhole) enough.abort();
  };
  await certifyTask(subject, tools, {
    ...{ outcomes, mostMutants: sampledMutants, concurrency: answersAtOnce, signal: enough.signal },
    setting: { profile: "conv", behaviour: "fixed" },
    onProperty(name) {
      judged.set(name, performance.now() - startedAt);
      answer(name);
    },
    onFirstAnswer(name, { holds }: PropertyResult) {
      if (holds === null) searched.push(name);
      answer(name);
    },
  }).catch((error: unknown) => {
    if (!enough.signal.aborted) throw error;
  });
  const most = (times: Iterable<number>) => Math.max(...times);
  return {
    outcomes: outcomes.used(),
    firstProperty: Math.min(...answered.values()),
    everyAnswer: most(answered.values()),
    searched,
    everyProperty: judged.size === propertyNames.length && isWhole ? most(judged.values()) : null,
  };
}
