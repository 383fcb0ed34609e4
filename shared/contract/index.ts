import { certificates } from "./certificates.ts";
import { changes } from "./changes.ts";
import { databases } from "./databases.ts";
import { dialogues } from "./dialogues.ts";
import { exports } from "./exports.ts";
import { files } from "./files.ts";
import { jobs } from "./jobs.ts";
import { models } from "./models.ts";
import { projects } from "./projects.ts";
import { queue } from "./queue.ts";
import { results } from "./results.ts";
import { session } from "./session.ts";
import { settings } from "./settings.ts";
import { taskRuns } from "./task-runs.ts";
import { tasks } from "./tasks.ts";
import { verdicts } from "./verdicts.ts";

/** Everything that a window may ask of the back end: one file per area, declared once, validated on both sides. */
export const contract = {
  certificates,
  changes,
  databases,
  dialogues,
  exports,
  files,
  jobs,
  models,
  projects,
  queue,
  results,
  session,
  settings,
  taskRuns,
  tasks,
  verdicts,
};
export type Contract = typeof contract;
