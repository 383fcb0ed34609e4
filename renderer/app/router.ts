import { useSyncExternalStore } from "react";
import { formatRoute, parseRoute, type Route } from "./routes.ts";

let current = { hash: "", route: null as Route | null };

function read(): Route | null {
  // The same address gives the same object, as useSyncExternalStore asks for.
  if (current.hash !== location.hash) current = { hash: location.hash, route: parseRoute(location.hash) };
  return current.route;
}

function subscribe(listener: () => void): () => void {
  window.addEventListener("hashchange", listener);
  return () => window.removeEventListener("hashchange", listener);
}

/** What the address asks to be shown; null where it asks nothing that there is. */
export const useRoute = (): Route | null => useSyncExternalStore(subscribe, read);

/** Goes somewhere; `replace` leaves no step to go back to. */
export function navigate(route: Route, { replace = false } = {}): void {
  const hash = formatRoute(route);
  if (hash === location.hash) return;
  if (!replace) {
    location.hash = hash;
    return;
  }
  history.replaceState(null, "", hash);
  window.dispatchEvent(new HashChangeEvent("hashchange"));
}
