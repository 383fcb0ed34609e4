import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { Suspense, use, useEffect } from "react";
import { watchChanges } from "../data/changes.ts";
import { ConnectionContext } from "../data/client.ts";
import { projectsQuery } from "../data/projects.ts";
import { guardUnload } from "../data/saves.ts";
import { sessionQuery } from "../data/session.ts";
import { personSettingsQuery } from "../data/settings.ts";
import { flushViewStateOnHide, useViewStateStore, viewStateQuery } from "../data/view-state.ts";
import type { Connection } from "../host/connection.ts";
import { dispatchKeys } from "../ui/key-dispatch.ts";
import { RememberContext } from "../ui/remember.tsx";
import { followTheme } from "../ui/theme.ts";
import { BootFailure } from "./boot-failure.tsx";
import { BootFrame } from "./boot-frame.tsx";
import { Shell } from "./shell.tsx";

/** What the first screen needs, asked in one go; a failure is told on the screen. */
export type Start = { connection: Connection } | { error: unknown };

/** Connects and asks what the shell cannot be drawn without. */
export async function startWith(connect: () => Promise<Connection>, queries: QueryClient): Promise<Start> {
  try {
    const connection = await connect();
    const { client } = connection;
    await Promise.all([
      queries.query(sessionQuery(client)),
      queries.query(viewStateQuery(client)),
      queries.query(personSettingsQuery(client)),
      queries.query(projectsQuery(client)),
    ]);
    return { connection };
  } catch (error) {
    return { error };
  }
}

/** The window from its first paint on: the empty frame, then the shell, or why there is none. */
export function Boot({ start, queries }: { start: Promise<Start>; queries: QueryClient }) {
  return (
    <Suspense fallback={<BootFrame />}>
      <Started start={start} queries={queries} />
    </Suspense>
  );
}

function Started({ start, queries }: { start: Promise<Start>; queries: QueryClient }) {
  const started = use(start);
  if ("error" in started) return <BootFailure error={started.error} />;
  return (
    <ConnectionContext value={started.connection}>
      <QueryClientProvider client={queries}>
        <Running connection={started.connection} queries={queries} />
      </QueryClientProvider>
    </ConnectionContext>
  );
}

function Running({ connection, queries }: { connection: Connection; queries: QueryClient }) {
  const memory = useViewStateStore();
  useEffect(() => watchChanges(connection, queries), [connection, queries]);
  useEffect(() => {
    const stops = [dispatchKeys(), followTheme(), guardUnload(), flushViewStateOnHide()];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  return (
    <RememberContext value={memory}>
      <Shell />
    </RememberContext>
  );
}
