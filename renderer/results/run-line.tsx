import { CircleCheck, CircleX, Clock, Minus } from "lucide-react";
import type { ReactNode } from "react";
import { classes } from "../ui/classes.ts";
import { spanText } from "../ui/time-text.ts";
import { PassedSign } from "./passed-sign.tsx";
import type { RunEntry } from "./run-entries.ts";
import { statementText, stepTitles, testStatusTexts } from "./run-words.ts";

/** One line of a run; fainter where it is of the run before. */
export function RunLine({ entry, isOld }: { entry: RunEntry; isOld: boolean }) {
  return (
    <div className={classes("h-full", isOld && "opacity-50")}>
      <LineOf entry={entry} />
    </div>
  );
}

function LineOf({ entry }: { entry: RunEntry }) {
  if (entry.kind === "phase") {
    const { phase, passed, passedFixed, elapsedMs } = entry.phase;
    return (
      <Line title={`Phase ${phase}`} elapsedMs={elapsedMs} isHead>
        <PassedSign passed={passed} title="as shipped" />
        <PassedSign passed={passedFixed} title="fixed" />
      </Line>
    );
  }
  if (entry.kind === "statement") {
    const { statement, step } = entry;
    return (
      <Line sign={statement.status} title={stepTitles[step]} elapsedMs={statement.elapsedMs}>
        <span className="shrink-0 font-mono text-sm">{statement.command}</span>
        <span className={classes("truncate", statement.status === "ok" ? "text-muted" : "text-error")}>
          {statementText(statement)}
        </span>
      </Line>
    );
  }
  const { test, isFixed } = entry;
  const title = test.index === null ? "Default test" : `Test ${test.index + 1}`;
  return (
    <Line
      sign={test.status === "passed" ? "ok" : test.status === "timeout" ? "timeout" : "error"}
      title={isFixed ? `${title}, fixed` : title}
      elapsedMs={test.elapsedMs}
    >
      <span className={classes("truncate", test.status === "passed" ? "text-muted" : "text-error")}>
        {test.message ?? testStatusTexts[test.status]}
      </span>
    </Line>
  );
}

const signs = { ok: CircleCheck, error: CircleX, timeout: Clock, cancelled: Minus };
const signColours = {
  ok: "text-added",
  error: "text-error",
  timeout: "text-warning",
  cancelled: "text-muted",
};
const signWords = { ok: "ok", error: "error", timeout: "time limit", cancelled: "cancelled" };

interface LineProps {
  sign?: keyof typeof signs;
  title: string;
  elapsedMs: number;
  isHead?: boolean;
  children: ReactNode;
}

function Line({ sign, title, elapsedMs, isHead = false, children }: LineProps) {
  const Sign = sign && signs[sign];
  return (
    <div className={classes("flex h-full items-center gap-2 pr-3", isHead ? "pl-3 font-semibold" : "pl-6")}>
      {Sign && (
        <Sign size={13} role="img" aria-label={signWords[sign]} className={`shrink-0 ${signColours[sign]}`} />
      )}
      <span className="shrink-0">{title}</span>
      <span className="flex min-w-0 flex-1 items-center gap-2 overflow-hidden font-normal">{children}</span>
      <span className="shrink-0 text-sm font-normal text-faint">{spanText(elapsedMs)}</span>
    </div>
  );
}
