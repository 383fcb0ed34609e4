import { constants, copyFileSync, rmSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { PrivateDatabase, PrivateEngine } from "../private-database.ts";
import { runText } from "./run-text.ts";
import { createTaskAuthorizer, type TaskAuthorizer } from "./task-authorizer.ts";
import { hashState } from "./task-hash.ts";
import { writeTemplate } from "./task-template.ts";

/** SQLite for tasks: a writable copy of the template in a private folder. */
export const sqliteTaskEngine: PrivateEngine = { ownBytes: 0, load: writeTemplate, open: openDatabase };

/** A statement of 4 MB is far beyond any gold SQL; attaching is off besides being refused. */
const fixedLimits = { sqlLength: 4 * 2 ** 20, attach: 0 };

/** How large a state may grow, in pages of usually 4 kB. */
const maxPages = 2 ** 19;

async function openDatabase(template: string, scratch: string): Promise<PrivateDatabase> {
  const file = path.join(scratch, "state.sqlite");
  const authorizer = createTaskAuthorizer();
  let handle = openCopy(template, file, authorizer);
  let isPristine = true;
  const comeFrom = (source: string) => {
    handle.close();
    handle = openCopy(source, file, authorizer);
  };
  return {
    run(sql, limits) {
      const results = runText(handle, authorizer, sql, limits);
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
    hash: () => hashState(handle),
    close: () => handle.close(),
  };
}

function openCopy(source: string, file: string, authorizer: TaskAuthorizer): DatabaseSync {
  for (const suffix of ["", "-journal", "-wal", "-shm"]) rmSync(file + suffix, { force: true });
  copyFileSync(source, file, constants.COPYFILE_FICLONE);
  const handle = new DatabaseSync(file, {
    enableDoubleQuotedStringLiterals: true,
    enableForeignKeyConstraints: false,
    limits: fixedLimits,
  });
  handle.enableDefensive(true);
  handle.exec(
    `PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA temp_store = MEMORY; PRAGMA trusted_schema = OFF; PRAGMA max_page_count = ${maxPages}`,
  );
  handle.setAuthorizer((code, first, second) => authorizer.decide(code, first, second));
  return handle;
}
