import { type Client, useClient } from "./client.ts";
import { type LocalMirror, localMirror } from "./local-mirror.ts";
import { useSession } from "./session.ts";

/** What a window has for whoever is at it: one for each back end, workspace and name. */
export type OwnOfPerson<Own> = WeakMap<Client, Map<string, Own>>;

/** What belongs to the person at this window, the same on every screen; made when it is first asked for. */
export function useOwnOfPerson<Own>(
  byClient: OwnOfPerson<Own>,
  make: (client: Client, mirror: LocalMirror) => Own,
): Own {
  const client = useClient();
  const { actor, workspacePath } = useSession();
  const scope = `${workspacePath}|${actor}`;
  const byScope = byClient.get(client) ?? new Map<string, Own>();
  byClient.set(client, byScope);
  const known = byScope.get(scope);
  if (known !== undefined) return known;
  const made = make(client, localMirror(localStorage, scope));
  byScope.set(scope, made);
  return made;
}
