import { createContext, useContext, useSyncExternalStore } from "react";
import type { Client, Connection, ConnectionState } from "../host/connection.ts";

export type { Client, ConnectionState };

/** The window's line to the back end; provided once, at the root. */
export const ConnectionContext = createContext<Connection | null>(null);

function useConnection(): Connection {
  const connection = useContext(ConnectionContext);
  if (!connection) throw new Error("There is no ConnectionContext around this component.");
  return connection;
}

/** Every call of the contract. Only data/ uses it: screens ask the hooks of their area. */
export const useClient = (): Client => useConnection().client;

/** Whether the back end can be reached now. */
export function useConnectionState(): ConnectionState {
  const { state } = useConnection();
  return useSyncExternalStore(state.subscribe, state.get);
}

/** A hook that gives what was made for the window's client: once, whoever asks. */
export function oncePerClient<Made>(make: (client: Client) => Made): () => Made {
  const made = new WeakMap<Client, Made>();
  return () => {
    const client = useClient();
    const own = made.get(client) ?? make(client);
    made.set(client, own);
    return own;
  };
}
