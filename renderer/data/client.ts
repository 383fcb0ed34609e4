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
