import { fieldsInOrder } from "#shared/certificate/fields-in-order.ts";
import { goldText, type IgnoredMutant, type PersonalException } from "#shared/certificate/let-pass.ts";
import type {
  CertifyEvent,
  MatrixRow,
  MutantIdentity,
  StoredCertificate,
  TrendPoint,
} from "#shared/contract/certificates.ts";
import type { Change } from "#shared/contract/changes.ts";
import type { TaskTools } from "../evaluation/task-tools.ts";
import type { SqlAnalysis } from "../sql-analysis/sql-analysis.ts";
import { addVerdict, verdictsOfProject } from "../store/certificates.ts";
import type { WriteHandle } from "../store/handles.ts";
import { putException, putIgnored, withdrawException, withdrawIgnored } from "../store/let-pass.ts";
import { reviewerName } from "../store/people.ts";
import type { StoredTask } from "../store/tasks.ts";
import type { Workspace } from "../store/workspace.ts";
import type { CallContext } from "./call-context.ts";
import { certificateMatrix } from "./certificate-matrix.ts";
import { certificateReport, type ReportWanted } from "./certificate-report.ts";
import { verdictTrend } from "./certificate-trend.ts";
import { certifyStoredTask } from "./certify-stored-task.ts";
import { createChangeSets } from "./change-sets.ts";
import { eventStream } from "./event-queue.ts";
import { ServiceFault } from "./fault.ts";
import { createStatedExceptions } from "./stated-exceptions.ts";
import { storedCertificate } from "./stored-certificates.ts";
import { refuseUnknownProject, storedTask } from "./stored-records.ts";
import { createStrongerTests } from "./stronger-tests.ts";

interface Dependencies {
  workspace: Workspace;
  tools: TaskTools;
  analysis: SqlAnalysis;
  now(): Date;
  publish(change: Change): void;
}

type ExceptedInput = { taskId: number } & Pick<PersonalException, "property" | "rule" | "where">;
type WithdrawnInput = ExceptedInput & { reason: string; name: string | null; withdrawn: boolean };
type MutantInput = { taskId: number; mutant: MutantIdentity };

/** Somebody waits for it: it takes a second state of the database, so that answers are judged two at a time. */
export const answersAtOnce = 2;

/** Certificates of tasks: made, read with what persons let pass in them, and over time. */
export function createCertificatesService(dependencies: Dependencies) {
  const { workspace, tools } = dependencies;
  const change = (taskId: number, write: Write) => changeLetPass(dependencies, taskId, write);
  return {
    ofTask: async ({ taskId }: { taskId: number }): Promise<StoredCertificate | null> =>
      workspace.read(async (db) => storedCertificate(db, tools, await storedTask(db, taskId))),

    certify: ({ taskId, full }: { taskId: number; full: boolean }, { signal }: CallContext) =>
      eventStream<CertifyEvent>(signal, async (emit, signal) => {
        const stored = await workspace.read((db) => storedTask(db, taskId));
        await certifyStoredTask(dependencies, stored, { full, concurrency: answersAtOnce, signal, emit });
        emit({ type: "done", stored: await certificateOf(dependencies, taskId) });
      }),

    async matrix({ projectId }: { projectId: number }): Promise<MatrixRow[]> {
      await refuseUnknownProject(workspace, projectId);
      return workspace.read((db) => certificateMatrix(db, tools, projectId));
    },

    async trend({ projectId }: { projectId: number }): Promise<TrendPoint[]> {
      await refuseUnknownProject(workspace, projectId);
      return verdictTrend(await workspace.read((db) => verdictsOfProject(db, projectId)));
    },

    report: (wanted: ReportWanted, { signal }: CallContext) =>
      certificateReport(dependencies, wanted, signal),

    except: ({ reason, ...input }: ExceptedInput & { reason: string }, { actor }: CallContext) =>
      change(input.taskId, async (db, { at, before }) => {
        const about = messagesThere(before, input);
        const exception = { ...input, about, reason, name: await reviewerName(db, actor) };
        await putException(db, { taskId: input.taskId, at, importId: null }, exception);
      }),

    withdrawException: ({ name, withdrawn, ...input }: WithdrawnInput, { actor }: CallContext) =>
      change(input.taskId, async (db) => {
        const key = { ...input, name: name ?? (await reviewerName(db, actor)) };
        if (!(await withdrawException(db, input.taskId, key, withdrawn)))
          throw notThere("exception", input.rule);
      }),

    ignoreMutant: ({ taskId, mutant, reason }: MutantInput & { reason: string }, { actor }: CallContext) =>
      change(taskId, async (db, { at, stored }) => {
        const gold = goldText(stored.revision.task, mutant);
        if (gold === undefined) throw notThere("mutant", mutant.operator);
        const ignored: IgnoredMutant = { ...mutant, gold, reason, name: await reviewerName(db, actor) };
        await putIgnored(db, { taskId, at, importId: null }, ignored);
      }),

    heedMutant: ({ taskId, mutant, heeded }: MutantInput & { heeded: boolean }) =>
      change(taskId, async (db) => {
        if (!(await withdrawIgnored(db, taskId, mutant, heeded)))
          throw notThere("ignored mutant", mutant.operator);
      }),

    ...createStrongerTests(dependencies),
    ...createChangeSets(dependencies),
    ...createStatedExceptions(dependencies),
  };
}

async function certificateOf({ workspace, tools }: Dependencies, taskId: number): Promise<StoredCertificate> {
  return workspace.read(async (db) => {
    const found = await storedCertificate(db, tools, await storedTask(db, taskId));
    if (found !== null) return found;
    throw new ServiceFault("NOT_FOUND", "This task has not been certified yet. Certify it first.", {
      what: `certificate of task ${taskId}`,
    });
  });
}

type Write = (
  db: WriteHandle,
  at: { at: string; before: StoredCertificate; stored: StoredTask },
) => Promise<void>;

/** Changes what a person lets pass in a certificate, and answers the certificate with its verdict as it is then. */
async function changeLetPass(
  dependencies: Dependencies,
  taskId: number,
  write: Write,
): Promise<StoredCertificate> {
  const { workspace, now, publish } = dependencies;
  const before = await certificateOf(dependencies, taskId);
  const at = now().toISOString();
  const stored = await workspace.read((db) => storedTask(db, taskId));
  await workspace.write(async (db) => {
    await write(db, { at, before, stored });
    const { revision } = before;
    const after = await storedCertificate(db, dependencies.tools, stored);
    if (after !== null) await addVerdict(db, { taskId, revision, at, verdict: after.certificate.verdict });
  });
  publish({ type: "certificates", projectId: stored.projectId, taskId });
  return certificateOf(dependencies, taskId);
}

/** What a rule reports at a location of a property; a fault where it reports nothing. */
function messagesThere(
  { certificate }: StoredCertificate,
  { property, rule, where }: ExceptedInput,
): string[] {
  const found = certificate.properties[property].findings.filter(
    (finding) =>
      finding.severity === "error" &&
      finding.rule === rule &&
      fieldsInOrder(finding.where) === fieldsInOrder(where),
  );
  if (found.length > 0) return found.map(({ message }) => message);
  throw notThere("finding", rule);
}

function notThere(what: string, name: string): ServiceFault {
  return new ServiceFault(
    "NOT_FOUND",
    `The certificate has no such ${what} (${name}) any more. Look again.`,
    {
      what: `${what} ${name}`,
    },
  );
}
