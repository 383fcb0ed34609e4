import { constants, copyFileSync, rmSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { WorkerDatabase, WorkerEngine } from "../engine.ts";
import { createStateAuthorizer, type StateAuthorizer } from "./authorizer.ts";
import { runSqliteText } from "./run-text.ts";
import { hashSqliteState } from "./state-hash.ts";
import { boundSize, writeSqliteTemplate } from "./template.ts";

/** SQLite for tasks: a writable copy of the template in a private folder. */
export const sqliteWorkerEngine: WorkerEngine = {
  load: writeSqliteTemplate,
  open: openDatabase,
};

/** A statement of 4 MB is far beyond any gold SQL; attaching is off besides being refused. */
const fixedLimits = { sqlLength: 4 * 2 ** 20, attach: 0 };

async function openDatabase(template: string, scratch: string): Promise<WorkerDatabase> {
  const file = path.join(scratch, "state.sqlite");
  const authorizer = createStateAuthorizer();
  let handle = openCopy(template, file, authorizer);
  let isPristine = true;
  const comeFrom = (source: string) => {
    handle.close();
    handle = openCopy(source, file, authorizer);
  };
  return {
    run(sql, limits) {
      const results = runSqliteText(handle, authorizer, sql, limits);
      if (authorizer.takeWrote()) isPristine = false;
      return results;
    },
    reset() {
      if (!isPristine) comeFrom(template);
      isPristine = true;
    },
    isWorn: () => false,
    save(target) {
      // Every statement is committed and no log is kept: the file is the state.
      copyFileSync(file, target, constants.COPYFILE_FICLONE);
    },
    restore(source) {
      comeFrom(source);
      isPristine = false;
    },
    hash: () => hashSqliteState(handle),
    close: () => handle.close(),
  };
}

function openCopy(source: string, file: string, authorizer: StateAuthorizer): DatabaseSync {
  for (const suffix of ["", "-journal", "-wal", "-shm"]) rmSync(file + suffix, { force: true });
  copyFileSync(source, file, constants.COPYFILE_FICLONE);
  const handle = new DatabaseSync(file, {
    enableDoubleQuotedStringLiterals: true,
    enableForeignKeyConstraints: false,
    limits: fixedLimits,
  });
  handle.enableDefensive(true);
  handle.exec(
    `PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA temp_store = MEMORY; PRAGMA trusted_schema = OFF`,
  );
  boundSize(handle);
  handle.setAuthorizer((code, first, second) => authorizer.decide(code, first, second));
  return handle;
}
