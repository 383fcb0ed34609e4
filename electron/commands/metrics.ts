import path from "node:path";
import type { ItemInput } from "#shared/formats/item-input.ts";
import { type JudgeResult, readJudgeResults } from "#shared/formats/judge-results.ts";
import { readPredictions } from "#shared/formats/predictions.ts";
import { type MetricReport, metricReport } from "#shared/metrics/experts/metric-report.ts";
import { components } from "#shared/metrics/set-match/component-match.ts";
import { reviewEngineOf } from "../engines/sources.ts";
import { readTextFile } from "../store/read-text-file.ts";
import { type CommandContext, defineCommand } from "./command.ts";
import { exitCodes, WrongUsage } from "./command-end.ts";
import {
  type MetricName,
  type MetricVerdicts,
  metricDefinitions,
  metricVerdicts,
} from "./metric-verdicts.ts";
import { type OutputValue, outputText } from "./output-schemas.ts";
import { databasesOption, engineOption, serverOption, wholeNumber } from "./shared-options.ts";
import { readEngineOptions } from "./task-options.ts";

/** Writes how metrics and judges compare with experts' labels. */
export const metrics = defineCommand(
  (command) =>
    command
      .description("say how far EX, set match and judges agree with experts' labels")
      .requiredOption("--input <file>", "predictions with experts' labels, JSON or JSONL")
      .addOption(databasesOption())
      .addOption(engineOption())
      .addOption(serverOption())
      .option("--judge <files...>", "results of judges as ROSE writes them, each as NAME=FILE")
      .option("--seed <n>", "seed of the intervals", wholeNumber(0, 2 ** 32 - 1), 0)
      .option("--workers <n>", "how many processes run SQL at the same time", wholeNumber(1, 64))
      .option("--time-limit-ms <n>", "time limit of a statement, in milliseconds", wholeNumber(1, 3_600_000))
      .requiredOption("--out <file>", "the figures, JSON"),
  async (options, context) => {
    const out = context.output(options.out);
    const input = await context.input(options.input);
    const { items } = readPredictions(await readTextFile(input), path.basename(input));
    const judges = await readJudges(options.judge ?? []);
    const labelled = items.filter(({ judgement }) => labelOf(judgement) !== null);
    const engine = readEngineOptions(options, (dir) =>
      reviewEngineOf(dir, [...new Set(labelled.map(({ dbId }) => dbId))]),
    );
    const verdicts = await metricVerdicts(labelled, engine, options, context);
    const value = outputOf(items, labelled, verdicts, judges, options.seed);
    for (const note of value.notes) context.note(note);
    out.write(`${outputText("metrics", value)}\n`);
    out.complete();
    summarize(options.out, value, context);
    return labelled.length === 0 ? exitCodes.findings : exitCodes.done;
  },
);

const labelOf = (judgement: ItemInput["judgement"]) => judgement?.label ?? null;
const isRight = ({ judgement }: ItemInput) => judgement?.label === "yes";

function outputOf(
  items: readonly ItemInput[],
  labelled: readonly ItemInput[],
  verdicts: readonly MetricVerdicts[],
  judges: ReadonlyMap<string, JudgeResult[]>,
  seed: number,
): OutputValue<"metrics"> {
  const against = (definition: string, metric: (at: number) => boolean | null, expert = isRight) => {
    const observed = labelled.map((item, at) => ({
      dbId: item.dbId,
      expert: expert(item),
      metric: metric(at),
    }));
    return { definition, ...metricReport(observed, seed) };
  };
  const names = Object.keys(metricDefinitions) as MetricName[];
  const missing = new Set(
    labelled.filter((_, at) => verdicts[at]?.isMissing === true).map(({ dbId }) => dbId),
  );
  return {
    ...{ nItems: items.length, nLabelled: labelled.length, nYes: labelled.filter(isRight).length },
    metrics: Object.fromEntries(
      names.map((name) => [
        name,
        against(metricDefinitions[name], (at) => verdicts[at]?.metrics[name] ?? null),
      ]),
    ),
    components: Object.fromEntries(
      components.map((name) => [
        name,
        against(`component ${name} of exact set match`, (at) => verdicts[at]?.components?.[name] ?? null),
      ]),
    ),
    judges: [...judges].map(([judge, results]) => judgeOutput(judge, results, labelled, against)),
    notes: notesOf(items, labelled, missing),
  };
}

type Against = (
  definition: string,
  metric: (at: number) => boolean | null,
  expert?: (item: ItemInput) => boolean,
) => { definition: string } & MetricReport;

function judgeOutput(
  judge: string,
  results: readonly JudgeResult[],
  labelled: readonly ItemInput[],
  against: Against,
): OutputValue<"metrics">["judges"][number] {
  const byQuestion = Map.groupBy(labelled.keys(), (at) => String(labelled[at]?.questionId));
  const said: Partial<Record<"score" | "goldX" | "ambQ", boolean>>[] = labelled.map(() => ({}));
  let unmatched = 0;
  for (const { questionId, predictedSql, ...result } of results) {
    const own = (byQuestion.get(questionId) ?? []).filter(
      (at) => predictedSql === null || labelled[at]?.predictedSql.trim() === predictedSql.trim(),
    );
    // A question with several predictions, and no word of which one: it cannot be said of any.
    if (own.length === 0 || (predictedSql === null && own.length > 1)) unmatched += 1;
    else
      for (const at of own)
        for (const [name, value] of Object.entries(result))
          if (value !== null) Object.assign(said[at] as object, { [name]: value });
  }
  const diagnosed = (id: string) => (item: ItemInput) => item.judgement?.diagnoses.includes(id) === true;
  return {
    ...{ judge, unmatched },
    score: against(`verdict of ${judge}`, (at) => said[at]?.score ?? null),
    goldX: against(`GoldX of ${judge} against notes`, (at) => said[at]?.goldX ?? null, diagnosed("GoldX")),
    ambQ: against(`AmbQ of ${judge} against notes`, (at) => said[at]?.ambQ ?? null, diagnosed("AmbQ")),
  };
}

/** The files of each judge by its name; a later line on the same prediction counts, as a judge's run is resumed by appending. */
async function readJudges(inputs: readonly string[]): Promise<Map<string, JudgeResult[]>> {
  const judges = new Map<string, JudgeResult[]>();
  for (const input of inputs) {
    const [, name, file] = /^([^=/\\]+)=(.+)$/.exec(input) ?? [];
    if (name === undefined || file === undefined)
      throw new WrongUsage(`Name the judge of ${input}: NAME=FILE.`);
    const results = readJudgeResults(await readTextFile(file), path.basename(file));
    judges.set(name, [...(judges.get(name) ?? []), ...results]);
  }
  return judges;
}

function notesOf(
  items: readonly ItemInput[],
  labelled: readonly ItemInput[],
  missing: ReadonlySet<string>,
): string[] {
  const several = items.filter(
    ({ judgement, verdicts }) => labelOf(judgement) === null && verdicts.length > 0,
  );
  return [
    ...(labelled.length === 0 ? ["No item has a label: there is nothing to compare with."] : []),
    ...(several.length > 0
      ? [
          `${several.length} items carry verdicts of reviewers and no label; settle them first: querent consensus.`,
        ]
      : []),
    ...(missing.size > 0
      ? [
          `Databases that were not found: ${missing.size} (${[...missing].slice(0, 5).join(", ")}). EX is undefined there.`,
        ]
      : []),
  ];
}

function summarize(file: string, value: OutputValue<"metrics">, { result }: CommandContext): void {
  if (file === "-") return;
  const { nItems, nLabelled, judges } = value;
  result("metrics-summary", {
    out: file,
    nItems,
    nLabelled,
    metrics: Object.keys(value.metrics).length,
    judges: judges.length,
  });
}
