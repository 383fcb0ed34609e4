import type { Refusal } from "./connection.ts";

const sessionKey = "querent.session";

/** The secret by which the web host knows this window, or why it has none. */
export type WebSession = { secret: string } | { refused: Refusal };

/**
 * Signs this window in. A one-time token in the address's fragment is spent for a secret; a reload finds that where the window
 * keeps it. The fragment is wiped before anything reads it.
 */
export async function webSession(): Promise<WebSession> {
  const launch = new URLSearchParams(location.hash.slice(1)).get("launch");
  if (launch === null) return storedSession("no-address");
  history.replaceState(null, "", location.pathname + location.search);
  const answer = await fetch("/session", { method: "POST", body: launch });
  if (!answer.ok) return storedSession(answer.status === 410 ? "used-address" : "unknown-address");
  const secret = await answer.text();
  sessionStorage.setItem(sessionKey, secret);
  return { secret };
}

function storedSession(otherwise: Refusal): WebSession {
  const secret = sessionStorage.getItem(sessionKey);
  return secret === null ? { refused: otherwise } : { secret };
}

/** Whether the web host still knows the window: "away" when it cannot be reached at all. */
export async function sessionStatus(secret: string): Promise<"known" | "refused" | "away"> {
  try {
    const answer = await fetch("/session", { headers: { authorization: `Bearer ${secret}` } });
    return answer.ok ? "known" : "refused";
  } catch {
    return "away";
  }
}

/** An address that opens another window of the same person, once: the host gives one to whoever has a session. */
export async function newWebAddress(): Promise<string> {
  const secret = sessionStorage.getItem(sessionKey);
  const answer = await fetch("/window", { method: "POST", headers: { authorization: `Bearer ${secret}` } });
  if (!answer.ok) throw new Error("The back end did not allow another window. Open Querent again.");
  return `${location.origin}/#launch=${await answer.text()}`;
}

/** Opens another window of the same person in this browser. */
export async function openWebWindow(): Promise<void> {
  window.open(await newWebAddress(), "_blank", "noopener");
}
