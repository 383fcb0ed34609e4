import { FileBadge } from "lucide-react";
import { type PropertyName, propertyNames } from "#shared/domain/certificate.ts";
import { errorDetails, errorText } from "../../../../data/faults.ts";
import { Button } from "../../../../ui/button.tsx";
import { EmptyState } from "../../../../ui/empty-state.tsx";
import { InlineError } from "../../../../ui/inline-error.tsx";
import { SkeletonLines } from "../../../../ui/skeleton.tsx";
import { moveBetweenLines } from "../findings/move-between-lines.ts";
import { useTaskEditor } from "../store/task-editor-context.ts";
import { usePane } from "../store/use-jump-target.ts";
import { CertificateStatus } from "./certificate-status.tsx";
import { ExceptionList } from "./exception-list.tsx";
import { GuardedMutants } from "./guarded-mutants.tsx";
import { PropertyFindings } from "./property-findings.tsx";
import { PropertyLine } from "./property-line.tsx";
import { certifyKeys } from "./use-certificate-commands.ts";

/** What the certificate says of each property, beside the gold, in the order in which a person mends them. */
export function CertificatePane() {
  const { taskId, certificate } = useTaskEditor(({ taskId, certificate }) => ({ taskId, certificate }));
  const { stored, error, run, isRunning } = certificate;
  const isEmpty = stored === null && run === null;
  return (
    <section
      ref={usePane<HTMLElement>("side certificate")}
      tabIndex={-1}
      aria-label="Certificate"
      aria-busy={isRunning}
      onKeyDown={moveBetweenLines}
      className="flex min-h-0 flex-1 flex-col overflow-auto outline-none"
    >
      {error != null && (
        <InlineError className="m-2" title="The certificate could not be read." details={errorDetails(error)}>
          {errorText(error)}
        </InlineError>
      )}
      {stored === undefined && run === null && error == null && <SkeletonLines lines={6} />}
      {isEmpty && <NoCertificate />}
      {(stored != null || run !== null) && (
        <>
          <CertificateStatus />
          <ol aria-label="Properties" key={taskId}>
            {propertyNames.map((name) => (
              <Property key={name} name={name} />
            ))}
          </ol>
        </>
      )}
    </section>
  );
}

function NoCertificate() {
  const { certificate, canRun } = useTaskEditor(({ certificate, task }) => ({
    certificate,
    canRun: task.goldSql.length > 0,
  }));
  return (
    <EmptyState
      icon={FileBadge}
      title="Not certified yet"
      actions={
        <Button
          variant="primary"
          keys={certifyKeys}
          disabled={!canRun}
          title={canRun ? undefined : "There is no gold SQL, so there is nothing to certify."}
          onClick={() => certificate.start(false)}
        >
          Certify the task
        </Button>
      }
    >
      A certificate proves by running it that the task cannot be solved without asking, can be solved by
      asking, and is guarded by tests that catch wrong answers. What does not hold is listed with the way to
      mend it.
    </EmptyState>
  );
}

function Property({ name }: { name: PropertyName }) {
  const { certificate, isMutating } = useTaskEditor(({ certificate }) => ({
    certificate,
    isMutating: certificate.run?.mutants != null,
  }));
  const { results, isOld, isCurrent, isRunning } = certificate;
  const result = results[name];
  // The next in order is under way; once mutants run it is theirs.
  const next = isMutating && isOld("guarded") ? "guarded" : propertyNames.find((one) => isOld(one));
  return (
    <PropertyLine
      name={name}
      result={result}
      isOld={result !== undefined && (isRunning ? isOld(name) : !isCurrent)}
      isNext={isRunning && name === next}
      isFollowing={name !== "runs" && results.runs?.holds !== true}
    >
      {name === "guarded" && result !== undefined && result.holds !== null && <GuardedMutants />}
      <PropertyFindings property={name} />
      {result !== undefined && result.exceptions.length > 0 && (
        <ExceptionList property={name} exceptions={result.exceptions} />
      )}
    </PropertyLine>
  );
}
