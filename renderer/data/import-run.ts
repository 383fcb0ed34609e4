import { useCallback, useRef, useState } from "react";
import type { ImportProgress } from "#shared/contract/import-progress.ts";
import { wasCancelled } from "./faults.ts";

/** How far an import is. */
export type ImportState =
  | { step: "idle" }
  | ({ step: "running" } & Omit<ImportProgress, "type">)
  | { step: "failed"; error: unknown };

/** What an import tells of itself: how far it is, and at its end what came in. */
type ImportEvent<Done> = ImportProgress | (Done & { type: "done" });

/**
 * An import under way: its progress, how to start it (`begin` opens its events, `settle` brings the window up to date
 * before it counts as over), and how to stop it, which leaves nothing behind.
 */
export function useImportRun<Done>() {
  const [state, setState] = useState<ImportState>({ step: "idle" });
  const stop = useRef<AbortController>(undefined);
  const run = useCallback(
    async (
      begin: (signal: AbortSignal) => Promise<AsyncIterable<ImportEvent<Done>>>,
      settle: (done: Done) => Promise<unknown>,
    ): Promise<Done | null> => {
      const controller = new AbortController();
      stop.current = controller;
      setState({ step: "running", phase: "read", done: 0, total: 0 });
      try {
        for await (const event of await begin(controller.signal)) {
          if (event.type === "done") {
            await settle(event);
            setState({ step: "idle" });
            return event;
          }
          const { phase, done, total } = event;
          setState({ step: "running", phase, done, total });
        }
        throw new Error("The import ended without a result. Nothing was imported; try again.");
      } catch (error) {
        const cancelled = controller.signal.aborted || wasCancelled(error);
        setState(cancelled ? { step: "idle" } : { step: "failed", error });
        return null;
      }
    },
    [],
  );
  const cancel = useCallback(() => stop.current?.abort(), []);
  return { state, run, cancel };
}
