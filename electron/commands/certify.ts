import os from "node:os";
import path from "node:path";
import { goldText } from "#shared/certificate/let-pass.ts";
import { mutantCounts } from "#shared/certificate/mutant-score.ts";
import { certificateLine } from "#shared/certificate/report/certificate-line.ts";
import {
  type CertificateSummary,
  certificateSummary,
} from "#shared/certificate/report/certificate-summary.ts";
import { reportFormatOf, reportFormats } from "#shared/certificate/report/report-formats.ts";
import type { CertificateReport } from "#shared/certificate/report/reported-task.ts";
import { certificateVerdict, notJudged } from "#shared/certificate/verdict.ts";
import {
  type Certificate,
  type PropertyName,
  propertyNames,
  sampledMutants,
} from "#shared/domain/certificate.ts";
import { BadInput, describeProblem } from "#shared/formats/bad-input.ts";
import { readStatedExceptions, withStatedExceptions } from "#shared/formats/stated-exceptions.ts";
import type { ReadTask } from "#shared/formats/task-file.ts";
import { certificateHashes } from "../certificate/certificate-hashes.ts";
import type { CertificateSetting, TaskToCertify } from "../certificate/certified-task.ts";
import { certifyTask } from "../certificate/certify-task.ts";
import { isLastingFault } from "../engines/engine.ts";
import { forEachMarked } from "../evaluation/under-way.ts";
import type { TestRunner } from "../python/test-runner.ts";
import { readTextFile } from "../store/read-text-file.ts";
import { type CommandContext, defineCommand } from "./command.ts";
import { exitCodes, WrongUsage } from "./command-end.ts";
import { type OutputValue, outputText } from "./output-schemas.ts";
import {
  behaviourOption,
  databasesOption,
  engineOption,
  exceptionsOption,
  groundTruthOption,
  knowledgeOption,
  meaningsOption,
  profileOption,
  serverOption,
} from "./shared-options.ts";
import { readKnowledge, readMeanings, readTasks } from "./task-input.ts";
import {
  type CommandDatabases,
  openTaskDatabases,
  openTaskMarks,
  openTestRunner,
  readTaskOptions,
} from "./task-options.ts";

const endings = Object.values(reportFormats)
  .map(({ ending, title }) => `${ending} (${title})`)
  .join(", ");

/**
 * Proves by execution that tasks are worth asking and writes a certificate for each, in their order. Ends with 1 where one of
 * them is not certified.
 */
export const certify = defineCommand(
  (command) =>
    command
      .description("prove by execution that tasks are worth asking")
      .requiredOption("--input <file>", "the tasks, JSONL")
      .addOption(groundTruthOption())
      .addOption(knowledgeOption())
      .addOption(meaningsOption())
      .addOption(databasesOption())
      .addOption(engineOption())
      .addOption(serverOption())
      .addOption(profileOption())
      .addOption(behaviourOption("fixed"))
      .option("--only <instances...>", "the ids of the tasks to certify (default: all)")
      .option("--full", `run every mutant, not ${sampledMutants} of each task`)
      .addOption(exceptionsOption())
      .requiredOption("--out <file>", "the certificates, a line of JSON each")
      .option("--report <files...>", `the same to read or for other tools: ${endings}`),
  async (typed, context) => {
    const options = readTaskOptions(typed);
    const subjects = await readSubjects(typed, context);
    const stated = await readExceptions(typed.exceptions, context);
    const out = context.output(typed.out);
    const reports = (typed.report ?? []).map((file) => openReport(file, context));
    const setting = { profile: options.profile, behaviour: typed.behaviour };
    const concurrency = Math.max(1, Math.min(os.availableParallelism(), subjects.length));
    const databases = await openTaskDatabases(options, context, 2 * concurrency);
    const tests = await openTestRunner(concurrency, context);
    try {
      const mostMutants = typed.full === true ? null : sampledMutants;
      const work = { databases, tests, setting, mostMutants, concurrency };
      const judged = await certifyAll(subjects, work, context);
      const certificates = judged.map((certificate, at) => ({
        ...certificate,
        ...withStatedExceptions(certificate, stated, (mutant) => {
          const task = subjects[at]?.task;
          return task === undefined ? undefined : goldText(task, mutant);
        }),
      }));
      for (const certificate of certificates)
        out.write(`${outputText("certificate", lineOf(certificate))}\n`);
      out.complete();
      const tasks = certificates.map((certificate, at) => ({
        ...{ certificate, madeAt: null, changed: [] },
        task: subjects[at]?.task ?? null,
      }));
      for (const write of reports) write({ title: path.basename(typed.input), tasks });
      const common = { out: typed.out, engine: options.kind, ...setting };
      context.result("certificate-summary", { ...common, ...summaryOf(certificateSummary(certificates)) });
      const isCertified = certificates.every(({ verdict }) => verdict !== "not-certified");
      return isCertified ? exitCodes.done : exitCodes.findings;
    } finally {
      await Promise.all([databases.close(), tests.close()]);
    }
  },
);

/** Opens a file for a report in the format that its name ends in; the answer writes it. */
function openReport(file: string, { output }: CommandContext): (report: CertificateReport) => void {
  const format = reportFormatOf(file);
  if (format === null) throw new WrongUsage(`--report ${file}: the name has to end in one of ${endings}.`);
  const out = output(file);
  return (report) => {
    for (const piece of format.write(report)) out.write(piece);
    out.complete();
  };
}

interface SubjectFiles {
  input: string;
  groundTruth?: string | undefined;
  knowledge?: string | undefined;
  columnMeanings?: string | undefined;
  only?: string[] | undefined;
}

async function readSubjects(files: SubjectFiles, { input, note }: CommandContext): Promise<TaskToCertify[]> {
  const { tasks, problems } = await readTasks(await input(files.input), files.groundTruth);
  for (const problem of problems) note(describeProblem(problem));
  const { only } = files;
  const ids = new Set(tasks.map(({ task }) => task.instanceId));
  const strangers = (only ?? []).filter((id) => !ids.has(id));
  if (strangers.length > 0)
    throw new WrongUsage(`--only ${strangers.join(" ")}: no task of the input has this id.`);
  const chosen = tasks.filter(({ task }) => only?.includes(task.instanceId) ?? true);
  const bases = await readKnowledge(files.knowledge, chosen);
  const meanings = await readMeanings(files.columnMeanings, chosen);
  return chosen.map(({ task }: ReadTask) => ({
    task,
    nodes: bases.get(task.database)?.nodes ?? [],
    columnMeanings: meanings.get(task.database)?.meanings ?? [],
  }));
}

async function readExceptions(file: string | undefined, { input }: CommandContext) {
  if (file === undefined) return [];
  const { lines, problems } = readStatedExceptions(await readTextFile(await input(file)), file);
  if (problems.length > 0) throw new BadInput(problems);
  return lines.map(({ stated }) => stated);
}

interface Work {
  databases: CommandDatabases;
  tests: TestRunner;
  setting: CertificateSetting;
  mostMutants: number | null;
  concurrency: number;
}

/** A certificate; `error` says why its task could not be judged at all. */
interface Certified extends Certificate {
  error?: string;
}

/** All certificates in the order of the tasks, some at once. */
async function certifyAll(
  subjects: readonly TaskToCertify[],
  work: Work,
  context: CommandContext,
): Promise<Certified[]> {
  const { signal, progress } = context;
  const found: Certified[] = [];
  const judged = progress("judged", subjects.length, "tasks");
  let done = 0;
  const end = (at: number, certificate: Certified) => {
    found[at] = certificate;
    judged(++done);
  };
  const { concurrency, setting } = work;
  await forEachMarked([...subjects.entries()], {
    ...{ underWay: openTaskMarks(subjects.length, context), concurrency },
    markOf: ([, { task }]) => ({ task, profile: setting.profile, certificate: true }),
    work: async ([at, subject]) => end(at, await certifyOne(subject, work, signal)),
    aside: ([at, subject], reason) => end(at, notCertified(subject, work, reason)),
  });
  return found;
}

async function certifyOne(subject: TaskToCertify, work: Work, signal: AbortSignal): Promise<Certified> {
  const { databases, tests, setting, mostMutants } = work;
  const { engine } = databases;
  try {
    const template = await databases.template(subject.task.database, signal);
    return await certifyTask(subject, { engine, template, tests }, { setting, mostMutants, signal });
  } catch (error) {
    signal.throwIfAborted();
    if (isLastingFault(error)) throw error;
    return notCertified(subject, work, error instanceof Error ? error.message : String(error));
  }
}

/** The certificate of a task that could not be judged at all. */
function notCertified(subject: TaskToCertify, { databases, setting }: Work, reason: string): Certified {
  const { database, instanceId } = subject.task;
  const missing = { engine: databases.engine.kind, database, id: "" };
  const properties = Object.fromEntries(
    propertyNames.map((name) => [name, notJudged(`The task could not be judged: ${reason}`)]),
  ) as Certificate["properties"];
  return {
    ...{ instanceId, properties, verdict: certificateVerdict(properties), mutants: [], error: reason },
    ...{ counts: mutantCounts([], 0), hashes: certificateHashes(subject, missing, setting) },
  };
}

function lineOf({ error, ...certificate }: Certified): OutputValue<"certificate"> {
  return { ...certificateLine(certificate), ...(error === undefined ? {} : { error }) };
}

type Summary = Omit<OutputValue<"certificate-summary">, "out" | "engine" | "profile" | "behaviour">;

function summaryOf({ tasks, verdicts, properties, mutants }: CertificateSummary): Summary {
  const entries = propertyNames.map((name) => {
    const { holds, fails, notJudged, notApplicable } = properties[name];
    return [name, { true: holds, false: fails, null: notJudged + notApplicable }] as const;
  });
  return {
    ...{ tasks, verdicts, mutants: mutants.status, byClass: mutants.byClass, score: mutants.score },
    properties: Object.fromEntries(entries) as Record<PropertyName, (typeof entries)[number][1]>,
  };
}
