import { Columns2, Square } from "lucide-react";
import { useMemo, useState } from "react";
import type { StatementPreview } from "#shared/domain/task-run.ts";
import { errorDetails, errorText } from "../../../../../data/faults.ts";
import { type TaskScratchState, useTaskScratch } from "../../../../../data/task-scratch.ts";
import { alignedGridRow, gridColumns } from "../../../../../results/grid-models.ts";
import { notifyCopied } from "../../../../../results/notify-copied.ts";
import { Button } from "../../../../../ui/button.tsx";
import { command, useCommands } from "../../../../../ui/commands.ts";
import { InlineError } from "../../../../../ui/inline-error.tsx";
import { loadingText } from "../../../../../ui/loading-text.ts";
import {
  CellDialog,
  createScrollLink,
  drawnRowsModel,
  type ExpandedCell,
  ResultGrid,
} from "../../../../../ui/result-grid/index.ts";
import { countText, numberText } from "../../../../../ui/time-text.ts";
import { useTaskEditor } from "../../store/task-editor-context.ts";
import { type ComparedResults, comparedResults, lastResult } from "./compared-results.ts";
import { mutantTexts } from "./mutant-texts.ts";
import type { ShownMutant } from "./shown-mutants.ts";

const compareKeys = "shift+v";

/** What a mutant and its gold return on the task's data, each run on a private state when somebody asks for it; another mutant is another component. */
export function MutantResults({ shown }: { shown: ShownMutant }) {
  const { taskId, preprocessSql } = useTaskEditor(({ taskId, task }) => ({
    ...{ taskId, preprocessSql: task.preprocessSql },
  }));
  const gold = useTaskScratch(taskId);
  const mutant = useTaskScratch(taskId);
  const isRunning = [gold, mutant].some(({ run }) => run?.state === "running");
  const start = () => {
    const isFirst = shown.mutant.phase === 1;
    const before = isFirst ? preprocessSql : [];
    for (const [side, texts] of [[gold, shown.gold] as const, [mutant, mutantTexts(shown)] as const])
      void side.start([...before, ...texts], isFirst ? "template" : "phase1");
  };
  const cancel = () => {
    gold.cancel();
    mutant.cancel();
  };
  useCommands("Task", [
    command("task.compare-mutant", "Run gold and mutant and compare", [compareKeys], start, {
      enabled: !isRunning,
    }),
  ]);
  return (
    <section aria-label="Results of gold and mutant" className="flex flex-col items-start gap-1.5">
      {isRunning ? (
        <Button size="sm" icon={Square} onClick={cancel}>
          Cancel
        </Button>
      ) : (
        <Button size="sm" icon={Columns2} keys={compareKeys} onClick={start}>
          {gold.run === null ? "Run both and compare" : "Run both again"}
        </Button>
      )}
      {gold.run !== null && mutant.run !== null && <Outcome gold={gold.run} mutant={mutant.run} />}
    </section>
  );
}

function Outcome({ gold, mutant }: { gold: TaskScratchState; mutant: TaskScratchState }) {
  for (const { state, error } of [gold, mutant])
    if (state === "failed")
      return (
        <InlineError title="They could not be run." details={errorDetails(error)}>
          {errorText(error)}
        </InlineError>
      );
  const loading = gold.loading ?? mutant.loading;
  if (loading !== null) return <output className="text-sm text-muted">{loadingText(loading)}</output>;
  if (gold.state === "cancelled" || mutant.state === "cancelled")
    return <p className="text-sm text-muted">Cancelled</p>;
  if (gold.state !== "done" || mutant.state !== "done")
    return <output className="text-sm text-muted">Both run.</output>;
  const failed = [...gold.statements, ...mutant.statements].find(({ error }) => error !== null);
  if (failed?.error)
    return (
      <InlineError title="A statement failed.">
        <span className="font-mono text-sm">{failed.error.message}</span>
      </InlineError>
    );
  const results = { gold: lastResult(gold.statements), mutant: lastResult(mutant.statements) };
  if (results.gold === null || results.mutant === null)
    return (
      <p className="text-sm text-muted">
        They return no rows: what they change in the database is for the tests to compare.
      </p>
    );
  return (
    <Compared gold={results.gold} mutant={results.mutant} identity={`${gold.serial} ${mutant.serial}`} />
  );
}

interface ComparedProps {
  gold: StatementPreview;
  mutant: StatementPreview;
  identity: string;
}

/** Both results laid side by side, with what differs in a sentence. */
function Compared({ gold, mutant, identity }: ComparedProps) {
  const dialect = useTaskEditor((state) => state.dialect);
  const compared = useMemo(() => comparedResults(mutant, gold, dialect), [mutant, gold, dialect]);
  const link = useMemo(createScrollLink, []);
  const isCut = gold.rows.length < gold.rowCount || mutant.rows.length < mutant.rowCount;
  const [expanded, setExpanded] = useState<ExpandedCell | null>(null);
  const sides = [
    { side: "gold", title: "Gold", result: gold },
    { side: "predicted", title: "Mutant", result: mutant },
  ] as const;
  return (
    <div className="flex w-full min-w-0 flex-col gap-1.5">
      <p className="font-medium">{compared.sentence}</p>
      {isCut && (
        <p className="text-sm text-warning">
          Only the first {numberText(gold.rows.length)} rows are compared.
        </p>
      )}
      <div className="grid grid-cols-2 divide-x rounded-md border">
        {sides.map(({ side, title, result }) => (
          <figure key={side} aria-label={`${title} result`} className="min-w-0 overflow-hidden">
            <figcaption className="border-b bg-panel px-2 py-0.5 text-sm font-medium">
              {title} <span className="font-normal text-muted">{countText(result.rowCount, "row")}</span>
            </figcaption>
            <div style={{ height: 220 }} data-keys="commands">
              <SideGrid {...{ side, title, result, compared, identity, link }} onExpand={setExpanded} />
            </div>
          </figure>
        ))}
      </div>
      <CellDialog expanded={expanded} onClose={() => setExpanded(null)} />
    </div>
  );
}

interface SideGridProps {
  side: "gold" | "predicted";
  title: string;
  result: StatementPreview;
  compared: ComparedResults;
  identity: string;
  link: ReturnType<typeof createScrollLink>;
  onExpand(cell: ExpandedCell): void;
}

function SideGrid({ side, title, result, compared, identity, link, onExpand }: SideGridProps) {
  const { alignment, lines } = compared;
  const model = useMemo(
    () =>
      drawnRowsModel(
        `${identity} ${side}`,
        gridColumns(result.columns, side, alignment),
        lines.map((line) => alignedGridRow(line, side, alignment)),
      ),
    [identity, side, result.columns, alignment, lines],
  );
  return (
    <ResultGrid
      model={model}
      label={`${title} result`}
      link={link}
      onExpand={onExpand}
      onCopied={notifyCopied}
    />
  );
}
