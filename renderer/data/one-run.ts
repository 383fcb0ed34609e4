import { useCallback, useRef, useState } from "react";
import { wasCancelled } from "./faults.ts";

/** What is run: how it begins, its events, and what each of them, or its failure, makes of the run. */
export interface RunSteps<Run, Event> {
  first: Run;
  events(signal: AbortSignal): Promise<AsyncIterable<Event>>;
  after(run: Run, event: Event): Run;
  ended(run: Run, state: "cancelled" | "failed", error: unknown): Run;
}

/** Runs one thing at a time; another start, or `cancel`, stops the one before in the back end. */
export function useOneRun<Run extends object>() {
  const [run, setRun] = useState<Run | null>(null);
  const end = useRef<AbortController>(null);
  const start = useCallback(async <Event>({ first, events, after, ended }: RunSteps<Run, Event>) => {
    end.current?.abort();
    const own = new AbortController();
    end.current = own;
    let now = first;
    const show = (next: Run): void => {
      now = next;
      if (end.current === own) setRun(now);
    };
    show(first);
    try {
      for await (const event of await events(own.signal)) show(after(now, event));
    } catch (error) {
      show(ended(now, wasCancelled(error) ? "cancelled" : "failed", error));
    }
  }, []);
  const cancel = useCallback(() => end.current?.abort(), []);
  return { run, start, cancel };
}
