import { errorDetails, errorText } from "../data/faults.ts";
import { Button } from "../ui/button.tsx";
import { InlineError } from "../ui/inline-error.tsx";

/** The whole window when it could not start: what happened and what to do. */
export function BootFailure({ error }: { error: unknown }) {
  return (
    <main className="grid h-full place-items-center bg-canvas p-8">
      <div className="w-full max-w-140">
        <h1 className="mb-3 text-xl font-semibold">Querent could not start</h1>
        <InlineError
          title={errorText(error)}
          details={errorDetails(error)}
          actions={<Button onClick={() => location.reload()}>Try again</Button>}
        >
          Nothing that was saved is lost. Try again; if that does not help, close this window and start
          Querent anew.
        </InlineError>
      </div>
    </main>
  );
}
