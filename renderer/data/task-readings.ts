import { useCallback, useEffect, useState } from "react";
import { useStore } from "zustand";
import type { ReadingsEvent } from "#shared/contract/task-runs.ts";
import type { Reading, ReadingResult } from "#shared/domain/reading.ts";
import type { EvaluatorProfile } from "#shared/domain/test-script.ts";
import { useClient } from "./client.ts";
import { type Streamed, Streams } from "./streams.ts";

/** An ambiguity (0-based) of a task whose readings run. */
interface ReadingsRequest {
  taskId: number;
  ambiguity: number;
  profile: EvaluatorProfile;
}

/** What is known of the readings of an ambiguity. */
interface ReadingsRunResults {
  /** What they were run in, as the caller names it. */
  ranIn: string;
  /** Stored and proposed ones; null until they have come. */
  readings: readonly Reading[] | null;
  /** By the SQL of the reading: those of this run, and of the one before what this one has not come to yet. */
  results: ReadonlyMap<string, ReadingResult>;
  /** How many are of this run. */
  ran: number;
  /** Why none could be run; null where they can. */
  obstacle: string | null;
}

/** The run of an ambiguity's readings that is under way or was the last. */
export type ReadingsRun = Streamed<ReadingsRunResults>;

export type ReadingsRuns = ReturnType<typeof useReadingsRuns>;

/** Proposes and runs the readings of ambiguities, those of one ambiguity at a time; what came of others stays known. */
export function useReadingsRuns() {
  const client = useClient();
  const [streams] = useState(() => new Streams<string, ReadingsRunResults>());
  useEffect(() => () => streams.keepOnly(new Set()), [streams]);
  const all = useStore(streams.store);
  const start = useCallback(
    (request: ReadingsRequest, ranIn: string) => {
      const key = keyOf(request);
      streams.keepOnly(new Set([key]));
      const before = streams.get(key);
      const { readings, results } = before?.ranIn === ranIn ? before : nothing;
      return streams.start<ReadingsEvent>(key, {
        first: { ranIn, readings, results, ran: 0, obstacle: null },
        events: (signal) => client.taskRuns.readings(request, { signal }),
        after: afterReadingsEvent,
      });
    },
    [client, streams],
  );
  return {
    of: (taskId: number, ambiguity: number) => all.get(keyOf({ taskId, ambiguity })) ?? null,
    start,
    cancel: (taskId: number, ambiguity: number) => streams.cancel(keyOf({ taskId, ambiguity })),
  };
}

const nothing: Pick<ReadingsRunResults, "readings" | "results"> = { readings: null, results: new Map() };

const keyOf = ({ taskId, ambiguity }: Pick<ReadingsRequest, "taskId" | "ambiguity">): string =>
  `${taskId} ${ambiguity}`;

function afterReadingsEvent(
  { results, ran }: ReadingsRun,
  event: Exclude<ReadingsEvent, { type: "loading" }>,
): Partial<ReadingsRunResults> {
  switch (event.type) {
    case "readings":
      return { readings: event.readings };
    case "result":
      return { results: new Map(results).set(event.result.reading.sql, event.result), ran: ran + 1 };
    case "not-run":
      return { obstacle: event.reason };
    case "done":
      return {};
  }
}
