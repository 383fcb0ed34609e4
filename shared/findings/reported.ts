import { reportedFamily } from "./rule.ts";

/** What keeps rows of files, or several tasks together, from being used; reported by whoever reads or saves them. */
export const fileRules = reportedFamily({
  topic: "form",
  needs: "text",
  rules: {
    "row-not-read": {
      severity: "error",
      meaning: "A row of the file is no task; the other rows were read.",
      fix: "Correct or remove the row.",
    },
    "instance-id-repeated": {
      severity: "error",
      meaning:
        "Two rows of a file, or two tasks of a project, have one id. Evaluators find a task by its id.",
      fix: "Give one of them another id.",
      quickFix: "Takes the next free id of the database.",
    },
    "ground-truth-without-task": {
      severity: "warning",
      meaning: "A row of the ground truth file belongs to none of the tasks; it is left out.",
      fix: "Correct its `instance_id`, or remove the row.",
    },
    "ground-truth-repeated": {
      severity: "warning",
      meaning: "The ground truth file has several rows for one task; the last one counts.",
      fix: "Remove the others.",
    },
    "task-without-ground-truth": {
      severity: "info",
      meaning: "Tasks have no row in the ground truth file; they keep what they have.",
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
      meaning: "The task could not be linted; only what its text alone shows was found.",
      fix: "Look for a text that is far longer or deeper than SQL is.",
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
      fix: "Put it into the folder, or correct the line that the message names.",
    },
    "check-failed": {
      severity: "warning",
      meaning: "A check broke off; the others went on.",
      fix: "Report it together with the task.",
    },
  },
});
