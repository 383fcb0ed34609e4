import { memo, useMemo, useState } from "react";
import { errorDetails, errorText } from "../data/faults.ts";
import type { PairEvaluation } from "../data/pair-evaluation.ts";
import { useIsElsewhere } from "../data/session.ts";
import { Button } from "../ui/button.tsx";
import { InlineError } from "../ui/inline-error.tsx";
import {
  CellDialog,
  createScrollLink,
  type ExpandedCell,
  type GridModel,
  ResultGrid,
  type ScrollLink,
} from "../ui/result-grid/index.ts";
import { countText } from "../ui/time-text.ts";
import { notify } from "../ui/toasts.tsx";
import { missingOnHost } from "./missing-on-host.ts";
import { LoadingDatabase, ResultStatus } from "./result-status.tsx";
import { errorTitle } from "./run-words.ts";
import type { GridModels } from "./use-grid-models.ts";

interface ResultPairProps {
  run: PairEvaluation | undefined;
  models: GridModels;
  reveal: { row: number } | null;
  timeLimitMs: number;
  onCancel(): void;
  onRerun(timeMs?: number): void;
  /** Whose result stands beside the gold's. */
  title?: "Predicted" | "Submitted";
  /** Which files were looked for and how to choose others, where an item's database may be missing. */
  lookedFor?: string;
  onOpenData?(): void;
}

/** Both results below their SQL: status, then the rows, scrolled as one while they are laid side by side. */
export const ResultPair = memo(function ResultPair(props: ResultPairProps) {
  const {
    run,
    models,
    reveal,
    timeLimitMs,
    onCancel,
    onRerun,
    lookedFor,
    onOpenData,
    title: answer = "Predicted",
  } = props;
  const [expanded, setExpanded] = useState<ExpandedCell | null>(null);
  const shared = useMemo(createScrollLink, []);
  const link = models.aligned === null ? undefined : shared;
  const sides = [
    { side: "predicted", title: answer, model: models.predicted },
    { side: "gold", title: "Gold", model: models.gold },
  ] as const;
  if (run !== undefined && run.loading !== null) return <LoadingDatabase run={run} onCancel={onCancel} />;
  return (
    <div className="grid min-h-0 flex-1 grid-cols-2 divide-x">
      {sides.map(({ side, title, model }) => (
        <section key={side} aria-label={`${title} result`} className="flex min-h-0 min-w-0 flex-col">
          <ResultStatus
            run={run}
            side={run?.[side]}
            title={title}
            timeLimitMs={timeLimitMs}
            onCancel={onCancel}
            onRerun={onRerun}
          />
          <ResultBody
            run={run}
            side={side}
            model={model}
            label={`${title.toLowerCase()} result`}
            link={link}
            reveal={reveal}
            onExpand={setExpanded}
            lookedFor={lookedFor}
            onOpenData={onOpenData}
          />
        </section>
      ))}
      <CellDialog expanded={expanded} onClose={() => setExpanded(null)} />
    </div>
  );
});

interface ResultBodyProps {
  run: PairEvaluation | undefined;
  side: "predicted" | "gold";
  model: GridModel | null;
  label: string;
  link: ScrollLink | undefined;
  reveal: { row: number } | null;
  onExpand(cell: ExpandedCell): void;
  lookedFor: string | undefined;
  onOpenData: (() => void) | undefined;
}

function ResultBody(props: ResultBodyProps) {
  const { run, side, model, label, link, reveal, onExpand, onOpenData, lookedFor } = props;
  const isElsewhere = useIsElsewhere();
  const summary = run?.[side].summary ?? null;
  // Of both sides, and said once.
  if (run?.state === "failed" && side === "predicted") return <NeitherRan error={run.error} />;
  // Of both sides, too: the line below says that neither ran.
  if (summary?.status === "missing-database")
    return side === "gold" ? null : (
      <div className="overflow-auto p-2">
        <InlineError
          tone="warning"
          title="This item's database was not found."
          actions={
            !isElsewhere &&
            onOpenData && (
              <Button size="sm" onClick={onOpenData}>
                Set the databases folder
              </Button>
            )
          }
        >
          {isElsewhere ? `${missingOnHost} You can judge the item without it.` : lookedFor}
        </InlineError>
      </div>
    );
  if (summary?.error)
    return (
      <div className="overflow-auto p-2">
        <InlineError
          title={
            summary.error.kind === "refused"
              ? "The statement was refused: only reading is allowed."
              : errorTitle(summary.error.kind)
          }
          details={summary.error.message}
        >
          <span className="font-mono text-sm">{summary.error.message}</span>
        </InlineError>
      </div>
    );
  if (model === null) return <div className="min-h-0 flex-1" />;
  return (
    <div className="min-h-0 flex-1" data-keys="commands">
      <ResultGrid
        model={model}
        label={label}
        link={link}
        reveal={reveal}
        onExpand={onExpand}
        onCopied={(cells) => notify({ title: `Copied ${countText(cells, "cell")}`, kind: "done" })}
      />
    </div>
  );
}

function NeitherRan({ error }: { error: unknown }) {
  return (
    <div className="overflow-auto p-2">
      <InlineError title="Neither statement ran." details={errorDetails(error)}>
        {errorText(error)}
      </InlineError>
    </div>
  );
}
