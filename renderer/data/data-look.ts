import { useCallback, useEffect, useRef, useState } from "react";
import type { ColumnProfile } from "#shared/domain/column-profile.ts";
import type { DatabaseSchema } from "#shared/domain/schema.ts";
import { type Client, useClient } from "./client.ts";
import { wasCancelled } from "./faults.ts";

export type LookedColumn = Pick<ColumnProfile, "table" | "column">;

/** What is known of the data of a task's database, and of the look at it that is under way or was the last. */
export interface DataLook {
  state: "none" | "running" | "done" | "cancelled" | "failed";
  /** The tables as they are loaded; null until they were read. */
  schema: DatabaseSchema | null;
  /** Of every column that was ever looked at. */
  profiles: readonly ColumnProfile[];
  /** Columns whose data could not be read. */
  unread: readonly (LookedColumn & { reason: string })[];
  /** The database is being loaded for the first time. */
  isLoading: boolean;
  done: number;
  /** Null until it is known which columns are looked at. */
  total: number | null;
  /** Why it could not be looked at, as it was thrown. */
  error: unknown;
}

const nothing: DataLook = {
  ...{ state: "none", schema: null, profiles: [], unread: [], isLoading: false, done: 0, total: null },
  error: null,
};

type Show = (change: (now: DataLook) => Partial<DataLook>) => void;

/** Looks at the data of columns of one database (`key` names it), one look at a time; what was seen stays known. */
export function useDataLook(key: string) {
  const client = useClient();
  const [looks, setLooks] = useState<ReadonlyMap<string, DataLook>>(new Map());
  const end = useRef<AbortController>(null);
  useEffect(() => () => end.current?.abort(), []);
  const start = useCallback(
    async (taskId: number, columnsOf: (schema: DatabaseSchema) => Promise<LookedColumn[]>) => {
      end.current?.abort();
      const own = new AbortController();
      end.current = own;
      const show: Show = (change) =>
        setLooks((all) => {
          const now = all.get(key) ?? nothing;
          return new Map(all).set(key, { ...now, ...change(now) });
        });
      // What was seen before stays until it is seen again.
      show(({ schema, profiles }) => ({ ...nothing, schema, profiles, state: "running" }));
      try {
        await look({ client, taskId, columnsOf, show, signal: own.signal });
        show(() => ({ state: "done", isLoading: false }));
      } catch (error) {
        show(() => ({ state: wasCancelled(error) ? "cancelled" : "failed", isLoading: false, error }));
      }
    },
    [client, key],
  );
  const cancel = useCallback(() => end.current?.abort(), []);
  return { look: looks.get(key) ?? nothing, start, cancel };
}

interface Look {
  client: Client;
  taskId: number;
  columnsOf(schema: DatabaseSchema): Promise<LookedColumn[]>;
  show: Show;
  signal: AbortSignal;
}

async function look({ client, taskId, columnsOf, show, signal }: Look): Promise<void> {
  let schema: DatabaseSchema | null = null;
  for await (const event of await client.taskRuns.schema({ taskId }, { signal })) {
    show(() => ({ isLoading: event.type === "loading" }));
    if (event.type === "done") schema = event.schema;
  }
  if (schema === null) throw new Error("The tables of the database were not told. Look at the data again.");
  const columns = await Promise.race([columnsOf(schema), abortOf(signal)]);
  const read = schema;
  show(() => ({ schema: read, total: columns.length }));
  for await (const event of await client.taskRuns.profileColumns({ taskId, columns }, { signal })) {
    show((now) => {
      if (event.type === "profile")
        return { isLoading: false, done: now.done + 1, profiles: withProfile(now.profiles, event.profile) };
      if (event.type === "unread")
        return { isLoading: false, done: now.done + 1, unread: [...now.unread, event] };
      return { isLoading: event.type === "loading" };
    });
  }
}

function withProfile(profiles: readonly ColumnProfile[], profile: ColumnProfile): ColumnProfile[] {
  const { table, column } = profile;
  return [...profiles.filter((other) => other.table !== table || other.column !== column), profile];
}

function abortOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}
