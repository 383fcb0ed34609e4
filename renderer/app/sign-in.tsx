import { useState } from "react";
import { signInDays } from "#shared/domain/member.ts";
import { ConnectionRefused } from "../host/connection.ts";
import { signInBy } from "../host/web-session.ts";
import { Button } from "../ui/button.tsx";
import { InlineError } from "../ui/inline-error.tsx";
import { LinkForm } from "./link-form.tsx";

/** Signs this browser in to a team host by the link that was opened. */
export function SignIn({ token }: { token: string }) {
  const [state, setState] = useState<"asked" | "signing-in" | ConnectionRefused>("asked");
  const signIn = async () => {
    setState("signing-in");
    const refusal = await signInBy(token).catch(() => "ended" as const);
    if (refusal !== null) return setState(new ConnectionRefused(refusal));
    // The link goes out of the history with its fragment; what loads anew finds the cookie.
    history.replaceState(null, "", location.pathname);
    location.reload();
  };
  return (
    <main className="grid h-full place-items-center bg-canvas p-8">
      <div className="w-full max-w-100">
        <h1 className="mb-2 text-xl font-semibold">Sign in to Querent</h1>
        <p className="mb-4 text-muted">
          This link is yours alone. It signs you in on this browser, once; you stay signed in until you sign
          out, or have been away for {signInDays.session} days.
        </p>
        {state instanceof ConnectionRefused ? (
          <>
            <InlineError title={state.message} />
            <LinkForm />
          </>
        ) : (
          <Button variant="primary" autoFocus disabled={state === "signing-in"} onClick={() => void signIn()}>
            Sign in
          </Button>
        )}
      </div>
    </main>
  );
}
