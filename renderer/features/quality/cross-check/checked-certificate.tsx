import { CircleCheck, CircleX, TriangleAlert } from "lucide-react";
import { propertyMeanings, verdictWords } from "#shared/certificate/certificate-words.ts";
import { changedWords } from "#shared/certificate/report/reported-task.ts";
import type { StoredCertificate } from "#shared/contract/certificates.ts";
import { propertyNames } from "#shared/domain/certificate.ts";
import { useCertificate } from "../../../data/certificates.ts";
import { PropertyIcon } from "../../../results/certificate/property-icon.tsx";
import { propertyWords } from "../../../results/certificate/property-words.ts";
import { TimeAgo } from "../../../ui/time-ago.tsx";

/** What is proved of the task, beside what a person judges of it. */
export function CheckedCertificate({ taskId }: { taskId: number }) {
  const { data: stored } = useCertificate(taskId);
  return (
    <section aria-label="Certificate" className="px-3 py-2">
      <h3 className="text-sm font-medium text-muted">Certificate</h3>
      {stored === null && (
        <p className="mt-0.5 text-sm text-muted">
          Not certified yet. Open the task to certify it: most of what a person would have to try out is then
          proved or refuted.
        </p>
      )}
      {stored != null && <Certificate stored={stored} />}
    </section>
  );
}

function Certificate({ stored: { certificate, changed, madeAt } }: { stored: StoredCertificate }) {
  const isCurrent = changed.length === 0;
  const { verdict, properties } = certificate;
  const isGood = verdict !== "not-certified";
  const Icon = !isCurrent ? TriangleAlert : isGood ? CircleCheck : CircleX;
  const colour = !isCurrent ? "text-warning" : isGood ? "text-added" : "text-error";
  return (
    <>
      <p className={`mt-0.5 flex items-center gap-1.5 font-medium ${colour}`}>
        <Icon size={14} aria-hidden className="shrink-0" />
        <span>
          {isCurrent
            ? verdictWords[verdict]
            : `void: ${changed.map((part) => changedWords[part]).join(", ")} changed`}
        </span>
        <span className="text-sm font-normal text-muted">
          <TimeAgo at={madeAt} />
        </span>
      </p>
      <ul aria-label="Properties" className="mt-1 flex flex-col gap-0.5">
        {propertyNames.map((name) => {
          const result = properties[name];
          const { title, share } = propertyWords[name];
          const said = result.applies && result.holds !== null ? share(result.counts) : result.reason;
          return (
            <li key={name} className="flex items-center gap-2" title={propertyMeanings[name]}>
              <PropertyIcon result={result} />
              <span className="w-22 shrink-0">{title}</span>
              <span className="min-w-0 flex-1 truncate text-sm text-muted">{said}</span>
            </li>
          );
        })}
      </ul>
    </>
  );
}
