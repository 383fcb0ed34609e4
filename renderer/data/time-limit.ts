import { z } from "zod";
import { usePreference } from "./preferences.ts";
import { useSession } from "./session.ts";

/** What a person may choose as the time limit of a statement, in milliseconds (the contract's own bounds). */
export const TimeLimitMs = z.number().int().min(1).max(600_000);

/** How long, in milliseconds, a statement may run before it is stopped: the person's own choice, else the workspace's. */
export function useTimeLimit(): [number, (timeMs: number) => void] {
  const { timeLimitMs } = useSession();
  return usePreference("run.timeLimitMs", TimeLimitMs, timeLimitMs);
}
