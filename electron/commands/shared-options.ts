// The options that several commands have, and how each is explained.
import os from "node:os";
import { InvalidArgumentError, Option } from "@commander-js/extra-typings";
import { Behaviour } from "#shared/domain/dialogue.ts";
import { EngineKind } from "#shared/domain/engine.ts";
import { EvaluatorProfile } from "#shared/domain/test-script.ts";

export const databasesOption = () =>
  new Option(
    "--databases <dir|url>",
    "the folder of the databases, or the URL of a PostgreSQL server",
  ).makeOptionMandatory();
export const engineOption = () =>
  new Option("--engine <engine>", "the engine to run on (default: chosen from the database files)").choices(
    EngineKind.options,
  );
export const serverOption = () =>
  new Option("--server <url>", "the PostgreSQL server that a folder is loaded into");
export const profileOption = () =>
  new Option("--profile <profile>", "the evaluator to follow")
    .choices(EvaluatorProfile.options)
    .default("conv" as const);
export const behaviourOption = <Usual extends Behaviour>(usual: Usual) =>
  new Option("--behaviour <behaviour>", "follow the evaluator with its faults, or without them")
    .choices(Behaviour.options)
    .default(usual);
export const knowledgeOption = () =>
  new Option("--knowledge <file|dir>", "<database>_kb.jsonl, or the folder with these files");
export const meaningsOption = () =>
  new Option(
    "--column-meanings <file|dir>",
    "<database>_column_meaning_base.json, or the folder with these files",
  );
export const groundTruthOption = () =>
  new Option("--ground-truth <file>", "the file with gold and tests, if they are not in the task file");
export const exceptionsOption = () =>
  new Option(
    "--exceptions <file>",
    "what persons let pass in certificates, each with reason and name, JSONL",
  );
export const workersOption = () =>
  new Option("--workers <n>", "how many dialogues run at the same time")
    .argParser(wholeNumber(1, 64))
    .default(os.availableParallelism(), "as many as there are processors");

/** Reads a whole number between two bounds, both included. */
export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (!/^\d+$/.test(text) || number < least || number > most)
      throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
    return number;
  };
}
