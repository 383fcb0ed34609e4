import type { TestOutcome } from "#shared/domain/task-run.ts";
import { spanText } from "../ui/time-text.ts";
import { PassedSign } from "./passed-sign.tsx";
import { testStatusTexts } from "./run-words.ts";

export interface TestResultProps {
  test: TestOutcome;
  title: string;
  /** A line of the script was pressed (1-based); undefined where the script is not the task's own. */
  onLine: ((line: number) => void) | undefined;
}

/** What a test said: its message, the lines that were under way, what it printed. */
export function TestResult({ test, title, onLine }: TestResultProps) {
  const { status, message, traceback, stdout, elapsedMs } = test;
  return (
    <section aria-label={title} className="min-h-0 flex-1 overflow-auto p-3 select-text">
      <p className="flex items-center gap-3">
        <PassedSign passed={status === "passed"} title={title} />
        {status !== "passed" && status !== "failed" && (
          <span className="text-sm">{testStatusTexts[status]}</span>
        )}
        <span className="text-sm text-muted">{spanText(elapsedMs)}</span>
      </p>
      {message !== null && (
        <pre className="mt-2 rounded-md bg-error-fill px-2.5 py-2 text-sm whitespace-pre-wrap text-ink">
          {message}
        </pre>
      )}
      {traceback.length > 0 && (
        <>
          <h4 className="mt-3 text-sm font-medium text-muted">Traceback, innermost line last</h4>
          <ol className="mt-1 flex flex-col items-start">
            {traceback.map(({ line, text }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines of one traceback never move.
              <li key={at} className="max-w-full">
                <button
                  type="button"
                  disabled={onLine === undefined}
                  onClick={() => onLine?.(line)}
                  className="flex max-w-full gap-3 rounded-sm text-left font-mono text-sm enabled:hover:underline"
                >
                  <span className="shrink-0 text-muted">line {line}</span>
                  <span className="truncate">{text.trim()}</span>
                </button>
              </li>
            ))}
          </ol>
        </>
      )}
      {stdout !== "" && (
        <>
          <h4 className="mt-3 text-sm font-medium text-muted">Output</h4>
          <pre className="mt-1 rounded-md border bg-sunken px-2 py-1.5 text-sm whitespace-pre-wrap">
            {stdout}
          </pre>
        </>
      )}
    </section>
  );
}
