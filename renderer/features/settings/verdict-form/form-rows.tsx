import { ArrowDown, ArrowUp, Plus, Trash2 } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useId } from "react";
import type { VerdictForm } from "#shared/domain/verdict-form.ts";
import { Button } from "../../../ui/button.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import type { FormProblem } from "./problems-of-form.ts";

interface Named {
  id: string;
  name: string;
}

interface FormRowsProps<Row extends Named> {
  part: keyof VerdictForm;
  title: string;
  /** What one row is called: "label". */
  noun: string;
  rows: readonly Row[];
  problems: readonly FormProblem[];
  onRows(rows: Row[]): void;
  /** A row as it is added. */
  blank(): Row;
  children(row: Row, change: (next: Row) => void): ReactNode;
}

/** The rows of one part of a form: added, moved, removed, each with what is wrong with it. */
export function FormRows<Row extends Named>(props: FormRowsProps<Row>) {
  const { part, title, noun, rows, problems, onRows, blank, children } = props;
  const headingId = useId();
  const of = (at: number | null) => problems.filter((problem) => problem.part === part && problem.at === at);
  const move = (at: number, step: 1 | -1): void => {
    const row = rows[at];
    if (row === undefined || at + step < 0 || at + step >= rows.length) return;
    onRows(rows.toSpliced(at, 1).toSpliced(at + step, 0, row));
  };
  return (
    <section aria-labelledby={headingId}>
      <h3 id={headingId} className="mb-1 text-sm font-medium text-muted">
        {title}
      </h3>
      <ol className="flex flex-col divide-y rounded-md border">
        {rows.map((row, at) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a row's id follows what is typed, so its place is what stays.
            key={at}
            aria-label={`${noun} ${at + 1}`}
            className="px-3 py-2"
            onKeyDown={(event) => {
              const step = stepOf(event);
              if (step === null) return;
              move(at, step);
              takeFocusAlong(event, step);
            }}
          >
            <div className="flex items-start gap-2">
              <div className="min-w-0 flex-1">
                {children(row, (next) => onRows(rows.toSpliced(at, 1, next)))}
              </div>
              <RowTools
                noun={`${noun} ${at + 1}`}
                isFirst={at === 0}
                isLast={at === rows.length - 1}
                onMove={(step) => move(at, step)}
                onRemove={() => onRows(rows.toSpliced(at, 1))}
              />
            </div>
            <Problems problems={of(at)} />
          </li>
        ))}
        {rows.length === 0 && <li className="px-3 py-2 text-muted">none</li>}
      </ol>
      <Problems problems={of(null)} />
      <Button size="sm" className="mt-1.5" icon={Plus} onClick={() => onRows([...rows, blank()])}>
        Add a {noun}
      </Button>
    </section>
  );
}

interface RowToolsProps {
  noun: string;
  isFirst: boolean;
  isLast: boolean;
  onMove(step: 1 | -1): void;
  onRemove(): void;
}

function RowTools({ noun, isFirst, isLast, onMove, onRemove }: RowToolsProps) {
  return (
    <div className="flex pt-5">
      <IconButton
        size="sm"
        icon={ArrowUp}
        label={`Move ${noun} up`}
        keys="alt+up"
        disabled={isFirst}
        onClick={() => onMove(-1)}
      />
      <IconButton
        size="sm"
        icon={ArrowDown}
        label={`Move ${noun} down`}
        keys="alt+down"
        disabled={isLast}
        onClick={() => onMove(1)}
      />
      <IconButton size="sm" icon={Trash2} label={`Remove ${noun}`} onClick={onRemove} />
    </div>
  );
}

/** Where Alt and an arrow move a row; null for other keys. */
function stepOf(event: KeyboardEvent): 1 | -1 | null {
  if (!event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return null;
  event.preventDefault();
  return event.key === "ArrowUp" ? -1 : 1;
}

/** The focus goes with a row that moves: what is typed moves, and the elements stay. */
function takeFocusAlong({ currentTarget, target }: KeyboardEvent<HTMLLIElement>, step: 1 | -1): void {
  const controlsOf = (row: Element | null) => [
    ...(row?.querySelectorAll<HTMLElement>("input, button") ?? []),
  ];
  const focused = controlsOf(currentTarget).indexOf(target as HTMLElement);
  const { previousElementSibling: before, nextElementSibling: after } = currentTarget;
  controlsOf(step < 0 ? before : after)[focused]?.focus();
}

function Problems({ problems }: { problems: readonly FormProblem[] }) {
  return [...new Set(problems.map(({ text }) => text))].map((text) => (
    <p key={text} role="alert" className="mt-1 text-sm text-error">
      {text}
    </p>
  ));
}
