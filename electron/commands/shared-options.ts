// The options that several commands have, and how each is explained.
import { Option } from "@commander-js/extra-typings";
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
export const knowledgeOption = () =>
  new Option("--knowledge <file|dir>", "<database>_kb.jsonl, or the folder with these files");
export const meaningsOption = () =>
  new Option(
    "--column-meanings <file|dir>",
    "<database>_column_meaning_base.json, or the folder with these files",
  );
export const groundTruthOption = () =>
  new Option("--ground-truth <file>", "the file with gold and tests, if they are not in the task file");
