import { certificateLetPass, goldText, type LetPass, propertyLetPass } from "#shared/certificate/let-pass.ts";
import { notJudged } from "#shared/certificate/verdict.ts";
import type { CertifyEvent } from "#shared/contract/certificates.ts";
import type { Change } from "#shared/contract/changes.ts";
import type { Certificate, PropertyName, PropertyResult } from "#shared/domain/certificate.ts";
import { sampledMutants } from "#shared/domain/certificate.ts";
import { certifyTask } from "../certificate/certify-task.ts";
import { type CachedOutcomes, createOutcomes } from "../certificate/outcome-cache.ts";
import { stillSearched } from "../certificate/unexplained.ts";
import type { TaskTools } from "../evaluation/task-tools.ts";
import { marked } from "../evaluation/under-way.ts";
import type { SqlAnalysis } from "../sql-analysis/sql-analysis.ts";
import { addVerdict, outcomesOfTask, putCertificate, putOutcomes } from "../store/certificates.ts";
import { letPassOfTask } from "../store/let-pass.ts";
import type { StoredTask } from "../store/tasks.ts";
import type { Workspace } from "../store/workspace.ts";
import { databaseKnowledge } from "./database-knowledge.ts";
import { openTaskDatabase } from "./run-task.ts";
import { settingOfProject, subjectOf } from "./stored-certificates.ts";
import { storedProject } from "./stored-records.ts";

interface Dependencies {
  workspace: Workspace;
  tools: TaskTools;
  analysis: SqlAnalysis;
  now(): Date;
  publish(change: Change): void;
}

interface CertifyWork {
  full: boolean;
  /** So many answers are judged at once, each on a state of its own. */
  concurrency: number;
  signal: AbortSignal;
  /** Hears of loading, properties and mutants as they come. */
  emit?(event: Exclude<CertifyEvent, { type: "done" }>): void;
}

/** After each so many mutants it is told how many have run. */
const mutantsAtOnce = 10;

/** Certifies a task of the workspace and stores its certificate; rejects with `EngineProblem`, or with the signal's reason. */
export async function certifyStoredTask(
  dependencies: Dependencies,
  stored: StoredTask,
  { full, concurrency, signal, emit = () => {} }: CertifyWork,
): Promise<void> {
  const { workspace, tools } = dependencies;
  const { taskId, projectId, revision } = stored;
  const { task } = revision;
  const settings = (await storedProject(workspace, projectId)).taskSettings;
  const known = await workspace.read((db) => databaseKnowledge(db, { projectId, database: task.database }));
  const letPass = await workspace.read((db) => letPassOfTask(db, taskId));
  // Before the database is opened: what changes behind it makes the certificate void.
  const source = tools.databases.sourceKey(settings, task.database);
  const { engine, template } = await openTaskDatabase(tools, { task, settings, signal, emit });
  const before = await workspace.read((db) => outcomesOfTask(db, taskId));
  const outcomes = createOutcomes(before);
  const heeded = (name: PropertyName, result: PropertyResult) =>
    propertyLetPass(name, result, letPass.exceptions);
  const tell = (name: PropertyName, result: PropertyResult) => emit({ type: "property", name, result });
  const setting = settingOfProject(settings);
  const mark = { task, profile: setting.profile, certificate: true } as const;
  const making = marked(tools.underWay, mark, () =>
    certifyTask(
      subjectOf(task, known),
      { engine, template, tests: tools.tests, compute: dependencies.analysis.compute },
      {
        setting,
        mostMutants: full ? null : sampledMutants,
        ...{ concurrency, signal, outcomes },
        onProperty: (name, result) => tell(name, heeded(name, result)),
        onFirstAnswer(name, result) {
          const own = heeded(name, result);
          tell(name, own.holds === true ? notJudged(stillSearched) : own);
        },
        onMutants: (done, total) => {
          if (done % mutantsAtOnce === 0 || done === total) emit({ type: "mutants", done, total });
        },
        onSurvivors: (done, total) => emit({ type: "survivors", done, total }),
      },
    ),
  );
  const certificate = await making.catch(async (error: unknown) => {
    // The next one goes on from there.
    if (signal.aborted)
      await workspace
        .write((db) => putOutcomes(db, taskId, { ...before, ...outcomes.used() }))
        .catch(() => {});
    throw error;
  });
  await save(dependencies, stored, { certificate, source, letPass, outcomes: outcomes.used() });
}

interface Made {
  certificate: Certificate;
  source: string;
  letPass: LetPass;
  outcomes: CachedOutcomes;
}

async function save(
  { workspace, now, publish }: Dependencies,
  { taskId, projectId, revision: { revision, task } }: StoredTask,
  { certificate, source, letPass, outcomes }: Made,
): Promise<void> {
  const at = now().toISOString();
  const { verdict } = certificateLetPass(certificate, (mutant) => goldText(task, mutant), letPass);
  await workspace.write(async (db) => {
    await putCertificate(db, { taskId, revision, at, source, certificate });
    await putOutcomes(db, taskId, outcomes);
    await addVerdict(db, { taskId, revision, at, verdict });
  });
  publish({ type: "certificates", projectId, taskId });
}
