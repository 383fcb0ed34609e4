import { type Client, useClient } from "./client.ts";
import { type LocalMirror, localMirror } from "./local-mirror.ts";
import { useSession } from "./session.ts";

/** What a window keeps for whoever is at it: one for each back end, workspace and name. */
export type OwnOfPerson<Kept> = WeakMap<Client, Map<string, Kept>>;

/** What is kept for the person at this window, the same on every screen; made when it is first asked for. */
export function useOwnOfPerson<Kept>(
  kept: OwnOfPerson<Kept>,
  make: (client: Client, mirror: LocalMirror) => Kept,
): Kept {
  const client = useClient();
  const { actor, workspacePath } = useSession();
  const scope = `${workspacePath}|${actor}`;
  const byScope = kept.get(client) ?? new Map<string, Kept>();
  kept.set(client, byScope);
  const known = byScope.get(scope);
  if (known !== undefined) return known;
  const made = make(client, localMirror(localStorage, scope));
  byScope.set(scope, made);
  return made;
}
