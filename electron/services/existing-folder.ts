import { stat } from "node:fs/promises";
import path from "node:path";
import { fieldFault } from "./fault.ts";

/** The absolute path of a folder of databases that is there; BAD_INPUT else. */
export async function existingFolder(dir: string): Promise<string> {
  const resolved = path.resolve(dir);
  const there = await stat(resolved).then(
    (status) => status.isDirectory(),
    () => false,
  );
  if (there) return resolved;
  const reason = `There is no folder ${resolved}.`;
  const fix = "Choose the folder with the databases (DIR/<db_id>.sqlite or DIR/<db_id>/<db_id>.sqlite).";
  throw fieldFault({ field: "databasesDir", reason, fix });
}
