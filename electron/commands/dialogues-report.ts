import path from "node:path";
import { readDialogues } from "#shared/formats/dialogue-file.ts";
import { dialoguePage } from "#shared/formats/dialogue-page/dialogue-page.ts";
import { compareSystems } from "#shared/metrics/dialogues/compare-systems.ts";
import { configurationFigures } from "#shared/metrics/dialogues/configuration-figures.ts";
import { readTextFile } from "../store/read-text-file.ts";
import { defineCommand } from "./command.ts";
import { exitCodes } from "./command-end.ts";
import { wholeNumber } from "./shared-options.ts";
import { readTasks } from "./task-input.ts";

/** Prints the figures of a file of dialogues, and writes them with every transcript as one page if asked to. */
export const dialoguesReport = defineCommand(
  (command) =>
    command
      .description("print success, rewards and how systems compare")
      .requiredOption("--input <file>", "the dialogues, JSONL")
      .option("--tasks <file>", "their tasks, JSONL, for success by type of ambiguity")
      .option("--seed <n>", "seed of the intervals", wholeNumber(0, 2 ** 32 - 1), 0)
      .option("--html <file>", "write a page with the figures and every transcript"),
  async ({ input: inputFile, tasks: tasksFile, seed, html }, context) => {
    const input = await context.input(inputFile);
    const dialogues = readDialogues(await readTextFile(input), inputFile);
    const tasks = tasksFile === undefined ? [] : (await readTasks(tasksFile)).tasks.map(({ task }) => task);
    const configurations = configurationFigures(dialogues, tasks, seed);
    const comparisons = compareSystems(dialogues, seed);
    if (html !== undefined) {
      const page = context.output(html);
      const title = inputFile === "-" ? "standard input" : path.basename(inputFile);
      for (const piece of dialoguePage({ title, dialogues, configurations, comparisons })) page.write(piece);
      page.complete();
    }
    context.result("dialogue-report", {
      input: inputFile,
      dialogues: dialogues.length,
      configurations,
      comparisons: comparisons.map((one) => ({ ...one, systems: [...one.systems] })),
    });
    return exitCodes.done;
  },
);
