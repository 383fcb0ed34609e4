import { useEffect } from "react";
import { errorDetails, errorText } from "../data/faults.ts";
import { ConnectionRefused } from "../host/connection.ts";
import { Button } from "../ui/button.tsx";
import { InlineError } from "../ui/inline-error.tsx";

/** The whole window when it could not start: what happened and what to do. */
export function BootFailure({ error }: { error: unknown }) {
  const isRefusal = error instanceof ConnectionRefused;
  useEffect(() => {
    // A new address that is put into this window differs in its fragment alone, for which a browser loads nothing anew.
    const again = (): void => location.reload();
    window.addEventListener("hashchange", again);
    return () => window.removeEventListener("hashchange", again);
  }, []);
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
