import { useCallback, useMemo } from "react";
import type { StoredCertificate } from "#shared/contract/certificates.ts";
import type { PropertyName, PropertyResult } from "#shared/domain/certificate.ts";
import {
  type Certifying,
  useCertificate,
  useCertifying,
  useCertifyRuns,
} from "../../../../data/certificates.ts";
import { useTaskRevision } from "../../../../data/task-history.ts";
import type { TaskDocument } from "../documents/task-documents.ts";
import { type ShownFinding, shownFindings } from "../findings/shown-findings.ts";
import type { MutantOutcome } from "./mutants/mutant-outcomes.ts";
import { type ShownMutant, shownMutants } from "./mutants/shown-mutants.ts";

/** The certificate of the task on screen, and the one that is being made. */
export interface CertificateOfTask {
  /** The newest one; null where there is none, undefined until that is known. */
  stored: StoredCertificate | null | undefined;
  /** Why it could not be asked for; null where it was. */
  error: unknown;
  /** What this window certifies, or certified last, of the task. */
  run: Certifying | null;
  isRunning: boolean;
  /** It speaks of the task as it is. */
  isCurrent: boolean;
  /** What is known of each property: from the run as far as it has come, else from the one before. */
  results: Partial<Record<PropertyName, PropertyResult>>;
  /** Those that the run under way has not come to yet. */
  isOld(name: PropertyName): boolean;
  findingsOf(name: PropertyName): readonly ShownFinding[];
  /** All mutants, on the gold as it is; null until they are known, or where there is no certificate. */
  mutants: readonly ShownMutant[] | null;
  /** Those that pass the filter. */
  listed: readonly ShownMutant[];
  /** The one in focus. */
  focused: ShownMutant | null;
  /** Certifies the task as it is on screen. */
  start(full: boolean): void;
  cancel(): void;
}

/** What of the task editor the certificate is shown with. */
export interface CertificateInputs {
  taskId: number;
  documents: readonly TaskDocument[];
  isSaved: boolean;
  outcomes: readonly MutantOutcome[];
  /** The key of the mutant in focus. */
  mutant: string | null;
  flush(): Promise<void>;
}

/** Follows the certificate of a task. */
export function useCertificateOfTask(inputs: CertificateInputs): CertificateOfTask {
  const { taskId, isSaved, flush } = inputs;
  const { data, error } = useCertificate(taskId);
  const run = useCertifying(taskId) ?? null;
  const runs = useCertifyRuns();
  const stored = newer(data, run?.stored ?? null);
  const isRunning = run?.state === "running";
  const isCurrent = stored != null && stored.changed.length === 0 && isSaved;
  const live = isRunning ? run.properties : null;
  const results = useMemo(() => ({ ...stored?.certificate.properties, ...live }), [stored, live]);
  const findings = useMemo(() => findingsByProperty(results, isCurrent), [results, isCurrent]);
  const start = useCallback(
    // What is on screen is certified, not what was saved last.
    (full: boolean) => void flush().then(() => runs.certify(taskId, full)),
    [flush, runs, taskId],
  );
  const cancel = useCallback(() => runs.cancel(taskId), [runs, taskId]);
  const mutants = useShownMutants(inputs, stored ?? null);
  const isOld = useCallback((name: PropertyName) => live !== null && live[name] === undefined, [live]);
  const findingsOf = useCallback((name: PropertyName) => findings.get(name) ?? nothing, [findings]);
  return useMemo(
    () => ({
      ...{ stored, error, run, isRunning, isCurrent, results, isOld, findingsOf, start, cancel },
      ...mutants,
    }),
    [stored, error, run, isRunning, isCurrent, results, isOld, findingsOf, start, cancel, mutants],
  );
}

const nothing: [] = [];

/** What was made last in this window comes before the back end says that there is another. */
function newer(
  asked: StoredCertificate | null | undefined,
  made: StoredCertificate | null,
): StoredCertificate | null | undefined {
  return made !== null && (asked == null || made.madeAt > asked.madeAt) ? made : asked;
}

function findingsByProperty(
  results: CertificateOfTask["results"],
  isCurrent: boolean,
): Map<PropertyName, ShownFinding[]> {
  return new Map(
    Object.entries(results).map(([name, { findings }]) => [
      name as PropertyName,
      shownFindings(
        findings.map((finding) => ({ finding, origin: "check", isCurrent })),
        nothing,
      ),
    ]),
  );
}

/** The mutants on the gold as it is, where their gold was another when they were made. */
function useShownMutants(
  { taskId, documents, outcomes, mutant }: CertificateInputs,
  stored: StoredCertificate | null,
): Pick<CertificateOfTask, "mutants" | "listed" | "focused"> {
  const { data: judged } = useTaskRevision(taskId, stored?.revision ?? 0);
  const made = stored?.certificate.mutants;
  const mutants = useMemo(
    () => (made === undefined || judged === undefined ? null : shownMutants(made, judged.task, documents)),
    [made, judged, documents],
  );
  const listed = useMemo(
    () => mutants?.filter(({ outcome }) => outcomes.includes(outcome)) ?? nothing,
    [mutants, outcomes],
  );
  const focused = useMemo(() => mutants?.find(({ key }) => key === mutant) ?? null, [mutants, mutant]);
  return useMemo(() => ({ mutants, listed, focused }), [mutants, listed, focused]);
}
