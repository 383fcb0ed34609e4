import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { type Transactions, transactionsOn } from "./handles.ts";
import { openServerSessions } from "./postgres/server-sessions.ts";
import { transactionsOnServer } from "./postgres/server-transactions.ts";
import {
  databaseOf,
  hasServerWorkspace,
  isServerUrl,
  openServerWorkspace,
  workspaceSchema,
} from "./postgres/server-workspace.ts";
import { openWorkspace, openWriter, type Workspace } from "./workspace.ts";

/** Opens the workspace in a file or, by a postgres:// URL, in a database; throws as `openWorkspace` and `openServerWorkspace` do. */
export const openWorkspaceAt = async (location: string): Promise<Workspace> =>
  isServerUrl(location) ? openServerWorkspace(location) : openWorkspace(location);

/** Whether there is a file of that name, or a database that holds a workspace. Throws `StorageError` where the server cannot be reached. */
export const workspaceExists = async (location: string): Promise<boolean> =>
  isServerUrl(location) ? hasServerWorkspace(location) : existsSync(location);

/** A workspace as its members know it: the name of its file or database. */
export const workspaceName = (location: string): string =>
  isServerUrl(location) ? databaseOf(location) : (location.split(/[\\/]/).at(-1) ?? "");

/** Transactions of their own on a workspace that is open already, for work in a thread. */
export interface OwnTransactions extends Transactions {
  close(): Promise<void>;
}

/** With `isKeysLeft` a file does not look for each row that goes in every table: whoever deletes asks at the end whether a key leads nowhere. */
export async function openTransactions(location: string, isKeysLeft = false): Promise<OwnTransactions> {
  if (isServerUrl(location)) {
    const sessions = openServerSessions(location, workspaceSchema);
    return { ...transactionsOnServer(sessions, randomUUID()), close: () => sessions.close() };
  }
  const connection = openWriter(location);
  if (isKeysLeft) connection.pragma("foreign_keys = OFF");
  return {
    ...transactionsOn(connection),
    async close() {
      connection.close();
    },
  };
}
