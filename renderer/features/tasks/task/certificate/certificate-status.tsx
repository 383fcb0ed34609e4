import { CircleCheck, CircleX, FileBadge, Square, TriangleAlert } from "lucide-react";
import { propertySign, verdictWords } from "#shared/certificate/certificate-words.ts";
import { changedWords } from "#shared/certificate/report/reported-task.ts";
import type { StoredCertificate } from "#shared/contract/certificates.ts";
import { propertyNames } from "#shared/domain/certificate.ts";
import type { Certifying } from "../../../../data/certificates.ts";
import { errorDetails, errorText } from "../../../../data/faults.ts";
import { propertyWords } from "../../../../results/certificate/property-words.ts";
import { Button } from "../../../../ui/button.tsx";
import { classes } from "../../../../ui/classes.ts";
import { InlineError } from "../../../../ui/inline-error.tsx";
import { loadingText } from "../../../../ui/loading-text.ts";
import { Progress } from "../../../../ui/progress.tsx";
import { TimeAgo } from "../../../../ui/time-ago.tsx";
import { countText, numberText, spanText } from "../../../../ui/time-text.ts";
import { useElapsed } from "../../../../ui/use-elapsed.ts";
import { useTaskEditor } from "../store/task-editor-context.ts";
import { certifyAllKeys, certifyKeys } from "./use-certificate-commands.ts";

/** The verdict, how far a new one is, or why it is void; and the ways to make it again. */
export function CertificateStatus() {
  const { stored, run, isRunning, cancel } = useTaskEditor(({ certificate }) => certificate);
  return (
    <div className="shrink-0 border-b bg-panel">
      {run?.state === "failed" && (
        <InlineError
          className="m-2"
          title="The task could not be certified."
          details={errorDetails(run.error)}
        >
          {errorText(run.error)}
        </InlineError>
      )}
      {isRunning && run !== null ? (
        <Running run={run} onCancel={cancel} />
      ) : stored != null ? (
        <Verdict stored={stored} />
      ) : (
        <Stopped />
      )}
    </div>
  );
}

function Running({ run, onCancel }: { run: Certifying; onCancel(): void }) {
  const { loading, mutants, survivors, properties, startedAt } = run;
  const elapsed = useElapsed(startedAt);
  const counted = survivors ?? mutants;
  const next = propertyNames.find((name) => properties[name] === undefined);
  const doing =
    loading !== null
      ? loadingText(loading)
      : survivors !== null
        ? `Searching for rows that tell survivors from the gold: ${numberText(survivors.done)} of ${numberText(survivors.total)}`
        : mutants !== null && mutants.done < mutants.total
          ? `Running mutants: ${numberText(mutants.done)} of ${numberText(mutants.total)}`
          : `Judging: ${next === undefined ? "the verdict" : propertyWords[next].title.toLowerCase()}`;
  return (
    <output className="flex min-h-9 flex-wrap items-center gap-x-2 px-3 py-1 text-sm">
      <span className="spinner text-accent" />
      <span className="min-w-0 truncate">{doing}</span>
      <span className="text-muted">{spanText(elapsed)}</span>
      <Progress
        label={doing}
        done={loading === null ? (counted?.done ?? null) : (loading.doneBytes ?? null)}
        total={loading === null ? (counted?.total ?? 0) : (loading.totalBytes ?? 0)}
        className="w-20"
      />
      <span className="flex-1" />
      <Button size="sm" variant="quiet" icon={Square} keys="mod+." onClick={onCancel}>
        Cancel
      </Button>
    </output>
  );
}

function Verdict({ stored }: { stored: StoredCertificate }) {
  const { isCurrent, isSaved } = useTaskEditor(({ certificate, draft }) => ({
    isCurrent: certificate.isCurrent,
    isSaved: draft.saveState === "saved",
  }));
  const { certificate, changed, madeAt } = stored;
  const { verdict, properties, counts } = certificate;
  const signs = propertyNames.map((name) => propertySign(properties[name]));
  const failing = signs.filter((sign) => sign === "fails").length;
  const unjudged = signs.filter((sign) => sign === "not-judged").length;
  const isGood = verdict !== "not-certified";
  const Icon = !isCurrent ? TriangleAlert : isGood ? CircleCheck : CircleX;
  const colour = !isCurrent ? "text-warning" : isGood ? "text-added" : "text-error";
  return (
    <div className="flex flex-col gap-1 px-3 py-2">
      <output className="flex flex-col">
        <span className={classes("flex items-center gap-1.5 font-semibold", colour)}>
          <Icon size={15} aria-hidden className="shrink-0" />
          {isCurrent ? capital(verdictWords[verdict]) : `Void: ${voidWords(changed, isSaved)}`}
        </span>
        <span className="text-sm text-muted">
          {!isCurrent && `It was ${verdictWords[verdict]}. `}
          {failing > 0 && `${countText(failing, "property does", "properties do")} not hold. `}
          {unjudged > 0 && `${countText(unjudged, "is", "are")} not judged. `}
          {counts.total > 0 && `${mutantsWords(counts.total, counts.notRun)}. `}
          Made <TimeAgo at={madeAt} />.
        </span>
      </output>
      {isCurrent && properties.runs.holds === false && (
        <p className="text-sm">
          Nothing else can be proved before the gold passes its tests: run it, see what fails, mend the gold
          or the tests, and certify again.
        </p>
      )}
      <CertifyButtons again isFirst={!isCurrent} isSample={counts.notRun > 0} />
    </div>
  );
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const mutantsWords = (run: number, notRun: number): string =>
  notRun === 0
    ? `All ${numberText(run)} mutants ran`
    : `${numberText(run)} of ${numberText(run + notRun)} mutants ran, those of snippets first`;

function voidWords(changed: StoredCertificate["changed"], isSaved: boolean): string {
  // What is not saved yet will have changed the task.
  const parts = changed.length === 0 && !isSaved ? (["task"] as const) : changed;
  const words = parts.map((part) => changedWords[part]).join(", ");
  return `${words} ${parts.length === 1 ? "has" : "have"} changed`;
}

/** A run was stopped, or failed, before there was any certificate. */
function Stopped() {
  const state = useTaskEditor(({ certificate }) => certificate.run?.state);
  return (
    <div className="flex flex-col gap-1 px-3 py-2">
      {state === "cancelled" && (
        <output className="text-muted">Cancelled. The next one goes on from here.</output>
      )}
      <CertifyButtons again={false} isFirst isSample={false} />
    </div>
  );
}

interface CertifyButtonsProps {
  again: boolean;
  /** Certifying is the one thing to do here. */
  isFirst: boolean;
  /** Some mutants were not run. */
  isSample: boolean;
}

function CertifyButtons({ again, isFirst, isSample }: CertifyButtonsProps) {
  const { start, canRun } = useTaskEditor(({ certificate, task }) => ({
    start: certificate.start,
    canRun: task.goldSql.length > 0,
  }));
  return (
    <span className="flex flex-wrap gap-1.5">
      <Button
        size="sm"
        variant={isFirst ? "primary" : "plain"}
        icon={FileBadge}
        keys={certifyKeys}
        disabled={!canRun}
        onClick={() => start(false)}
      >
        {again ? "Certify again" : "Certify"}
      </Button>
      {isSample && (
        <Button size="sm" keys={certifyAllKeys} disabled={!canRun} onClick={() => start(true)}>
          Run every mutant
        </Button>
      )}
    </span>
  );
}
