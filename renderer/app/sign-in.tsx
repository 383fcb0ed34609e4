import { type ReactNode, useState } from "react";
import { signInDays } from "#shared/domain/member.ts";
import { ConnectionRefused } from "../host/connection.ts";
import { signInBy } from "../host/web-session.ts";
import { Button } from "../ui/button.tsx";
import { LinkForm } from "./link-form.tsx";
import { useNewAddress } from "./use-new-address.ts";

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
  if (state instanceof ConnectionRefused)
    return (
      <SignInPage title="You are not signed in">
        <p className="mb-4 text-muted" role="alert">
          {state.message}
        </p>
        {state.why === "used-link" || state.why === "unknown-link" ? (
          <LinkForm />
        ) : (
          <Button onClick={() => void signIn()}>Try again</Button>
        )}
      </SignInPage>
    );
  return (
    <SignInPage title="Sign in to Querent">
      <p className="mb-4 text-muted">
        This link is yours alone and works once. You stay signed in on this browser until you sign out, or
        have been away for {signInDays.session} days.
      </p>
      <Button variant="primary" autoFocus busy={state === "signing-in"} onClick={() => void signIn()}>
        Sign in
      </Button>
    </SignInPage>
  );
}

/** What a browser shows at a team host's address while nobody is signed in there: nothing went wrong, and a link is wanted. */
export function SignedOut() {
  return (
    <SignInPage title="Sign in to Querent">
      <p className="mb-4 text-muted">
        You are not signed in. Open the link that a lead of your project sent you, or paste it here. If you
        have none, or yours was used already, ask them for a new one. Nothing that was saved is lost.
      </p>
      <LinkForm />
    </SignInPage>
  );
}

function SignInPage({ title, children }: { title: string; children: ReactNode }) {
  useNewAddress();
  return (
    <main className="grid h-full place-items-center bg-canvas p-8">
      <div className="w-full max-w-120 rounded-lg border bg-raised px-7 py-6">
        <img src="/querent.svg" alt="" className="mb-4 size-9" />
        <h1 className="mb-2 text-xl font-semibold">{title}</h1>
        {children}
      </div>
    </main>
  );
}
