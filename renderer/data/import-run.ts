import { useCallback } from "react";
import type { ImportProgress } from "#shared/contract/import-progress.ts";
import { useOneStream } from "./streams.ts";

/** How far an import is. */
export type ImportState =
  | { step: "idle" }
  | ({ step: "running" } & Omit<ImportProgress, "type">)
  | { step: "failed"; error: unknown };

/** What an import reports: how far it is, and at its end what came in. */
type ImportEvent<Done> = ImportProgress | (Done & { type: "done" });

/**
 * An import under way: its progress, how to start it (`begin` opens its events, `settle` brings the window up to date
 * before it counts as over), and how to stop it, which leaves nothing behind. It goes on when its screen is left.
 */
export function useImportRun<Done>() {
  const { streamed, start, cancel } = useOneStream<Omit<ImportProgress, "type">>("go on");
  const run = useCallback(
    async (
      begin: (signal: AbortSignal) => Promise<AsyncIterable<ImportEvent<Done>>>,
      settle: (done: Done) => Promise<unknown>,
    ): Promise<Done | null> => {
      let imported: Done | null = null;
      await start<ImportEvent<Done>>({
        first: { phase: "read", done: 0, total: 0 },
        events: async function* (signal) {
          for await (const event of await begin(signal)) {
            if (event.type === "done") {
              await settle(event);
              imported = event;
            }
            yield event;
          }
        },
        after: (_, event) => (event.type === "progress" ? event : {}),
      });
      return imported;
    },
    [start],
  );
  return { state: stateOf(streamed), run, cancel };
}

function stateOf(
  streamed: ReturnType<typeof useOneStream<Omit<ImportProgress, "type">>>["streamed"],
): ImportState {
  if (streamed?.state === "failed") return { step: "failed", error: streamed.error };
  if (streamed?.state !== "running") return { step: "idle" };
  const { phase, done, total } = streamed;
  return { step: "running", phase, done, total };
}
