import path from "node:path";
import { readDialogues } from "#shared/formats/dialogue-file.ts";
import { dialoguePage } from "#shared/formats/dialogue-page/dialogue-page.ts";
import { compareSystems } from "#shared/metrics/dialogues/compare-systems.ts";
import { configurationFigures } from "#shared/metrics/dialogues/configuration-figures.ts";
import { readTextFile } from "../store/read-text-file.ts";
import type { CommandContext } from "./command.ts";
import { exitCodes } from "./command-end.ts";

export interface ReportDialoguesOptions {
  input: string;
  seed: number;
  html?: string | undefined;
}

/** Prints the figures of a file of dialogues, and writes them with every transcript as one page if asked to. */
export async function reportDialoguesCommand(
  { input: inputFile, seed, html }: ReportDialoguesOptions,
  context: CommandContext,
): Promise<number> {
  const input = await context.input(inputFile);
  const dialogues = readDialogues(await readTextFile(input), inputFile);
  const configurations = configurationFigures(dialogues, seed);
  const comparisons = compareSystems(dialogues, seed);
  if (html !== undefined) {
    const page = context.output(html);
    const title = inputFile === "-" ? "standard input" : path.basename(inputFile);
    for (const piece of dialoguePage({ title, dialogues, configurations, comparisons })) page.write(piece);
    page.complete();
  }
  const counted = { input: inputFile, dialogues: dialogues.length };
  context.result("dialogue-report", {
    ...counted,
    configurations,
    comparisons: comparisons.map(({ systems: [first, second], ...one }) => ({
      ...one,
      systems: [first, second],
    })),
  });
  return exitCodes.done;
}
