import { ofKind } from "../domain/ambiguity.ts";
import { isClear, isManagement, type Task } from "../domain/task.ts";
import { hasManagementId } from "../domain/test-script.ts";
import { clarificationField, environmentalField } from "./bird-interact-fields.ts";
import { onOneLine } from "./json/json-patch.ts";
import { editedSource, type Loss, type TaskFormatSpec, withFields } from "./task-format-spec.ts";

/** Fields that the evaluators read without asking whether they are there. */
const needed = {
  preprocess_sql: "[]",
  clean_up_sqls: "[]",
  sol_sql: "[]",
  external_knowledge: "[]",
  test_cases: "[]",
  user_query_ambiguity: '{"critical_ambiguity": [], "non_critical_ambiguity": []}',
  knowledge_ambiguity: "[]",
};

const skeleton = `{"instance_id": "", "selected_database": "", "query": null, "amb_user_query": null, ${Object.entries(
  needed,
)
  .map(([name, json]) => `"${name}": ${json}`)
  .join(", ")}, "category": null, "conditions": null}`;

/** BIRD-Interact's task, one a line: Lite and Full write the same fields, and each task keeps those it came with. */
export const birdInteract: TaskFormatSpec = {
  format: "bird-interact",
  label: "BIRD-Interact",
  losses,
  write: (sourced) => {
    const text = editedSource(sourced, skeleton);
    return onOneLine(sourced.source?.form === "bird-interact" ? text : withFields(text, needed));
  },
};

function losses(task: Task): Loss[] {
  const found: Loss[] = [];
  const environmental = ofKind(task.ambiguities, "environmental").length;
  if (environmental > 0)
    found.push({
      kind: "ignored",
      what: `${counted(environmental, "environmental ambiguity", "environmental ambiguities")} (field ${environmentalField}), which other tools skip`,
    });
  const clarified = task.ambiguities.filter(
    ({ words, readings }) => words !== null || readings.length > 0,
  ).length;
  if (clarified > 0)
    found.push({
      kind: "ignored",
      what: `the words or readings of ${counted(clarified, "ambiguity", "ambiguities")} (field ${clarificationField}), which other tools skip`,
    });
  const changed = task.battery.own.length + task.battery.leftOut.length;
  if (changed > 0)
    found.push({
      kind: "ignored",
      what: `${counted(changed, "change", "changes")} of the battery of questions (field ${clarificationField}), which other tools skip`,
    });
  if (isClear(task)) found.push({ kind: "missing", what: "an ambiguous question (amb_user_query)" });
  if (task.followUp === null) found.push({ kind: "missing", what: "a follow-up (follow_up)" });
  if (isManagement(task) !== hasManagementId(task.instanceId))
    found.push({
      kind: "missing",
      what: isManagement(task)
        ? `_M_ in the id ${task.instanceId}, by which one evaluator recognises a management task`
        : `the category Management, which _M_ in the id ${task.instanceId} implies`,
    });
  return found;
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
