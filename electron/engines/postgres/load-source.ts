import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { readSource, type SourcePart, sourceBytes, sourceFiles } from "../dump/read-source.ts";
import { LoadError, type LoadProgress, type TemplateSource } from "../engine.ts";
import { sqlState } from "../postgres-dialect/failure.ts";
import { parsePostgres } from "../postgres-dialect/statements.ts";

/**
 * Loads a source into the database of the client, whose role has no rights beyond that database: a dump is no more trusted
 * than a script. Throws `LoadError` for the first part that fails.
 */
export async function loadSource(
  client: pg.Client,
  source: TemplateSource,
  { signal, onProgress }: { signal?: AbortSignal | undefined; onProgress?(progress: LoadProgress): void },
): Promise<void> {
  const totalBytes = sourceBytes(sourceFiles(source));
  let statement = 0;
  for await (const part of readSource(source)) {
    signal?.throwIfAborted();
    statement += 1;
    if (part.kind === "rows" || !isOfCluster(part.sql)) await loadPart(client, part);
    onProgress?.({ doneBytes: part.doneBytes, totalBytes, statement });
  }
  await client.query("ANALYZE");
  onProgress?.({ doneBytes: totalBytes, totalBytes, statement });
}

async function loadPart(client: pg.Client, part: SourcePart): Promise<void> {
  try {
    if (part.kind === "rows") await pipeline(Readable.from([part.rows]), client.query(copyFrom(part.copy)));
    else await client.query(part.sql);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    if (part.kind === "statement" && isUnknownSetting(part.sql, error)) return;
    const sql = part.kind === "rows" ? part.copy : part.sql;
    throw new LoadError({ file: part.file, line: lineOf(part, error), statement: sql }, error.message);
  }
}

/** Statements of a dump about owners, rights, roles and databases of the server that it came from; here all is one role's. */
const clusterKinds = new Set([
  "AlterDatabaseSetStmt",
  "AlterDatabaseStmt",
  "AlterDefaultPrivilegesStmt",
  "AlterOwnerStmt",
  "AlterRoleSetStmt",
  "AlterRoleStmt",
  "CreateRoleStmt",
  "CreatedbStmt",
  "DropRoleStmt",
  "DropdbStmt",
  "GrantRoleStmt",
  "GrantStmt",
]);

function isOfCluster(sql: string): boolean {
  // Only these words begin such a statement; a data-laden INSERT need not be parsed.
  if (!/^\s*(?:ALTER|CREATE|DROP|GRANT|REVOKE|COMMENT)\b/i.test(sql)) return false;
  const [kind, node] = Object.entries(parsePostgres(sql)?.[0]?.stmt ?? {})[0] ?? [];
  if (kind === "CommentStmt") return (node as { objtype?: string }).objtype === "OBJECT_EXTENSION";
  if (kind === "AlterTableStmt") {
    const { cmds = [] } = node as { cmds?: { AlterTableCmd: { subtype: string } }[] };
    return cmds.every(({ AlterTableCmd }) => AlterTableCmd.subtype === "AT_ChangeOwner");
  }
  return clusterKinds.has(kind ?? "");
}

/** A dump of a newer server sets parameters that an older one does not know; none of them is about the data. */
function isUnknownSetting(sql: string, { code }: pg.DatabaseError): boolean {
  return code === sqlState.undefinedObject && /^\s*SET\b/i.test(sql);
}

function lineOf(part: SourcePart, { where, position }: pg.DatabaseError): number {
  if (part.kind === "rows")
    return part.line + Number(/COPY [^,]+, line (\d+)/.exec(where ?? "")?.[1] ?? 1) - 1;
  return part.line + part.sql.slice(0, Math.max(0, Number(position ?? 1) - 1)).split("\n").length - 1;
}
