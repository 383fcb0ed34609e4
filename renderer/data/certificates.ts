import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type {
  CertificateReportFormat,
  CertifyEvent,
  ChangeSetEvent,
  MutantIdentity,
  StoredCertificate,
  StrongerTest,
  StrongerTestEvent,
} from "#shared/contract/certificates.ts";
import type { DatabaseLoading } from "#shared/contract/databases.ts";
import type { Job } from "#shared/contract/jobs.ts";
import type { CertificateException, PropertyName, PropertyResult } from "#shared/domain/certificate.ts";
import { useAnswer } from "./answers.ts";
import { type Client, oncePerClient, useClient } from "./client.ts";
import { withJob } from "./jobs.ts";
import { keys } from "./keys.ts";
import { type Streamed, type StreamState, Streams, useOneStream, useStreamed } from "./streams.ts";
import { withSentFiles } from "./uploads.ts";

/** The newest certificate of a task; null where it was never certified. It follows edits, exceptions and other windows. */
export const useCertificate = (taskId: number) =>
  useAnswer(keys.certificate(taskId), (client, options) => client.certificates.ofTask({ taskId }, options));

/** What every task of a project has proved. */
export const useCertificateMatrix = (projectId: number) =>
  useAnswer([...keys.certificates(projectId), "matrix"], (client, options) =>
    client.certificates.matrix({ projectId }, options),
  );

/** The verdicts of a project's tasks over time. */
export const useCertificateTrend = (projectId: number) =>
  useAnswer([...keys.certificates(projectId), "trend"], (client, options) =>
    client.certificates.trend({ projectId }, options),
  );

/** Certifies some tasks of a project, or all (null), in the background. */
export function useCertifyTasks(projectId: number) {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (what: { taskIds: number[] | null; full: boolean }) =>
      client.certificates.certifyTasks({ projectId, ...what }),
    onSuccess: (job) => queries.setQueryData<Job[]>(keys.jobs, (jobs = []) => withJob(jobs, job)),
  });
}

/** A report of certificates of a project: its text, and a name for its file. */
export function useCertificateReport(projectId: number) {
  const client = useClient();
  return useMutation({
    mutationFn: (what: { taskIds: number[] | null; format: CertificateReportFormat }) =>
      client.certificates.report({ projectId, ...what }),
  });
}

/** Looks for a test that catches a mutant of a task as it is saved; another search, `cancel`, or leaving stops the one before. */
export function useStrongerTest(taskId: number) {
  const client = useClient();
  const { streamed: search = null, start, cancel } = useOneStream<{ result: StrongerTest | null }>();
  const look = useCallback(
    (mutant: MutantIdentity) =>
      start<StrongerTestEvent>({
        first: { result: null },
        events: (signal) => client.certificates.strongerTest({ taskId, mutant }, { signal }),
        after: (_, { result }) => ({ result }),
      }),
    [client, start, taskId],
  );
  return { search, look, cancel };
}

/** A change set being run again, or what came of it. */
export type ChangeSetRun = Streamed<{ done: Extract<ChangeSetEvent, { type: "done" }> | null }>;

/** Makes a change set of the rows that part a mutant of a task, or (null) all of them, from the gold. */
export function useChangeSet(taskId: number) {
  const client = useClient();
  const { streamed: run = null, start, cancel } = useOneStream<{ done: ChangeSetRun["done"] }>();
  const make = useCallback(
    (mutant: MutantIdentity | null, onDone: (done: NonNullable<ChangeSetRun["done"]>) => void) =>
      start<ChangeSetEvent>({
        first: { done: null },
        events: (signal) => client.certificates.changeSet({ taskId, mutant }, { signal }),
        after: (_, done) => {
          onDone(done);
          return { done };
        },
      }),
    [client, start, taskId],
  );
  return { run, make, cancel };
}

/** Imports a file of exceptions into a project, exports one, and takes an import back. */
export function useStatedExceptions(projectId: number) {
  const { certificates } = useClient();
  return {
    import: useMutation({
      mutationFn: (what: { path: string; skipUnfit: boolean }) =>
        withSentFiles({ projectId, ...what }, (sent) => certificates.importExceptions(sent), {
          isLast: true,
        }),
    }),
    withdraw: (importId: string, withdrawn: boolean) =>
      certificates.withdrawImport({ projectId, importId, withdrawn }),
    export: () => certificates.exportExceptions({ projectId }),
  };
}

/** A task being certified in this window, as far as it has come. */
export type Certifying = Streamed<{
  taskId: number;
  /** Whether every mutant runs. */
  full: boolean;
  /** What has been judged until now. */
  properties: Partial<Record<PropertyName, PropertyResult>>;
  /** How many mutants have run; null before the first. */
  mutants: { done: number; total: number } | null;
  /** For how many that pass rows were searched; null before the first. */
  survivors: { done: number; total: number } | null;
  /** The whole, once it is there. */
  stored: StoredCertificate | null;
}>;

/** The certificates being made in this window, by task: each goes on while another task is looked at. */
class CertifyRuns extends Streams<number, Omit<Certifying, keyof StreamState>> {
  readonly #client: Client;

  constructor(client: Client) {
    super();
    this.#client = client;
  }

  /** Certifies a task as it is saved, anew where that is under way; resolves when it has ended. */
  async certify(taskId: number, full: boolean): Promise<void> {
    await this.start<CertifyEvent>(taskId, {
      first: { taskId, full, properties: {}, mutants: null, survivors: null, stored: null },
      events: (signal) => this.#client.certificates.certify({ taskId, full }, { signal }),
      after: afterCertifyEvent,
    });
  }
}

function afterCertifyEvent(
  { properties }: Certifying,
  event: Exclude<CertifyEvent, DatabaseLoading>,
): Partial<Certifying> {
  switch (event.type) {
    case "property":
      return { properties: { ...properties, [event.name]: event.result } };
    case "mutants":
      return { mutants: { done: event.done, total: event.total } };
    case "survivors":
      return { survivors: { done: event.done, total: event.total } };
    case "done":
      return { stored: event.stored, properties: event.stored.certificate.properties };
  }
}

/** The certificates being made in this window: `certify`, `cancel`. */
export const useCertifyRuns = oncePerClient((client) => new CertifyRuns(client));

/** The newest certifying of a task in this window; undefined where there was none. */
export const useCertifying = (taskId: number): Certifying | undefined =>
  useStreamed(useCertifyRuns(), taskId);

/** Which findings an exception covers. */
export interface ExceptedFindings extends Pick<CertificateException, "rule" | "where"> {
  property: PropertyName;
}

/** Which exception is taken back, or (not withdrawn) put back; whose, or (null) the person's own. */
export interface WithdrawnException extends ExceptedFindings {
  reason: string;
  name: string | null;
  withdrawn: boolean;
}

/** Lets findings or mutants pass in the certificate of a task, and takes that back; each answers the certificate as it is then. */
export function useLetPass(taskId: number) {
  const { certificates } = useClient();
  const queries = useQueryClient();
  const shown = useCallback(
    async (answer: Promise<StoredCertificate>) => {
      const stored = await answer;
      queries.setQueryData(keys.certificate(taskId), stored);
      return stored;
    },
    [queries, taskId],
  );
  return {
    except: (what: ExceptedFindings & { reason: string }) => shown(certificates.except({ taskId, ...what })),
    withdrawException: (what: WithdrawnException) =>
      shown(certificates.withdrawException({ taskId, ...what })),
    ignoreMutant: (mutant: MutantIdentity, reason: string) =>
      shown(certificates.ignoreMutant({ taskId, mutant, reason })),
    heedMutant: (mutant: MutantIdentity, heeded: boolean) =>
      shown(certificates.heedMutant({ taskId, mutant, heeded })),
  };
}
