import { CircleAlert, Equal, EqualNot, X } from "lucide-react";
import { useRef } from "react";
import { differenceSentence } from "#shared/domain/difference-sentence.ts";
import type { Evaluation, Side } from "#shared/domain/evaluation.ts";
import { exDefinitions } from "#shared/domain/ex.ts";
import type { Item } from "#shared/domain/item.ts";
import type { SqlDialect } from "#shared/sql/lex.ts";
import { useCorrectedRun } from "../../../data/corrected-sql.ts";
import { errorText } from "../../../data/faults.ts";
import { useVerdictDrafts, useVerdictState } from "../../../data/verdicts.ts";
import { rowCountText } from "../../../results/result-status.tsx";
import { formattedSql } from "../../../results/shown-sql.ts";
import { Button } from "../../../ui/button.tsx";
import { CodeInput } from "../../../ui/code-editor/index.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { InlineError } from "../../../ui/inline-error.tsx";
import { spanText } from "../../../ui/time-text.ts";

interface CorrectedSqlProps {
  /** The item that is judged; `item` is the one before until it has come. */
  itemId: number;
  item: Item;
  dialect: SqlDialect;
  /** The person just opened it: the editor takes the focus. */
  autoFocus: boolean;
  /** Ctrl+Enter: it is part of the verdict, which is saved with it. */
  onSave(): void;
  onLeave(): void;
  onClose(): void;
}

/** How the reviewer would write the SQL: part of the verdict, run as it is typed beside both sides of the item. */
export function CorrectedSql(props: CorrectedSqlProps) {
  const { itemId, item, dialect, autoFocus, onSave, onLeave, onClose } = props;
  const draft = useVerdictDrafts().of(itemId);
  const { correctedSql: sql } = useVerdictState(itemId).value;
  const write = (text: string): void => draft.edit({ correctedSql: text });
  const take = (text: string): void => write(formattedSql(text, dialect).text);
  const section = useRef<HTMLElement>(null);
  return (
    <section
      ref={section}
      aria-label="Corrected SQL"
      className="flex h-[min(12rem,20vh)] shrink-0 flex-col border-t"
      onBlur={(event) => {
        if (!section.current?.contains(event.relatedTarget)) void draft.flush();
      }}
    >
      <div className="flex min-h-8 shrink-0 flex-wrap items-center gap-x-1 border-b bg-panel pr-1.5 pl-3">
        <h3 className="mr-2 text-sm font-semibold whitespace-nowrap">Corrected SQL</h3>
        <Button size="sm" variant="quiet" onClick={() => take(item.predictedSql)}>
          Correct the predicted
        </Button>
        <Button size="sm" variant="quiet" onClick={() => take(item.goldSql)}>
          Correct the gold
        </Button>
        <Button size="sm" variant="quiet" disabled={sql === ""} onClick={() => write("")}>
          Clear
        </Button>
        <span className="flex-1" />
        <IconButton size="sm" icon={X} label="Close the corrected SQL" keys="x" onClick={onClose} />
      </div>
      <div className="grid min-h-0 flex-1 grid-cols-2 divide-x">
        <CodeInput
          of={String(itemId)}
          value={sql}
          marks={[]}
          wrap
          label="Corrected SQL"
          autoFocus={autoFocus}
          onChange={write}
          onRun={onSave}
          onLeave={onLeave}
        />
        <Outcome itemId={itemId} sql={sql} />
      </div>
    </section>
  );
}

function Outcome({ itemId, sql }: { itemId: number; sql: string }) {
  const { data, error, isWaiting } = useCorrectedRun(itemId, sql);
  if (sql.trim() === "")
    return (
      <p className="p-3 text-muted">
        How would you write it? It runs as you type, and is saved with the verdict.
      </p>
    );
  if (isWaiting) return <p className="p-3 text-muted">Running…</p>;
  if (error)
    return (
      <InlineError className="m-2" title="It could not be run.">
        {errorText(error)}
      </InlineError>
    );
  if (data === undefined) return null;
  const { predicted, gold } = data.beside;
  const { status, error: failure, elapsedMs } = gold.predicted;
  if (status !== "ok")
    return (
      <InlineError
        className="m-2"
        title={
          status === "timeout" ? `Stopped at the limit after ${spanText(elapsedMs)}.` : "It does not run."
        }
      >
        {failure && <span className="font-mono text-sm">{failure.message}</span>}
      </InlineError>
    );
  return (
    <div className="flex min-w-0 flex-col gap-1.5 overflow-auto p-3" aria-live="polite">
      <Beside side="gold" evaluation={gold} />
      <Beside side="predicted" evaluation={predicted} />
      <p className="text-sm text-muted">
        {rowCountText(gold.predicted)} · {spanText(elapsedMs)}
      </p>
    </div>
  );
}

/** Whether the correction agrees with one side, and what differs. */
function Beside({ side, evaluation }: { side: Side; evaluation: Evaluation }) {
  const { set } = evaluation.ex;
  const other = side === "gold" ? "the gold" : "the prediction";
  const [Icon, tone, said] =
    set === null
      ? ([CircleAlert, "text-warning", `Cannot be compared with ${other}`] as const)
      : set
        ? ([Equal, "text-added", `Agrees with ${other}`] as const)
        : ([EqualNot, "text-removed", `Differs from ${other}`] as const);
  return (
    <p className="flex items-start gap-2 select-text" title={`By ${exDefinitions.set.label}`}>
      <Icon size={16} className={`mt-0.5 shrink-0 ${tone}`} aria-hidden />
      <span className="min-w-0">
        <span className="font-medium">{said}.</span> {correctedSentence(evaluation, side)}
      </span>
    </p>
  );
}

const words: Record<Side, Readonly<Record<string, string>>> = {
  predicted: { prediction: "correction", predicted: "corrected", gold: "prediction" },
  gold: { prediction: "correction", predicted: "corrected" },
};

/** How a correction differs from a side of its item: it was compared with it as a prediction is with a gold. */
function correctedSentence({ difference, predicted, gold }: Evaluation, beside: Side): string {
  return (
    differenceSentence(difference, predicted, gold)
      // Names of columns are in quotes and stay.
      .split('"')
      .map((text, at) =>
        at % 2 === 1
          ? text
          : text.replaceAll(/prediction|predicted|gold/g, (word) => words[beside][word] ?? word),
      )
      .join('"')
  );
}
