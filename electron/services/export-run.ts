import { DialogueLine, dialogueLine } from "#shared/formats/dialogue-line.ts";
import { dialoguePage } from "#shared/formats/dialogue-page/dialogue-page.ts";
import { snakeCaseJson } from "#shared/formats/snake-case-json.ts";
import { compareSystems } from "#shared/metrics/dialogues/compare-systems.ts";
import { configurationFigures } from "#shared/metrics/dialogues/configuration-figures.ts";
import { type RunOfProject, tasksOfRun } from "../store/dialogue-runs.ts";
import { playedDialogues } from "../store/dialogues.ts";
import { taskAtRevision } from "../store/tasks.ts";
import type { Workspace } from "../store/workspace.ts";
import { storedProject } from "./stored-records.ts";

/** The seed of the intervals, as the command line has it. */
const intervalSeed = 0;

/** The dialogues of a run as a file of dialogues, or as one page with figures and every transcript. */
export function exportRun(
  workspace: Workspace,
  run: RunOfProject,
  format: "jsonl" | "html",
): { fileName: string; text: string } {
  const { runId, projectId, number } = run;
  const { name } = storedProject(workspace, projectId);
  const dialogues = workspace.read((db) => [...playedDialogues(db, run)]);
  const fileName = `${name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-")}-run-${number}.${format}`;
  if (format === "jsonl") {
    const lines = dialogues.map((dialogue) => `${snakeCaseJson(DialogueLine, dialogueLine(dialogue))}\n`);
    return { fileName, text: lines.join("") };
  }
  const tasks = workspace.read((db) =>
    tasksOfRun(db, runId).flatMap(
      ({ taskId, revision }) => taskAtRevision(db, taskId, revision)?.revision.task ?? [],
    ),
  );
  const configurations = configurationFigures(dialogues, tasks, intervalSeed);
  const comparisons = compareSystems(dialogues, intervalSeed);
  const page = dialoguePage({ title: `${name}, run ${number}`, dialogues, configurations, comparisons });
  return { fileName, text: [...page].join("") };
}
