import { DatabaseZap, Plus, X } from "lucide-react";
import { useLayoutEffect, useRef, useState } from "react";
import type { TestCheck, TestForm } from "#shared/domain/test-form.ts";
import { errorText } from "../../../../../data/faults.ts";
import { useAskState, useFingerprint } from "../../../../../data/task-tests.ts";
import { Button } from "../../../../../ui/button.tsx";
import { IconButton } from "../../../../../ui/icon-button.tsx";
import { Menu } from "../../../../../ui/menu.tsx";
import { useTaskEditor } from "../../store/task-editor-context.ts";
import { CheckFields } from "./check-fields.tsx";
import { checkEntries, checkWords, newCheck } from "./check-words.ts";
import { fingerprinted, measuredCheck, measureOf } from "./measured-check.ts";

export interface TestFormPaneProps {
  form: TestForm;
  onChange(form: TestForm): void;
}

/** The checks of a test script as a form; each change writes the Python anew. */
export function TestFormPane({ form: { checks }, onChange }: TestFormPaneProps) {
  const { part, dialect } = useTaskEditor(({ tests }) => tests);
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-auto p-3">
      {checks.map((check, at) => (
        <CheckCard
          // biome-ignore lint/suspicious/noArrayIndexKey: checks have no identity of their own; another kind is another card.
          key={`${at} ${check.kind}`}
          check={check}
          onChange={(next) => onChange({ checks: checks.with(at, next) })}
          onRemove={checks.length === 1 ? null : () => onChange({ checks: checks.toSpliced(at, 1) })}
        />
      ))}
      <Menu
        trigger={
          <Button size="sm" variant="quiet" icon={Plus} className="self-start">
            Add check
          </Button>
        }
        entries={checkEntries(dialect, (kind) =>
          onChange({ checks: [...checks, newCheck(kind, part.goldSql)] }),
        )}
      />
    </div>
  );
}

interface CheckCardProps {
  check: TestCheck;
  onChange(check: TestCheck): void;
  /** null where it is the only one. */
  onRemove: (() => void) | null;
}

function CheckCard({ check, onChange, onRemove }: CheckCardProps) {
  const { title } = checkWords[check.kind];
  const measuring = useMeasuring(check, onChange);
  return (
    <fieldset aria-label={title} className="flex min-w-0 flex-col gap-2 rounded-md border bg-surface p-2.5">
      <div className="flex items-center gap-1">
        <span className="font-medium">{title}</span>
        <span className="flex-1" />
        {measuring.measure !== null && (
          <Button
            size="sm"
            variant="quiet"
            icon={DatabaseZap}
            busy={measuring.isBusy}
            title={`Fills in what the test expects from the database ${measuring.measure.on} the gold.`}
            onClick={() => void measuring.take()}
          >
            Fill in from the database
          </Button>
        )}
        {onRemove !== null && <IconButton size="sm" icon={X} label={`Remove: ${title}`} onClick={onRemove} />}
      </div>
      <CheckFields check={check} dialect={useTaskEditor((state) => state.dialect)} onChange={onChange} />
      {measuring.problem !== null && (
        <p role="alert" className="text-sm text-error">
          {measuring.problem}
        </p>
      )}
    </fieldset>
  );
}

/** Takes what a check expects from the database. */
function useMeasuring(check: TestCheck, onChange: (check: TestCheck) => void) {
  const { taskId, part, dialect, flush } = useTaskEditor(({ tests }) => tests);
  const ask = useAskState(taskId);
  const fingerprint = useFingerprint(taskId);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const latest = useRef(check);
  useLayoutEffect(() => {
    latest.current = check;
  });
  const measure = measureOf(check, dialect);
  const take = async () => {
    if (measure === null) return;
    setBusy(true);
    setProblem(null);
    try {
      // The gold on screen is the one that runs.
      await flush();
      const after = part.phase === 1 ? "phase1" : "phase2";
      const before = part.phase === 1 ? "template" : "phase1";
      const start = measure.on === "after" ? after : before;
      const found =
        "sql" in measure
          ? measuredCheck(check, await ask(measure.sql, start), dialect)
          : fingerprinted(check, await fingerprint(measure.table, start));
      if (typeof found === "string") setProblem(found);
      // What was edited meanwhile asks something else.
      else if (latest.current !== check) return;
      else onChange(found);
    } catch (error) {
      setProblem(errorText(error));
    } finally {
      setBusy(false);
    }
  };
  return { measure, isBusy, problem, take };
}
