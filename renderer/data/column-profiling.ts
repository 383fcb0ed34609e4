import { useCallback, useEffect, useState } from "react";
import type { ColumnProfilingEvent, TaskSchemaEvent } from "#shared/contract/task-runs.ts";
import type { ColumnProfile } from "#shared/domain/column-profile.ts";
import type { DatabaseSchema } from "#shared/domain/schema.ts";
import { type Client, useClient } from "./client.ts";
import { type Streamed, Streams, useStreamed } from "./streams.ts";

type ProfiledColumn = Pick<ColumnProfile, "table" | "column">;

/** What is known of the data of a task's database. */
interface ColumnProfilingResults {
  /** The tables as they are loaded; null until they were read. */
  schema: DatabaseSchema | null;
  /** Of every column that was ever profiled. */
  profiles: readonly ColumnProfile[];
  /** Columns whose data could not be read. */
  unread: readonly (ProfiledColumn & { reason: string })[];
  done: number;
  /** Null until it is known which columns are profiled. */
  total: number | null;
}

/** The profiling of columns that is under way or was the last. */
export type ColumnProfilingState = Streamed<ColumnProfilingResults>;

/** Profiles columns of one database (`key` names it), one profiling at a time; what was seen stays known. */
export function useColumnProfiling(key: string) {
  const client = useClient();
  const [streams] = useState(() => new Streams<string, ColumnProfilingResults>());
  useEffect(() => () => streams.keepOnly(new Set()), [streams]);
  const start = useCallback(
    (taskId: number, columnsOf: ColumnsOf) => {
      streams.keepOnly(new Set([key]));
      // What was seen before stays until it is seen again.
      const { schema = null, profiles = [] } = streams.get(key) ?? {};
      return streams.start<ProfilingEvent>(key, {
        first: { schema, profiles, unread: [], done: 0, total: null },
        events: (signal) => profilingEvents(client, taskId, columnsOf, signal),
        after: afterProfilingEvent,
      });
    },
    [client, streams, key],
  );
  const cancel = useCallback(() => streams.cancel(key), [streams, key]);
  return { profiling: useStreamed(streams, key), start, cancel };
}

type ColumnsOf = (schema: DatabaseSchema) => Promise<ProfiledColumn[]>;

type ProfilingEvent =
  | ColumnProfilingEvent
  | Exclude<TaskSchemaEvent, { type: "done" }>
  | { type: "columns"; schema: DatabaseSchema; total: number };

/** Reads the tables first, so that it can be worked out of them which columns are profiled. */
async function* profilingEvents(
  client: Client,
  taskId: number,
  columnsOf: ColumnsOf,
  signal: AbortSignal,
): AsyncGenerator<ProfilingEvent> {
  let schema: DatabaseSchema | null = null;
  for await (const event of await client.taskRuns.schema({ taskId }, { signal })) {
    if (event.type === "done") schema = event.schema;
    else yield event;
  }
  if (schema === null) throw new Error("The tables of the database were not read. Start again.");
  const columns = await columnsOf(schema);
  yield { type: "columns", schema, total: columns.length };
  if (!signal.aborted) yield* await client.taskRuns.profileColumns({ taskId, columns }, { signal });
}

function afterProfilingEvent(
  { profiles, unread, done }: ColumnProfilingState,
  event: Exclude<ProfilingEvent, { type: "loading" }>,
): Partial<ColumnProfilingResults> {
  switch (event.type) {
    case "columns":
      return { schema: event.schema, total: event.total };
    case "profile":
      return { done: done + 1, profiles: withProfile(profiles, event.profile) };
    case "unread":
      return { done: done + 1, unread: [...unread, event] };
    case "done":
      return {};
  }
}

function withProfile(profiles: readonly ColumnProfile[], profile: ColumnProfile): ColumnProfile[] {
  const { table, column } = profile;
  return [...profiles.filter((other) => other.table !== table || other.column !== column), profile];
}
