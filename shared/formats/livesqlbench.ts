import type { Task } from "../domain/task.ts";
import { clarificationField, interactiveFields } from "./bird-interact-fields.ts";
import { onOneLine } from "./json/json-patch.ts";
import { editedSource, type Loss, type TaskFormatSpec, withoutFields } from "./task-format-spec.ts";

const skeleton =
  '{"instance_id": "", "selected_database": "", "query": "", "preprocess_sql": [], "clean_up_sqls": [], ' +
  '"sol_sql": [], "external_knowledge": [], "test_cases": [], "category": null, "high_level": null, "conditions": null}';

/** LiveSQLBench's task, one a line: a clear question with its gold and tests, nothing to clarify, no follow-up. */
export const liveSqlBench: TaskFormatSpec = {
  format: "livesqlbench",
  label: "LiveSQLBench",
  losses,
  write: (sourced) => {
    // A field of ours in a clear task's own file is nobody's ambiguity, and stays as it is.
    const dropped = sourced.source?.form === "livesqlbench" ? [] : [clarificationField];
    return onOneLine(withoutFields(editedSource(sourced, skeleton), [...interactiveFields, ...dropped]));
  },
};

function losses(task: Task): Loss[] {
  const found: Loss[] = [];
  const count = task.ambiguities.length;
  if (task.ambiguousQuestion !== null) found.push({ kind: "lost", what: "the ambiguous question" });
  if (count > 0) found.push({ kind: "lost", what: count === 1 ? "1 ambiguity" : `${count} ambiguities` });
  if (task.followUp !== null) found.push({ kind: "lost", what: "the follow-up" });
  if (task.clearQuestion === null) found.push({ kind: "missing", what: "the clear question (query)" });
  return found;
}
