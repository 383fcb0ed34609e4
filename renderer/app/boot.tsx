import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { Suspense, use, useEffect } from "react";
import { watchChanges } from "../data/changes.ts";
import { ConnectionContext } from "../data/client.ts";
import { errorDetails, errorText } from "../data/faults.ts";
import { projectsQuery } from "../data/projects.ts";
import { guardUnload } from "../data/saves.ts";
import { sessionQuery } from "../data/session.ts";
import { personSettingsQuery } from "../data/settings.ts";
import { flushViewStateOnHide, useViewStateStore, viewStateQuery } from "../data/view-state.ts";
import { type Connection, ConnectionRefused } from "../host/connection.ts";
import { SignInNeeded } from "../host/web-session.ts";
import { Button } from "../ui/button.tsx";
import { InlineError } from "../ui/inline-error.tsx";
import { dispatchKeys } from "../ui/key-dispatch.ts";
import { RememberContext } from "../ui/remember.tsx";
import { followTheme } from "../ui/theme.ts";
import { Shell } from "./shell.tsx";
import { SignedOut, SignIn } from "./sign-in.tsx";
import { useNewAddress } from "./use-new-address.ts";

/** What the first screen needs, asked in one go; a failure is shown on the screen. */
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
  useEffect(followTheme, []);
  return (
    <Suspense fallback={<BootFrame />}>
      <Started start={start} queries={queries} />
    </Suspense>
  );
}

function Started({ start, queries }: { start: Promise<Start>; queries: QueryClient }) {
  const started = use(start);
  if ("error" in started && started.error instanceof SignInNeeded)
    return <SignIn token={started.error.token} />;
  if ("error" in started && started.error instanceof ConnectionRefused && started.error.why === "signed-out")
    return <SignedOut />;
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
    const stops = [dispatchKeys(), guardUnload(), flushViewStateOnHide()];
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

/** The window's frame with nothing in it, painted before anything is known: nothing moves when the rest arrives. */
function BootFrame() {
  return (
    <div className="flex h-full flex-col" aria-busy="true">
      <div className="h-10 shrink-0 border-b bg-panel" />
      <div className="flex min-h-0 flex-1">
        <div className="w-11 shrink-0 border-r bg-panel" />
      </div>
      <div className="h-6 shrink-0 border-t bg-panel" />
    </div>
  );
}

/** The whole window when it could not start: what happened and what to do. */
function BootFailure({ error }: { error: unknown }) {
  const isRefusal = error instanceof ConnectionRefused;
  useNewAddress();
  return (
    <main className="grid h-full place-items-center bg-canvas p-8">
      <div className="w-full max-w-140">
        <h1 className="mb-3 text-xl font-semibold">
          {isRefusal ? "This window has no access to Querent" : "Querent could not start"}
        </h1>
        <InlineError
          title={errorText(error)}
          details={errorDetails(error)}
          actions={<Button onClick={() => location.reload()}>Try again</Button>}
        >
          Nothing that was saved is lost.
          {isRefusal ? "" : " Try again. If that does not help, close this window and restart Querent."}
        </InlineError>
      </div>
    </main>
  );
}
