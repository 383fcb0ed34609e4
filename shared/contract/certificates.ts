import { eventIterator } from "@orpc/contract";
import { z } from "zod";
import {
  Certificate,
  CertificateException,
  CertificateHashes,
  CertificateVerdict,
  MutantCounts,
  MutantResult,
  PropertyName,
  PropertyResult,
} from "../domain/certificate.ts";
import { TaskStatus } from "../domain/task-status.ts";
import { TestScript } from "../domain/test-script.ts";
import { base } from "./base.ts";
import { DatabaseLoading } from "./databases.ts";
import { Job } from "./jobs.ts";

/** What a certificate speaks of that can change: it is void as soon as one of these does. */
export const CertifiedPart = CertificateHashes.keyof();
export type CertifiedPart = z.infer<typeof CertifiedPart>;

/** The certificate of a task as it is stored, with the exceptions of persons in it. */
export const StoredCertificate = z.object({
  certificate: Certificate,
  madeAt: z.string(),
  /** The revision of the task that was certified. */
  revision: z.number().int(),
  /** What has changed since; where this is not empty the certificate is void. */
  changed: z.array(CertifiedPart),
});
export type StoredCertificate = z.infer<typeof StoredCertificate>;

/** What happens while a task is certified; the last event is "done". */
export const CertifyEvent = z.discriminatedUnion("type", [
  DatabaseLoading,
  /** A property was judged, in the order in which a person mends them; again where rows were searched for what survives. */
  z.object({ type: z.literal("property"), name: PropertyName, result: PropertyResult }),
  z.object({
    type: z.literal("mutants"),
    done: z.number().int().nonnegative(),
    total: z.number().int().nonnegative(),
  }),
  /** For how many answers that pass rows were searched that tell them from the gold. */
  z.object({
    type: z.literal("survivors"),
    done: z.number().int().nonnegative(),
    total: z.number().int().nonnegative(),
  }),
  z.object({ type: z.literal("done"), stored: StoredCertificate }),
]);
export type CertifyEvent = z.infer<typeof CertifyEvent>;

/** What a matrix of certificates shows of one property: whether it holds, and how many exceptions and errors it has. */
export const MatrixCell = PropertyResult.pick({ holds: true, applies: true }).extend({
  exceptions: z.number().int().nonnegative(),
  errors: z.number().int().nonnegative(),
});
export type MatrixCell = z.infer<typeof MatrixCell>;

/** One task of a project and what its certificate says; null where it has none. */
export const MatrixRow = z.object({
  taskId: z.number().int(),
  instanceId: z.string(),
  database: z.string(),
  status: TaskStatus,
  certificate: z
    .object({
      verdict: CertificateVerdict,
      properties: z.record(PropertyName, MatrixCell),
      /** Over all properties. */
      exceptions: z.number().int().nonnegative(),
      counts: MutantCounts,
      madeAt: z.string(),
      changed: z.array(CertifiedPart),
    })
    .nullable(),
});
export type MatrixRow = z.infer<typeof MatrixRow>;

/** How many tasks of a project had which verdict at a moment: at the end of each hour in which one of them got another. */
export const TrendPoint = z.object({
  /** When the last of them got its verdict. */
  at: z.string(),
  certified: z.number().int().nonnegative(),
  withExceptions: z.number().int().nonnegative(),
  notCertified: z.number().int().nonnegative(),
});
export type TrendPoint = z.infer<typeof TrendPoint>;

/** Which mutant of a task is meant. */
export const MutantIdentity = MutantResult.pick({
  phase: true,
  statement: true,
  range: true,
  operator: true,
  replacement: true,
});
export type MutantIdentity = z.infer<typeof MutantIdentity>;

/** A test that the gold passes and a mutant fails, as both were run; else why none was found. */
export const StrongerTest = z.union([
  z.object({
    script: TestScript,
    /** Whether the form can show it. */
    isForm: z.boolean(),
    /** What it says of the mutant. */
    failure: z.string(),
  }),
  z.object({ reason: z.string() }),
]);
export type StrongerTest = z.infer<typeof StrongerTest>;

/** What happens while a stronger test is looked for; the last event is "done". */
export const StrongerTestEvent = z.discriminatedUnion("type", [
  DatabaseLoading,
  z.object({ type: z.literal("done"), result: StrongerTest }),
]);
export type StrongerTestEvent = z.infer<typeof StrongerTestEvent>;

/** What happens while the rows of a change set are run; the last event is "done". */
export const ChangeSetEvent = z.discriminatedUnion("type", [
  DatabaseLoading,
  z.object({
    type: z.literal("done"),
    fileName: z.string(),
    /** The SQL of the rows that are confirmed; null where none are. */
    text: z.string().nullable(),
    /** Survivors that differ from the gold over the database with all of these rows, and those that do not. */
    confirmed: z.number().int().nonnegative(),
    unconfirmed: z.number().int().nonnegative(),
  }),
]);
export type ChangeSetEvent = z.infer<typeof ChangeSetEvent>;

/** What came of importing a file of exceptions; `importId` names the import where it is taken back. */
export const ImportedExceptions = z.object({
  importId: z.string(),
  /** Lines that let a finding pass, and that leave a mutant out of the score. */
  findings: z.number().int().nonnegative(),
  mutants: z.number().int().nonnegative(),
  /** Lines that were stated before. */
  known: z.number().int().nonnegative(),
  /** Lines that fit no task of the project and were left out. */
  unfit: z.number().int().nonnegative(),
  /** Tasks in which something more is let pass. */
  tasks: z.number().int().nonnegative(),
});
export type ImportedExceptions = z.infer<typeof ImportedExceptions>;

/** How a report of certificates is written. */
export const CertificateReportFormat = z.enum(["html", "json", "mutation-testing"]);
export type CertificateReportFormat = z.infer<typeof CertificateReportFormat>;

const ProjectId = z.object({ projectId: z.number().int() });
const TaskId = z.object({ taskId: z.number().int() });
const Excepted = TaskId.extend({ property: PropertyName }).extend(
  CertificateException.pick({ rule: true, where: true }).shape,
);
const reason = z.string().trim().min(1).max(2000);

export const certificates = {
  /** The newest certificate of a task; null where it was never certified. */
  ofTask: base.input(TaskId).output(StoredCertificate.nullable()),
  /** Certifies a task as it is saved, under its project's evaluator with its faults fixed, and stores the certificate: every mutant where `full`, else 60 of them. Cancelling stops it, and nothing is stored. */
  certify: base.input(TaskId.extend({ full: z.boolean() })).output(eventIterator(CertifyEvent)),
  /** Every task of a project, in project order. */
  matrix: base.input(ProjectId).output(z.array(MatrixRow)),
  /** Certifies some tasks of a project, or all (null), in the background; those whose certificate is not void (and holds every mutant where `full`) are passed over. Goes on after a restart. */
  certifyTasks: base
    .input(
      ProjectId.extend({
        taskIds: z.array(z.number().int()).max(100_000).nullable(),
        full: z.boolean(),
      }),
    )
    .output(Job),
  /** The verdicts of a project's tasks over time, the oldest first. */
  trend: base.input(ProjectId).output(z.array(TrendPoint)),
  /** Lets pass what a rule reports at a place of a property, by the caller's name. It holds for what is reported there now: other findings of that rule are not covered. */
  except: base.input(Excepted.extend({ reason })).output(StoredCertificate),
  /** Takes back what somebody (null: the caller) lets pass for a reason, or puts it back as it was. */
  withdrawException: base
    .input(Excepted.extend({ reason, name: z.string().nullable(), withdrawn: z.boolean() }))
    .output(StoredCertificate),
  /** Leaves a mutant out of the score, by the caller's name, for as long as its statement of the gold stays as it is. */
  ignoreMutant: base.input(TaskId.extend({ mutant: MutantIdentity, reason })).output(StoredCertificate),
  /** Counts an ignored mutant again, or leaves it out as it was. */
  heedMutant: base
    .input(TaskId.extend({ mutant: MutantIdentity, heeded: z.boolean() }))
    .output(StoredCertificate),
  /** Looks for a test script that the gold of the task as it is saved passes and a survivor fails, and runs it on both; nothing is stored. */
  strongerTest: base
    .input(TaskId.extend({ mutant: MutantIdentity }))
    .output(eventIterator(StrongerTestEvent)),
  /** The rows that part a data-blind mutant of a task, or (null) all of them, from its gold, as a file of SQL: run again privately, gold and survivors on all of them. NOT_FOUND where no rows are known. */
  changeSet: base
    .input(TaskId.extend({ mutant: MutantIdentity.nullable() }))
    .output(eventIterator(ChangeSetEvent)),
  /** States what a file on the back end's machine lets pass, all of it or nothing. Lines that fit no task refuse it with BAD_INPUT, unless they are skipped. */
  importExceptions: base
    .input(ProjectId.extend({ path: z.string().min(1), skipUnfit: z.boolean() }))
    .output(ImportedExceptions),
  /** Takes back all that an import brought, or puts it back. NOT_FOUND where nothing of it is there. */
  withdrawImport: base
    .input(ProjectId.extend({ importId: z.string(), withdrawn: z.boolean() }))
    .output(z.void()),
  /** What persons let pass in a project, as a file that can be imported; `outdated` mutants are left out, as their gold was edited. NOT_FOUND where there is nothing. */
  exportExceptions: base.input(ProjectId).output(
    z.object({
      fileName: z.string(),
      text: z.string(),
      lines: z.number().int(),
      outdated: z.number().int(),
    }),
  ),
  /** A report to publish: of the certificates of some tasks of a project, or of all (null). NOT_FOUND where there are none. */
  report: base
    .input(
      ProjectId.extend({
        taskIds: z.array(z.number().int()).max(100_000).nullable(),
        format: CertificateReportFormat,
      }),
    )
    .output(z.object({ fileName: z.string(), text: z.string() })),
};
