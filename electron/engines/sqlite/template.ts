import { copyFileSync, rmSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { readSource, sourceBytes, sourceFiles } from "../dump/read-source.ts";
import { LoadError, type LoadProgress, machineCode, type TemplateSource } from "../engine.ts";
import { createLoadAuthorizer } from "./authorizer.ts";

/** How large a database that SQL of others writes may grow, in bytes. */
const maxBytes = 2 ** 31;

/** Keeps a database, and its temporary tables, from growing beyond what SQL of others may write; one that is larger already stays as large as it is. */
export function boundSize(handle: DatabaseSync): void {
  const { page_size } = handle.prepare("PRAGMA page_size").get() as { page_size: number };
  const pages = Math.floor(maxBytes / page_size);
  handle.exec(`PRAGMA max_page_count = ${pages}; PRAGMA temp.max_page_count = ${pages}`);
}

/** Writes a SQLite file from a source: a copy of a database, or a script run into a new one. Throws `LoadError`. */
export async function writeSqliteTemplate(
  source: TemplateSource,
  file: string,
  onProgress: (progress: LoadProgress) => void,
): Promise<void> {
  const totalBytes = sourceBytes(sourceFiles(source));
  try {
    if (source.kind === "sqlite-file") copySettled(source.path, file);
    else
      await loadScript(source, file, (doneBytes, statement) =>
        onProgress({ doneBytes, totalBytes, statement }),
      );
  } catch (error) {
    rmSync(file, { force: true });
    if (error instanceof LoadError || machineCode(error) !== null) throw error;
    const position = { file: path.basename(sourceFiles(source)[0] ?? ""), line: 1, statement: "" };
    throw new LoadError(position, (error as Error).message);
  }
  onProgress({ doneBytes: totalBytes, totalBytes, statement: 0 });
}

/** Copies a database with what its -wal or -journal still holds, and settles that in the copy. */
function copySettled(from: string, to: string): void {
  for (const suffix of ["", "-wal", "-journal"]) {
    try {
      copyFileSync(from + suffix, to + suffix);
    } catch (error) {
      if (suffix === "") throw error;
    }
  }
  const handle = new DatabaseSync(to);
  handle.exec("PRAGMA journal_mode = DELETE; SELECT count(*) FROM sqlite_schema");
  handle.close();
}

async function loadScript(
  source: TemplateSource,
  file: string,
  onStatement: (doneBytes: number, statement: number) => void,
): Promise<void> {
  const handle = new DatabaseSync(file, { enableForeignKeyConstraints: false, limits: { attach: 0 } });
  const authorizer = createLoadAuthorizer();
  let statement = 0;
  try {
    handle.exec("PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY; PRAGMA trusted_schema = OFF");
    boundSize(handle);
    // A dump is no more trusted than a script: it gets at this database alone.
    handle.enableDefensive(true);
    handle.setAuthorizer((code, first, second) => authorizer.decide(code, first, second));
    for await (const part of readSource(source)) {
      statement += 1;
      const position = {
        file: part.file,
        line: part.line,
        statement: part.kind === "rows" ? part.copy : part.sql,
      };
      if (part.kind === "rows")
        throw new LoadError(
          position,
          "SQLite does not support COPY; choose PGlite or PostgreSQL for this dump",
        );
      try {
        handle.exec(part.sql);
      } catch (error) {
        if (machineCode(error) !== null) throw error;
        const denied = authorizer.takeDenied();
        throw new LoadError(position, denied === null ? (error as Error).message : `refused: ${denied}`);
      }
      onStatement(part.doneBytes, statement);
    }
    if (handle.isTransaction) handle.exec("COMMIT");
  } finally {
    handle.close();
  }
}
