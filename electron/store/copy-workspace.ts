import { randomUUID } from "node:crypto";
import { existsSync, renameSync, rmSync } from "node:fs";
import { copyFileOfWorkspace } from "./backups.ts";
import { foreignKeysOf } from "./delete-rows.ts";
import { lastNumbers, setLastNumbers, tableNames } from "./dialect.ts";
import type { ReadHandle, WriteHandle } from "./handles.ts";
import { openTransactions, openWorkspaceAt } from "./open-workspace.ts";
import { dropServerWorkspace, isServerUrl } from "./postgres/server-workspace.ts";
import { plainStatement, query, statementOf } from "./query.ts";
import { explain } from "./storage-error.ts";
import type { WorkspaceTables } from "./tables/workspace-tables.ts";

/** So many rows go at once. */
const rowsAtOnce = 500;
/** What triggers write while other tables are filled. */
const filledByTriggers = ["uncounted_item"];

/**
 * Copies a workspace as it is at one moment, open or not, from a file or a server to a new file (only this account may read it) or to
 * an empty database; all of it or nothing. `onProgress` hears how many tables are done. Throws `StorageError` and `WorkspaceRefused`.
 */
export async function copyWorkspace(
  from: string,
  to: string,
  signal?: AbortSignal,
  onProgress: (done: number, total: number) => void = () => undefined,
): Promise<void> {
  if (!isServerUrl(from) && !isServerUrl(to)) return copyFileOfWorkspace(from, to, signal);
  if (isServerUrl(to)) {
    // Opening makes the tables.
    await (await openWorkspaceAt(to)).close();
    return copyRows(from, to, signal, onProgress).catch(async (error: unknown) => {
      await dropServerWorkspace(to);
      throw error;
    });
  }
  const partial = `${to}.${randomUUID()}.partial`;
  try {
    await copyRows(from, partial, signal, onProgress);
    renameSync(partial, to);
  } catch (error) {
    for (const file of [partial, `${partial}-wal`, `${partial}-shm`]) rmSync(file, { force: true });
    throw explain(error, to);
  }
}

async function copyRows(
  from: string,
  to: string,
  signal: AbortSignal | undefined,
  onProgress: (done: number, total: number) => void,
): Promise<void> {
  // It brings an older one up to date, so that both have the same tables.
  const source = await openWorkspaceAt(from);
  try {
    if (!isServerUrl(to) && !existsSync(to)) await (await openWorkspaceAt(to)).close();
    const target = await openTransactions(to);
    try {
      await source.read((there) => target.write((here) => copyTables(there, here, signal, onProgress)));
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

async function copyTables(
  there: ReadHandle,
  here: WriteHandle,
  signal: AbortSignal | undefined,
  onProgress: (done: number, total: number) => void,
): Promise<void> {
  const tables = await inOrder(there);
  for (const [index, table] of tables.entries()) {
    if (filledByTriggers.includes(table)) await here.run(plainStatement(`DELETE FROM "${table}"`));
    let rows: Record<string, unknown>[] = [];
    const insert = async () => {
      signal?.throwIfAborted();
      if (rows.length > 0)
        await here.run(query.insertInto(table as keyof WorkspaceTables).values(rows as never));
      rows = [];
    };
    // By its number: a change may refer to an earlier one of its table.
    for await (const row of there.each(plainStatement(`SELECT * FROM "${table}" ORDER BY 1`))) {
      rows.push(row);
      if (rows.length === rowsAtOnce) await insert();
    }
    await insert();
    onProgress(index + 1, tables.length);
  }
  // A number that was given once is not given again, whatever was deleted since.
  const numbers = await there.all(query.selectFrom(lastNumbers.as("last")).selectAll());
  await here.run(statementOf(setLastNumbers(numbers)));
}

/** The tables with rows of people, each after those to which it refers. */
async function inOrder(db: ReadHandle): Promise<string[]> {
  const names = await db.values(query.selectFrom(tableNames.as("table")).select("name").orderBy("name"));
  const keys = await foreignKeysOf(db);
  const waiting = new Set(names.filter((name) => !filledByTriggers.includes(name)));
  const order: string[] = [];
  while (waiting.size > 0)
    for (const name of waiting) {
      if (keys.some((key) => key.table === name && waiting.has(key.parent))) continue;
      order.push(name);
      waiting.delete(name);
    }
  return [...order, ...filledByTriggers];
}
