import { isManagement, taskCategories } from "../../domain/task.ts";
import { hasManagementId } from "../../domain/test-script.ts";
import { defineRules, textFamily } from "../rule.ts";

const rules = defineRules({
  "question-missing": {
    severity: "error",
    meaning: "The task has neither an ambiguous nor a clear question.",
    fix: "Write one.",
  },
  "database-missing": {
    severity: "error",
    meaning: "The task names no database, so it cannot run.",
    fix: "Fill in `selected_database`.",
  },
  "category-unknown": {
    severity: "info",
    meaning: `The category is none of ${taskCategories.join(", ")}. Evaluators do not treat it as a query.`,
    fix: "Use one of these if it fits.",
  },
  "id-against-category": {
    severity: "warning",
    meaning:
      "The id and the category disagree: one evaluator runs the task's own tests if the id contains `_M_`, the others decide by the category.",
    fix: "Change the id or the category.",
  },
});

/** What is wrong with the fields of a task that are neither lists nor SQL (rules T1, T11, T17). */
export const taskFields = textFamily({
  topic: "form",
  rules,
  *find({ task }) {
    const { instanceId, database, category, ambiguousQuestion, clearQuestion } = task;
    if (database === "")
      yield {
        rule: "database-missing",
        where: { kind: "field", path: ["selected_database"] },
        message: "The task names no database, so it cannot run. Fill in selected_database.",
      };
    if ((ambiguousQuestion ?? "").trim() + (clearQuestion ?? "").trim() === "")
      yield {
        rule: "question-missing",
        where: { kind: "field", path: ["query"] },
        message: "The task has neither an ambiguous nor a clear question. Write one.",
      };
    if (category === null) return;
    if (!taskCategories.includes(category))
      yield {
        rule: "category-unknown",
        where: { kind: "field", path: ["category"] },
        message: `The category "${category}" is none of ${taskCategories.join(", ")}. Querent keeps it unchanged; evaluators do not treat it as a query.`,
      };
    // The short ids of clear tasks (5, M_1) are their format's; an interactive task goes to evaluators that read the long ones.
    const isNamedByFormat =
      instanceId.startsWith(`${database}_`) || (ambiguousQuestion !== null && isManagement(task));
    if (isNamedByFormat && hasManagementId(instanceId) !== isManagement(task))
      yield {
        rule: "id-against-category",
        where: { kind: "field", path: ["instance_id"] },
        message:
          `The id ${instanceId} and the category ${category} disagree: one evaluator looks for _M_ in the id, the others decide by the category. ` +
          `Change one of them: queries are named like ${database}_1, management tasks like ${database}_M_1.`,
      };
  },
});
