import { writeFileSync } from "node:fs";
import path from "node:path";
import type { Certificate } from "#shared/domain/certificate.ts";
import { cacheFolder } from "../../electron/cache-folder.ts";
import type { TaskToCertify } from "../../electron/certificate/certified-task.ts";
import { type CertificateTools, certifyTask } from "../../electron/certificate/certify-task.ts";
import { type CachedOutcomes, createOutcomes } from "../../electron/certificate/outcome-cache.ts";
import { openTestScripts } from "../python/test-scripts.ts";
import { openEmbeddedEngine } from "../support/embedded-engine.ts";
import { pierDatabase } from "../tasks/pier-tasks.ts";
import type { SubjectEdit } from "./edited-subjects.ts";
import { withReusedStates } from "./reused-states.ts";

/** A certificate and what it was made from, as the workspace stores both. */
export interface StoredOutcomes {
  certificate: Certificate;
  outcomes: CachedOutcomes;
}

const setting = { profile: "conv", behaviour: "fixed" } as const;

/** Certifies a task from what is known of it; `mutants`: at most so many, `concurrency`: so many answers at once. */
export async function certifyFrom(
  known: CachedOutcomes,
  subject: TaskToCertify,
  tools: CertificateTools,
  mutants: number,
  concurrency = 1,
): Promise<StoredOutcomes> {
  const outcomes = createOutcomes(known);
  const { signal } = new AbortController();
  const options = { setting, mostMutants: mutants, concurrency, signal, outcomes };
  const certificate = await certifyTask(subject, tools, options);
  return asStored({ certificate, outcomes: outcomes.used() });
}

const asStored = (value: StoredOutcomes) => JSON.parse(JSON.stringify(value)) as StoredOutcomes;

/** The small SQLite database of the pier, with Python for tests. */
export async function openPier(folder: string): Promise<CertificateTools & { close(): Promise<void> }> {
  const engine = withReusedStates(openEmbeddedEngine("sqlite", folder));
  const file = path.join(folder, "pier.sql");
  writeFileSync(file, pierDatabase.join("\n"));
  const template = await engine.prepare("pier", { kind: "sql-file", path: file }, {});
  const tests = await openTestScripts(cacheFolder());
  return {
    ...{ engine, template, tests },
    close: async () => void (await Promise.all([engine.close(), tests.close()])),
  };
}

/**
 * Makes edits one after another and certifies behind each from what is known; what differs then from a certificate from
 * nothing whose answers are judged two at a time, in words, null where nothing does.
 */
export async function differenceAfter(
  edits: readonly SubjectEdit[],
  begin: { subject: TaskToCertify; outcomes: CachedOutcomes },
  tools: CertificateTools,
  mutants: number,
): Promise<string | null> {
  let { subject, outcomes } = begin;
  for (const [index, edit] of edits.entries()) {
    subject = edit(subject);
    const incremental = await certifyFrom(outcomes, subject, tools, mutants);
    const full = await certifyFrom({}, subject, tools, mutants, 2);
    outcomes = incremental.outcomes;
    const [one, other] = [incremental.certificate, full.certificate].map((each) => JSON.stringify(each));
    if (one !== other) return `edit ${index + 1} of ${subject.task.instanceId}: ${one} instead of ${other}`;
  }
  return null;
}
