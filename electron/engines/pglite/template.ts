import { writeFileSync } from "node:fs";
import { zstdCompressSync } from "node:zlib";
import { readSource, type SourcePart, sourceBytes, sourceFiles } from "../dump/read-source.ts";
import { LoadError, type LoadProgress, type TemplateSource } from "../engine.ts";
import { connectPglite, type PgliteConnection, PgliteRefusal } from "./connection.ts";
import { dumpInstance, readDataFolder, startInstance } from "./instance.ts";
import { giveToTaskRole, taskRole } from "./role.ts";

/** Statements of a dump that are about the cluster, not about the database that is loaded. */
const clusterStatement = /^(?:CREATE|DROP|ALTER)\s+DATABASE\b/i;

/** Writes the data folder of a new cluster, compressed: making one takes seconds, opening it a fraction of one. */
export async function writeNewCluster(file: string): Promise<void> {
  const db = await startInstance();
  writeFileSync(file, zstdCompressSync(await dumpInstance(db)), { mode: 0o600 });
  await db.close();
}

/** Loads a source into a new cluster and writes its data folder, compressed. Throws `LoadError`. */
export async function writePgliteTemplate(
  source: TemplateSource,
  file: string,
  onProgress: (progress: LoadProgress) => void,
  from: string | null,
): Promise<void> {
  const totalBytes = sourceBytes(sourceFiles(source));
  const db = await startInstance(from === null ? undefined : readDataFolder(from));
  const session = connectPglite(db);
  let statement = 0;
  for await (const part of readSource(source)) {
    statement += 1;
    loadPart(session, part);
    onProgress({ doneBytes: part.doneBytes, totalBytes, statement });
  }
  session.query("COMMIT");
  session.query("DISCARD ALL");
  giveToTaskRole(session);
  session.query("ANALYZE");
  session.query("CHECKPOINT");
  writeFileSync(file, zstdCompressSync(await dumpInstance(db)), { mode: 0o600 });
  onProgress({ doneBytes: totalBytes, totalBytes, statement });
}

function loadPart(session: PgliteConnection, part: SourcePart): void {
  if (part.kind === "statement" && clusterStatement.test(part.sql)) return;
  try {
    tryPart(session, part);
  } catch (error) {
    if (!(error instanceof PgliteRefusal)) throw error;
    if (makeMissingRole(session, error)) {
      loadPart(session, part);
      return;
    }
    const sql = part.kind === "rows" ? part.copy : part.sql;
    throw new LoadError({ file: part.file, line: lineOf(part, error.fields), statement: sql }, error.message);
  }
}

function tryPart(session: PgliteConnection, part: SourcePart): void {
  if (part.kind === "rows") session.copy(part.copy, part.rows);
  else session.query(part.sql);
}

/** A dump names the owners of the cluster that it came from. */
function makeMissingRole(session: PgliteConnection, { fields }: PgliteRefusal): boolean {
  const role =
    fields.get("C") === "42704" ? /^role "(.+)" does not exist$/.exec(fields.get("M") ?? "")?.[1] : undefined;
  if (role === undefined || role === taskRole) return false;
  session.query(`CREATE ROLE "${role.replaceAll('"', '""')}"`);
  return true;
}

function lineOf(part: SourcePart, fields: ReadonlyMap<string, string>): number {
  if (part.kind === "rows") {
    const row = /COPY [^,]+, line (\d+)/.exec(fields.get("W") ?? "")?.[1];
    return part.line + Number(row ?? 1) - 1;
  }
  const position = Number(fields.get("P") ?? 1);
  return part.line + part.sql.slice(0, Math.max(0, position - 1)).split("\n").length - 1;
}
