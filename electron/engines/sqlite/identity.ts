import { type BigIntStats, statSync } from "node:fs";

/**
 * What tells one state of a database file from another: device, inode, size and time of change (ctime, which a copy cannot fake) of the file and of the
 * -wal and -journal beside it. Null where there is no such file. Two equal identities mean that an open handle still serves.
 */
export function fileIdentity(file: string): string | null {
  const database = stateOf(file);
  if (!database?.isFile()) return null;
  return [database, stateOf(`${file}-wal`), stateOf(`${file}-journal`)].map(describe).join(" ");
}

function describe(state: BigIntStats | undefined): string {
  return state ? `${state.dev}:${state.ino}:${state.size}:${state.ctimeNs}` : "-";
}

function stateOf(file: string): BigIntStats | undefined {
  try {
    return statSync(file, { bigint: true, throwIfNoEntry: false });
  } catch {
    return undefined; // A folder that may not be searched: the same as not there.
  }
}
