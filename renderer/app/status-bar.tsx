import { CircleUserRound, Gauge } from "lucide-react";
import { defaultRunLimits } from "#shared/domain/result.ts";
import { useSession } from "../data/session.ts";
import { useTimeLimit } from "../data/time-limit.ts";
import { numberText, spanText } from "../ui/time-text.ts";
import { ConnectionStatus } from "./status-connection.tsx";
import { StatusItem } from "./status-item.tsx";
import { JobStatus } from "./status-job.tsx";
import { SaveStatus } from "./status-saves.tsx";

/** The bar at the foot: is everything saved, what is running, who works here, under which limits. */
export function StatusBar({ onSettings }: { onSettings(): void }) {
  const { actor, workspacePath } = useSession();
  const [timeLimitMs] = useTimeLimit();
  const { rows, cellBytes } = defaultRunLimits;
  return (
    <footer className="flex h-6 shrink-0 items-center border-t bg-panel px-1 text-sm text-muted">
      <ConnectionStatus />
      <SaveStatus />
      <JobStatus />
      <div className="flex-1" />
      <StatusItem
        icon={Gauge}
        hint={`A statement is stopped after ${spanText(timeLimitMs)}, at ${numberText(rows)} rows, or at a value of ${cellBytes / 2 ** 20} MiB. Databases are opened read-only.`}
        onClick={onSettings}
      >
        SQLite · {spanText(timeLimitMs)}
      </StatusItem>
      <StatusItem
        icon={CircleUserRound}
        hint={`Verdicts are saved as ${actor} in ${workspacePath}`}
        onClick={onSettings}
      >
        {actor}
      </StatusItem>
    </footer>
  );
}
