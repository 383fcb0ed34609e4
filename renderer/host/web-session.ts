const sessionKey = "querent.session";

/**
 * The secret by which the web host knows this window, or null when it refuses. A one-time token in the address's
 * fragment is spent for it; a reload finds it where the window keeps it. The fragment is wiped before anything reads it.
 */
export async function webSession(): Promise<string | null> {
  const launch = new URLSearchParams(location.hash.slice(1)).get("launch");
  if (launch === null) return sessionStorage.getItem(sessionKey);
  history.replaceState(null, "", location.pathname + location.search);
  const answer = await fetch("/session", { method: "POST", body: launch });
  if (!answer.ok) return sessionStorage.getItem(sessionKey);
  const secret = await answer.text();
  sessionStorage.setItem(sessionKey, secret);
  return secret;
}

/** Whether the web host still knows the window: "away" when it cannot be reached at all. */
export async function sessionStanding(secret: string): Promise<"known" | "refused" | "away"> {
  try {
    const answer = await fetch("/session", { headers: { authorization: `Bearer ${secret}` } });
    return answer.ok ? "known" : "refused";
  } catch {
    return "away";
  }
}

/** Opens another window of the same person: the host mints a one-time token for whoever holds a session. */
export async function openWebWindow(): Promise<void> {
  const secret = sessionStorage.getItem(sessionKey);
  const answer = await fetch("/window", { method: "POST", headers: { authorization: `Bearer ${secret}` } });
  if (!answer.ok) throw new Error("The back end did not allow another window. Open the workbench again.");
  window.open(`/#launch=${await answer.text()}`, "_blank", "noopener");
}
