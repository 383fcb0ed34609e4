import { useMutation } from "@tanstack/react-query";
import { useCallback } from "react";
import type { ModelReadingsEvent } from "#shared/contract/task-runs.ts";
import type { Reading } from "#shared/domain/reading.ts";
import type { EvaluatorProfile } from "#shared/domain/test-script.ts";
import { useClient } from "./client.ts";
import { type Streamed, useOneStream } from "./streams.ts";

/** An ambiguity (0-based) of a task, and the name of the language model that is asked for its readings. */
interface ModelReadingsRequest {
  taskId: number;
  ambiguity: number;
  profile: EvaluatorProfile;
  endpoint: string;
}

/** What came of asking. */
export type Answered = Extract<ModelReadingsEvent, { type: "done" }>;

interface ModelReadingsResults {
  /** Who is asked, by name. */
  endpoint: string;
  /** Why that takes longer; null where it does not. */
  note: string | null;
  /** What came of it; null until then. */
  answered: Answered | null;
}

/** What is known of the readings that a language model is or was asked for. */
export type ModelReadings = Streamed<ModelReadingsResults>;

/** Asks a language model for readings, one at a time, and hands over those that can be listed. */
export function useModelReadings() {
  const client = useClient();
  const { streamed, start, cancel } = useOneStream<ModelReadingsResults>();
  const ask = useCallback(
    (request: ModelReadingsRequest, onReadings: (readings: readonly Reading[]) => void) =>
      start<ModelReadingsEvent>({
        first: { endpoint: request.endpoint, note: null, answered: null },
        events: async (signal) => {
          const events = await client.taskRuns.modelReadings(request, { signal });
          return handedOver(events, (readings) => !signal.aborted && onReadings(readings));
        },
        after: (_, event) => (event.type === "done" ? { answered: event } : { note: event.note }),
      }),
    [client, start],
  );
  return { asked: streamed ?? null, ask, cancel };
}

/** Fetches a project's calls for readings as the text of a recording. */
export function useReadingCallsText() {
  const client = useClient();
  return useMutation({ mutationFn: (projectId: number) => client.taskRuns.modelReadingCalls({ projectId }) });
}

async function* handedOver(
  events: AsyncIterable<ModelReadingsEvent>,
  onReadings: (readings: readonly Reading[]) => void,
): AsyncGenerator<ModelReadingsEvent> {
  for await (const event of events) {
    if (event.type === "done") onReadings(event.readings);
    yield event;
  }
}
