import { agreementFigures } from "./agreement-figures.ts";
import { bundles } from "./bundles.ts";
import { certificates } from "./certificates.ts";
import { changes } from "./changes.ts";
import { checkItems } from "./check-items.ts";
import { comments } from "./comments.ts";
import { crossChecks } from "./cross-checks.ts";
import { databases } from "./databases.ts";
import { dialogues } from "./dialogues.ts";
import { disagreements } from "./disagreements.ts";
import { exports } from "./exports.ts";
import { files } from "./files.ts";
import { guidelines } from "./guidelines.ts";
import { importedFiles } from "./imported-files.ts";
import { jobs } from "./jobs.ts";
import { judges } from "./judges.ts";
import { members } from "./members.ts";
import { models } from "./models.ts";
import { projects } from "./projects.ts";
import { qualification } from "./qualification.ts";
import { queue } from "./queue.ts";
import { results } from "./results.ts";
import { session } from "./session.ts";
import { settings } from "./settings.ts";
import { slots } from "./slots.ts";
import { taskRuns } from "./task-runs.ts";
import { tasks } from "./tasks.ts";
import { verdictForms } from "./verdict-forms.ts";
import { verdicts } from "./verdicts.ts";
import { workFigures } from "./work-figures.ts";

/** Everything that a window may ask of the back end: one file per area, declared once, validated on both sides. */
// Named area by area: written out, the whole is longer than the compiler takes; and oRPC takes no interface.
export type Contract = {
  agreementFigures: typeof agreementFigures;
  bundles: typeof bundles;
  certificates: typeof certificates;
  changes: typeof changes;
  checkItems: typeof checkItems;
  comments: typeof comments;
  crossChecks: typeof crossChecks;
  databases: typeof databases;
  dialogues: typeof dialogues;
  disagreements: typeof disagreements;
  exports: typeof exports;
  files: typeof files;
  guidelines: typeof guidelines;
  importedFiles: typeof importedFiles;
  jobs: typeof jobs;
  judges: typeof judges;
  members: typeof members;
  models: typeof models;
  projects: typeof projects;
  qualification: typeof qualification;
  queue: typeof queue;
  results: typeof results;
  session: typeof session;
  settings: typeof settings;
  slots: typeof slots;
  taskRuns: typeof taskRuns;
  tasks: typeof tasks;
  verdictForms: typeof verdictForms;
  verdicts: typeof verdicts;
  workFigures: typeof workFigures;
};

export const contract: Contract = {
  agreementFigures,
  bundles,
  certificates,
  changes,
  checkItems,
  comments,
  crossChecks,
  databases,
  dialogues,
  disagreements,
  exports,
  files,
  guidelines,
  importedFiles,
  jobs,
  judges,
  members,
  models,
  projects,
  qualification,
  queue,
  results,
  session,
  settings,
  slots,
  taskRuns,
  tasks,
  verdictForms,
  verdicts,
  workFigures,
};
