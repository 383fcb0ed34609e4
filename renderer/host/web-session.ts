import type { Refusal } from "./connection.ts";

const sessionKey = "querent.session";

/** The secret by which the web host knows this window (null: it knows the browser by a cookie), or why it has none. */
export type WebSession = { secret: string | null } | { refused: Refusal };

/**
 * Signs this window in. A one-time token in the address's fragment is spent for a secret; a reload finds that where the window
 * keeps it. The fragment is wiped before anything reads it.
 */
export async function webSession(): Promise<WebSession> {
  const fragment = new URLSearchParams(location.hash.slice(1));
  const join = fragment.get("join");
  if (join !== null) throw new SignInNeeded(join);
  const launch = fragment.get("launch");
  if (launch === null) return storedSession() ?? (await cookieSession());
  history.replaceState(null, "", location.pathname + location.search);
  const answer = await fetch("/session", { method: "POST", body: launch });
  if (!answer.ok)
    return storedSession() ?? { refused: answer.status === 410 ? "used-address" : "unknown-address" };
  const secret = await answer.text();
  sessionStorage.setItem(sessionKey, secret);
  return { secret };
}

function storedSession(): WebSession | null {
  const secret = sessionStorage.getItem(sessionKey);
  return secret === null ? null : { secret };
}

/** What a team host says of this browser, which needs no secret of the window; 401 is its answer to somebody unknown. */
async function cookieSession(): Promise<WebSession> {
  const { ok, status } = await fetch("/session");
  return ok || status >= 500 ? { secret: null } : { refused: status === 401 ? "signed-out" : "no-address" };
}

/** The address is a link for signing in to a team host: that is done by a click, so that nothing that only looks spends it. */
export class SignInNeeded extends Error {
  readonly token: string;
  constructor(token: string) {
    super("This link signs you in.");
    this.name = "SignInNeeded";
    this.token = token;
  }
}

/** Signs this browser in by a link, once; null where that worked, else why not. */
export async function signInBy(token: string): Promise<Refusal | null> {
  const { ok, status } = await fetch("/session", { method: "POST", body: token });
  if (ok) return null;
  return status === 410 ? "used-link" : status === 429 ? "too-many-tries" : "unknown-link";
}

/** Ends the session of this browser with a team host. */
export async function signOut(): Promise<void> {
  await fetch("/session", { method: "DELETE" });
  location.reload();
}

/** Whether the web host still knows the window: "away" when it cannot be reached, or cannot say. */
export async function sessionStatus(secret: string | null): Promise<"known" | "refused" | "away"> {
  try {
    const headers = secret === null ? {} : { authorization: `Bearer ${secret}` };
    const answer = await fetch("/session", { headers });
    // Its workspace may be on a server that does not answer: who this is will be known again.
    return answer.ok ? "known" : answer.status >= 500 ? "away" : "refused";
  } catch {
    return "away";
  }
}

/** An address that opens another window of the same person, once: the host gives one to whoever has a session. */
export async function newWebAddress(): Promise<string> {
  const secret = sessionStorage.getItem(sessionKey);
  // A team host knows this browser by its cookie, in every window.
  if (secret === null) return location.origin;
  const answer = await fetch("/window", { method: "POST", headers: { authorization: `Bearer ${secret}` } });
  if (!answer.ok) throw new Error("The back end did not allow another window. Open Querent again.");
  return `${location.origin}/#launch=${await answer.text()}`;
}

/** Opens another window of the same person in this browser. */
export async function openWebWindow(): Promise<void> {
  window.open(await newWebAddress(), "_blank", "noopener");
}
