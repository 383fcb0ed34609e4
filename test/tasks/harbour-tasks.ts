import { writeFileSync } from "node:fs";
import path from "node:path";
import { defaultConditions } from "#shared/domain/conditions.ts";
import type { FollowUp } from "#shared/domain/follow-up.ts";
import type { Task } from "#shared/domain/task.ts";
import type { TemplateSource } from "../../electron/engines/engine.ts";
import { harbourTask } from "../tasks/harbour-loads-task.ts";

const dump = `
CREATE TABLE ship (id integer PRIMARY KEY, name text, tonnage numeric, built timestamp);
INSERT INTO ship VALUES (1, 'Anna', 12.5, '2001-03-04 10:00:00'), (2, 'Bela', 7.25, '2011-05-06 00:00:00'), (3, 'Cora', 7.25, NULL);
`;

/** Three ships as a dump, written into `folder` under the name of the tasks' database. */
export function harbourDump(folder: string): TemplateSource {
  const file = path.join(folder, "harbour.sql");
  writeFileSync(file, dump);
  return { kind: "sql-file", path: file };
}

/** A task that asks the gold of the three ships, without a follow-up. */
export function queryTask(goldSql: string, changes: Partial<Task> = {}): Task {
  const conditions = defaultConditions;
  return { ...harbourTask, goldSql: [goldSql], conditions, followUp: null, ...changes };
}

/** A task that changes them. */
export function managementTask(goldSql: string, changes: Partial<Task> = {}): Task {
  return queryTask(goldSql, { instanceId: "harbour_M_1", category: "Management", ...changes });
}

export function followUp(goldSql: string, changes: Partial<FollowUp> = {}): FollowUp {
  const { followUp: base } = harbourTask;
  return { ...(base as FollowUp), goldSql: [goldSql], conditions: defaultConditions, ...changes };
}

/** A test script with these lines as its body. */
export function script(...lines: string[]): string {
  return ["def test_case(pred_sqls, sol_sqls, db_name, conn):", ...lines.map((line) => `    ${line}`)].join(
    "\n",
  );
}
