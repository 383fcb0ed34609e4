import { randomBytes, randomUUID } from "node:crypto";
import os from "node:os";
import path from "node:path";
import type { WorkspaceDamage } from "#shared/contract/session.ts";
import { defaultRunLimits, type RunLimits } from "#shared/domain/run-limits.ts";
import { allAllowed, type Consents } from "./consents.ts";
import { readPrompts } from "./dialogues/model/prompts.ts";
import { createTaskTools, type TaskTools } from "./evaluation/task-tools.ts";
import type { PathGrants } from "./path-grants.ts";
import type { StartProcess } from "./processes/start-process.ts";
import type { ProgramPaths } from "./program-paths.ts";
import { createQueryRunner, defaultWorkers } from "./queries/create-query-runner.ts";
import type { QueryRunner } from "./queries/query-runner.ts";
import { createRouter, type Router, type Services } from "./router.ts";
import { createAgreementFigures } from "./services/agreement-figures.ts";
import { createBundleExports } from "./services/bundle-exports.ts";
import { createBundleWork } from "./services/bundle-work.ts";
import { createCertificatesService } from "./services/certificates.ts";
import { createCertifyTasks } from "./services/certify-tasks.ts";
import { type ChangesService, createChangesService } from "./services/changes.ts";
import { createCheckItemsService } from "./services/check-items.ts";
import { createCommentsService } from "./services/comments.ts";
import { createCrossChecks } from "./services/cross-checks.ts";
import { createDatabasesService } from "./services/databases.ts";
import { createDialoguesService } from "./services/dialogues.ts";
import { createDisagreementsService } from "./services/disagreements.ts";
import { createExportsService } from "./services/exports.ts";
import { createFilesService } from "./services/files.ts";
import { withGoldWithheld } from "./services/gold-withheld.ts";
import { createGuidelinesService } from "./services/guidelines.ts";
import { createImportedFiles } from "./services/imported-files.ts";
import { createJobBoard } from "./services/job-board.ts";
import { createJobShares } from "./services/job-shares.ts";
import { createJobsService } from "./services/jobs.ts";
import { createJudgesService } from "./services/judges.ts";
import { createMembersService } from "./services/members.ts";
import { createModelKeys, type ModelKeys } from "./services/model-keys.ts";
import { createModelReadings } from "./services/model-readings.ts";
import { createModelsService } from "./services/models.ts";
import { createOpenBundle } from "./services/open-bundle.ts";
import { withPermissions } from "./services/permissions.ts";
import { createPredictionRuns } from "./services/prediction-runs.ts";
import { createProjectsService } from "./services/projects.ts";
import { createQualification } from "./services/qualification.ts";
import { createQueueService } from "./services/queue.ts";
import { createResultsService } from "./services/results.ts";
import {
  createServerPasswords,
  type SecretStore,
  type ServerPasswords,
} from "./services/server-passwords.ts";
import { createSessionService } from "./services/session.ts";
import { createSettingsService } from "./services/settings.ts";
import { createSlotsService } from "./services/slots.ts";
import { createTaskJobs } from "./services/task-jobs.ts";
import { createTaskRunsService } from "./services/task-runs.ts";
import { createTaskStatistics } from "./services/task-statistics.ts";
import { createTasksService } from "./services/tasks.ts";
import { createTurns, type TurnLimits } from "./services/turns.ts";
import { createVerdictFormsService } from "./services/verdict-forms.ts";
import { createVerdictsService } from "./services/verdicts.ts";
import { createWorkFigures } from "./services/work-figures.ts";
import { softMatchingBy } from "./sql-analysis/computations.ts";
import { openSqlAnalysis, type SqlAnalysis } from "./sql-analysis/sql-analysis.ts";
import { backupsOf, startBackups } from "./store/backups.ts";
import { damageOf } from "./store/import-in-thread.ts";
import { openWorkspaceAt } from "./store/open-workspace.ts";
import { isServerUrl } from "./store/postgres/server-workspace.ts";
import { settingsOfPerson } from "./store/settings.ts";
import { databaseFolders } from "./store/waiting-work.ts";
import type { Workspace } from "./store/workspace.ts";
import type { Transfers } from "./transfers.ts";

/** What a host decides of the back end. */
export interface Configuration {
  /** The workspace file; made when it is not there. */
  workspacePath: string;
  version: string;
  /** How this host starts the processes that run SQL under test. */
  startProcess: StartProcess;
  /** The paths of the parts that run in processes and threads of their own. */
  paths: ProgramPaths;
  /** Where what can be made again is kept from one start to the next: loaded databases, prepared Python. */
  cacheDir: string;
  /** Where this host can keep a secret; null: passwords are asked for in each session. */
  secrets: SecretStore | null;
  /** The path of the pack of tasks that comes with the program. */
  taskSampleDir?: string;
  /** Which paths windows may name; any where it is not given. */
  grants?: PathGrants;
  /** What the person has allowed this workspace on this machine; all where it is not given. */
  consents?: Consents;
  /** Files on their way to and from the browsers of a team host's people. */
  transfers?: Transfers;
  /** How much runs at once for the people of a team host. */
  turns?: TurnLimits;
  /** How long a statement may run where nothing else is asked. */
  timeLimitMs?: number;
  /** Where unexpected errors are logged in detail. */
  log(message: string, error: unknown): void;
}

/** The back end of one workspace, ready for any number of windows. */
export interface BackEnd {
  router: Router;
  services: Services;
  /** What goes on by itself, apart from the calls that started it. */
  background: Background;
  /** Ends every process and job, and closes the workspace with all of its log written into it. */
  close(): Promise<void>;
}

interface Background {
  jobs: ReturnType<typeof createJobsService>;
  taskJobs: ReturnType<typeof createTaskJobs>;
  predictionRuns: ReturnType<typeof createPredictionRuns>;
  dialogues: ReturnType<typeof createDialoguesService>;
  certifying: ReturnType<typeof createCertifyTasks>;
}

/** What services are built from. Whoever composes may hand in parts of their own, and then closes them, too. */
export interface Parts {
  workspace: Workspace;
  passwords: ServerPasswords;
  modelKeys: ModelKeys;
  changes: ChangesService;
  runner: QueryRunner;
  analysis: SqlAnalysis;
  tools: TaskTools;
  limits: RunLimits;
  /** How many tasks run at the same time in the background: each has a database worker and a Python worker of its own. */
  concurrency: number;
  /** How many items are evaluated at the same time. */
  width: number;
  now(): Date;
  newId(): string;
}

type OwnParts = Partial<Parts> & Pick<Parts, "workspace">;

/**
 * Builds the back end and goes on with the work that its last end interrupted, unless the workspace came from elsewhere: then the
 * person is asked first. Throws when the workspace cannot be opened.
 */
export async function compose(configuration: Configuration, own: Partial<Parts> = {}): Promise<BackEnd> {
  const { workspacePath: file, log } = configuration;
  const workspace = own.workspace ?? (await openWorkspaceAt(file));
  const assembled = assemble(configuration, { ...own, workspace });
  const entry = configuration.paths.importThread;
  const backups = isServerUrl(file)
    ? null
    : startBackups({
        ...{ file, log, now: own.now ?? (() => new Date()) },
        damageOf: (copy, signal) => damageOf(copy, { entry, signal }),
      });
  const backEnd: BackEnd = {
    ...assembled,
    async close() {
      backups?.stop();
      await assembled.close();
      if (!own.workspace) await workspace.close();
    },
  };
  const { consents = allAllowed } = configuration;
  const { waiting } = backEnd.services.session;
  const left = await waiting(undefined, { actor: "" });
  if (!consents.mayGoOn() && left !== null) return backEnd;
  consents.allowWork();
  await goOn(backEnd.background);
  return backEnd;
}

async function goOn(background: Background): Promise<void> {
  const { jobs, taskJobs, predictionRuns, dialogues, certifying } = background;
  await jobs.resume();
  await taskJobs.resume();
  await predictionRuns.resumePredictions();
  await dialogues.resumeWanted();
  await certifying.resumeCertifying();
}

/** The only place where services meet a store, an engine and a clock; nothing in the background begins. */
export function assemble(configuration: Configuration, own: OwnParts): BackEnd {
  const parts = openParts(configuration, own);
  const check = startCheck(configuration);
  const { services, background } = composeServices(configuration, parts, check.damage);
  const router = createRouter({
    services,
    grants:
      configuration.grants &&
      withStored(configuration.grants, parts.workspace, configuration.consents ?? allAllowed),
    log: configuration.log,
    newErrorId: () => randomBytes(4).toString("hex"),
  });
  return {
    router,
    services,
    background,
    async close() {
      await check.stop();
      const { changes, runner, analysis, tools } = parts;
      if (!own.changes) changes.close();
      await background.jobs.close();
      await background.taskJobs.close();
      await Promise.all([
        own.analysis ?? analysis.close(),
        own.tools ?? tools.databases.close(),
        own.tools ?? tools.tests.close(),
        own.runner ?? runner.close(),
      ]);
    },
  };
}

/** Looks through the whole workspace, in a thread where it is large; `damage` is what was found, null where it is whole. */
function startCheck({ workspacePath: file, paths, log }: Configuration) {
  const stopped = new AbortController();
  const found = damageOf(file, { entry: paths.importThread, signal: stopped.signal });
  const damage = found.then(
    (problems): WorkspaceDamage | null => {
      if (problems.length === 0) return null;
      log(`The workspace ${file} is damaged`, problems);
      return { problems, backup: backupsOf(file)[0] ?? null };
    },
    (error: unknown) => {
      if (!stopped.signal.aborted) log(`The workspace ${file} could not be checked`, error);
      return null;
    },
  );
  return {
    damage,
    async stop() {
      stopped.abort();
      await damage;
    },
  };
}

/** The folders that projects have already, and that the person lets them read, may be named again. */
function withStored(grants: PathGrants, workspace: Workspace, { mayRead }: Consents): PathGrants {
  const isStored = async (file: string) =>
    (await workspace.read(databaseFolders)).some(
      (folder) => path.resolve(folder) === path.resolve(file) && mayRead(folder),
    );
  return { ...grants, mayRead: async (file) => (await grants.mayRead(file)) || (await isStored(file)) };
}

/** The parts that are not handed in. No process is started before it is needed. */
function openParts(configuration: Configuration, own: OwnParts): Parts {
  const { startProcess: start, paths, cacheDir } = configuration;
  const passwords = own.passwords ?? createServerPasswords(configuration.secrets);
  const concurrency = own.concurrency ?? Math.min(4, Math.max(1, os.availableParallelism()));
  const timeMs = configuration.timeLimitMs ?? defaultRunLimits.timeMs;
  const { mayConnect, mayRead } = configuration.consents ?? allAllowed;
  // Beside those whose turn it is a person's jobs read in threads, too, and leave one to the others.
  const threads =
    configuration.turns === undefined ? {} : { threads: configuration.turns.all + jobsOfOnePerson };
  const analysis = own.analysis ?? openSqlAnalysis({ entry: paths.sqlAnalysis, ...threads });
  return {
    workspace: own.workspace,
    passwords,
    modelKeys: own.modelKeys ?? createModelKeys(configuration.secrets, process.env),
    concurrency,
    changes: own.changes ?? createChangesService(own),
    runner:
      own.runner ??
      createQueryRunner({
        ...{ start, entry: paths.queryWorker },
        // Whose turn it is finds a worker. None is started ahead: everybody comes back at once after a start, and needs the processor.
        ...(configuration.turns === undefined ? {} : { interactive: configuration.turns.all, warm: 0 }),
      }),
    analysis,
    tools:
      own.tools ??
      createTaskTools({
        ...{ start, paths, cacheDir, concurrency, password: passwords.get, mayConnect, mayRead },
        matching: softMatchingBy(analysis.compute),
      }),
    limits: own.limits ?? { ...defaultRunLimits, timeMs },
    width: own.width ?? 8 * defaultWorkers(),
    now: own.now ?? (() => new Date()),
    newId: own.newId ?? randomUUID,
  };
}

/** How many jobs of one person run at once on a team host. */
const jobsOfOnePerson = 3;

/** What people of a team host share where nothing else is said: one of them leaves a worker to the others. */
export function defaultTurns(): TurnLimits {
  const all = Math.max(4, os.availableParallelism());
  return { each: all - 1, all };
}

/** What most services are made from. */
function sharedBy(configuration: Configuration, parts: Parts) {
  const { changes, limits } = parts;
  const defaults = { "run.timeLimitMs": limits.timeMs };
  return {
    ...parts,
    defaults,
    consents: configuration.consents ?? allAllowed,
    transfers: configuration.transfers ?? null,
    ...(configuration.taskSampleDir === undefined ? {} : { sampleDir: configuration.taskSampleDir }),
    // An account that nobody knows has set nothing.
    limitsOf: async (account: string | null): Promise<RunLimits> => {
      const settings = await parts.workspace.read((db) => settingsOfPerson(db, account ?? "", defaults));
      return { ...limits, timeMs: settings["run.timeLimitMs"] };
    },
    board: createJobBoard({ newId: parts.newId, publish: changes.publish }),
    importEntry: configuration.paths.importThread,
    prompts: () => readPrompts(configuration.paths.prompts, null),
    publish: changes.publish,
  };
}

// Longer than a function should be: one line for each area of the contract.
function composeServices(
  configuration: Configuration,
  parts: Parts,
  damage: Promise<WorkspaceDamage | null>,
): { services: Services; background: Background } {
  const { version } = configuration;
  const common = sharedBy(configuration, parts);
  const jobs = createJobsService(common);
  const taskJobs = createTaskJobs(common);
  const predictionRuns = createPredictionRuns(common);
  const dialogues = createDialoguesService(common);
  const certifying = createCertifyTasks(common);
  const evaluate = (projectId: number, actor: string) =>
    jobs.evaluate({ projectId, again: false }, { actor });
  const projects = createProjectsService({ ...common, evaluate });
  const background = { jobs, taskJobs, predictionRuns, dialogues, certifying };
  const services: Services = {
    agreementFigures: createAgreementFigures(common),
    bundles: {
      ...createBundleExports(common),
      ...createBundleWork(common),
      ...createOpenBundle({ ...common, importPredictions: projects.import }),
    },
    certificates: { ...createCertificatesService(common), certifyTasks: certifying.certifyTasks },
    changes: parts.changes,
    checkItems: createCheckItemsService(common),
    comments: createCommentsService(common),
    crossChecks: createCrossChecks({ ...common, dialogues }),
    databases: createDatabasesService(common),
    dialogues,
    disagreements: createDisagreementsService(common),
    exports: createExportsService(common),
    files: createFilesService(configuration.grants?.begin ?? os.homedir()),
    guidelines: createGuidelinesService(common),
    importedFiles: createImportedFiles(common),
    jobs,
    judges: createJudgesService(common),
    members: createMembersService(common),
    models: createModelsService(common),
    projects,
    qualification: createQualification({ ...common, lint: taskJobs.lint }),
    queue: createQueueService(common),
    results: createResultsService(common),
    session: createSessionService({
      ...{ ...common, version, projectId: null, damage },
      goOn: () => goOn(background),
    }),
    slots: createSlotsService(common),
    settings: createSettingsService({ ...common, evaluate, lint: taskJobs.lint }),
    taskRuns: {
      ...createTaskRunsService(common),
      ...createModelReadings(common),
      ...predictionRuns,
      startAll: taskJobs.startAll,
    },
    tasks: {
      ...createTasksService({ ...common, lint: taskJobs.lint }),
      ...createTaskStatistics(common),
    },
    verdictForms: createVerdictFormsService(common),
    verdicts: createVerdictsService(common),
    workFigures: createWorkFigures(common),
  };
  const withheld = withGoldWithheld(services, parts.workspace);
  const { transfers, consents, workspace } = common;
  const folders = [configuration.cacheDir, ...(transfers === null ? [] : [transfers.folder])];
  const gate = {
    ...{ workspace, transfers, folders, mayRead: consents.mayRead },
    turns: createTurns(configuration.turns ?? defaultTurns(), (account, requests) =>
      common.publish({ type: "waiting", account, requests }),
    ),
    jobShares: createJobShares(common.board.list, jobsOfOnePerson),
    jobs: common.board.list,
  };
  return { services: withPermissions(withheld, gate), background };
}
