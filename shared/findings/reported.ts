import { reportedFamily } from "./rule.ts";

/** What keeps rows of files, or several tasks together, from being used; reported by whoever reads or saves them. */
export const fileRules = reportedFamily({
  topic: "form",
  needs: "text",
  rules: {
    "row-not-read": {
      severity: "error",
      meaning: "A row of the file is not a task; the other rows were read.",
      fix: "Correct or remove the row.",
    },
    "instance-id-repeated": {
      severity: "error",
      meaning:
        "Two rows of a file, or two tasks of a project, have the same id. Evaluators find a task by its id.",
      fix: "Give one of them another id.",
      quickFix: "Takes the next free id of the database.",
    },
    "ground-truth-without-task": {
      severity: "warning",
      meaning: "A row of the ground truth file belongs to none of the tasks and is skipped.",
      fix: "Correct its `instance_id`, or remove the row.",
    },
    "ground-truth-repeated": {
      severity: "warning",
      meaning: "The ground truth file has several rows for one task; the last one counts.",
      fix: "Remove the others.",
    },
    "task-without-ground-truth": {
      severity: "info",
      meaning: "Tasks have no row in the ground truth file and stay unchanged.",
      fix: "Add the rows if they are to be checked.",
    },
  },
});

/** What kept a task from being linted or checked; reported by whoever does that. */
export const brokenOff = reportedFamily({
  topic: "code",
  needs: "sql",
  rules: {
    "lint-failed": {
      severity: "warning",
      meaning: "The task's SQL could not be analysed; only rules about its text were checked.",
      fix: "Look for SQL that is unusually long or deeply nested.",
    },
  },
});

/** The same of checks on the data. */
export const notChecked = reportedFamily({
  topic: "gold",
  needs: "data",
  rules: {
    "database-not-loaded": {
      severity: "error",
      meaning: "The database is missing, or its dump does not load.",
      fix: "Put the database into the folder, or correct the line that the message names.",
    },
    "sql-too-long": {
      severity: "warning",
      meaning:
        "The gold, the snippets and their readings have more than 32,000 characters, which are not taken apart: there are no checks on the data, no certificate, and no dialogues.",
      fix: "Shorten the SQL.",
    },
    "check-failed": {
      severity: "warning",
      meaning: "A check crashed; the other checks were finished.",
      fix: "Report this together with the task.",
    },
  },
});
