import { stat } from "node:fs/promises";
import path from "node:path";
import { fieldFault } from "./fault.ts";

/** The absolute path of a folder that is there, of databases unless `fix` says otherwise; BAD_INPUT else. */
export async function existingFolder(
  dir: string,
  { field = "databasesDir", fix = databasesFix } = {},
): Promise<string> {
  const resolved = path.resolve(dir);
  const there = await stat(resolved).then(
    (status) => status.isDirectory(),
    () => false,
  );
  if (there) return resolved;
  const reason = `There is no folder ${resolved}.`;
  throw fieldFault({ field, reason, fix });
}

const databasesFix =
  "Choose the folder with the databases (DIR/<db_id>.sqlite or DIR/<db_id>/<db_id>.sqlite).";
