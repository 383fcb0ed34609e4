import { ArrowUpRight } from "lucide-react";
import type { PredictionLine } from "#shared/contract/task-runs.ts";
import type { TestOutcome, TestStatus } from "#shared/domain/task-run.ts";
import { Button } from "../../../ui/button.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { spanText } from "../../../ui/time-text.ts";

interface PredictionDetailProps {
  line: PredictionLine;
  onTask(taskId: number): void;
}

const detailClasses = "flex min-h-0 flex-1 flex-col gap-3 overflow-auto p-3 select-text";

/** One prediction in one phase: why it did not pass, what each test said, and its SQL. */
export function PredictionDetail({ line, onTask }: PredictionDetailProps) {
  const { instanceId, taskId, phase, reason, tests, predictedSql, elapsedMs } = line;
  const sql = predictedSql.join("\n\n");
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by the keyboard.
    <section aria-label="The selected prediction" tabIndex={0} className={detailClasses}>
      <div className="flex items-center gap-3">
        <h3 className="font-semibold">
          {instanceId} · phase {phase}
        </h3>
        <span className="text-sm text-muted">{spanText(elapsedMs)}</span>
        <div className="flex-1" />
        {taskId !== null && (
          <Button size="sm" icon={ArrowUpRight} onClick={() => onTask(taskId)}>
            Open the task
          </Button>
        )}
      </div>
      <p>{reason ?? (line.passed ? "It passed." : "It did not pass.")}</p>
      {tests.length > 0 && (
        <ul aria-label="Tests" className="flex flex-col gap-1">
          {tests.map((test) => (
            <Outcome key={test.index ?? "default"} test={test} />
          ))}
        </ul>
      )}
      <div>
        <div className="flex items-center gap-1 text-sm font-medium text-muted">
          Predicted SQL <CopyButton text={sql} label="Copy predicted SQL" />
        </div>
        <pre className="font-mono text-sm break-words whitespace-pre-wrap">
          {sql === "" ? "There is none." : sql}
        </pre>
      </div>
    </section>
  );
}

const statusNames: Record<TestStatus, string> = {
  passed: "passed",
  failed: "failed",
  error: "gave an error",
  timeout: "hit the time limit",
  memory: "hit the memory limit",
  "does-not-compile": "does not compile",
};

function Outcome({ test: { index, status, message } }: { test: TestOutcome }) {
  return (
    <li>
      <span className={status === "passed" ? "text-added" : "text-removed"}>
        {index === null ? "Default test" : `Test ${index + 1}`} {statusNames[status]}
      </span>
      {message === null ? "" : `: ${message}`}
    </li>
  );
}
