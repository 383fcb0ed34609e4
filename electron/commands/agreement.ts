import { Option } from "@commander-js/extra-typings";
import {
  type JudgedItem,
  pairAgreement,
  pooledAgreement,
} from "#shared/metrics/agreement/agreement-report.ts";
import { defineCommand } from "./command.ts";
import { exitCodes } from "./command-end.ts";
import { readOpinionFiles } from "./opinion-files.ts";
import { type OutputValue, outputText } from "./output-schemas.ts";
import { wholeNumber } from "./shared-options.ts";

/** The labels of a ROSE file. */
const categories = ["yes", "no"];

/** Writes how far reviewers agree, from a file of each. */
export const agreement = defineCommand(
  (command) =>
    command
      .description("say how far reviewers agree, with intervals")
      .requiredOption("--input <files...>", "a file of each reviewer, named by the file or as NAME=FILE")
      .addOption(
        new Option("--by <group>", "figures of each group, too").choices(["database", "person"] as const),
      )
      .option("--seed <n>", "seed of the intervals", wholeNumber(0, 2 ** 32 - 1), 0)
      .requiredOption("--out <file>", "the figures, JSON"),
  async ({ input, by, seed, out: file }, { note, output, result }) => {
    const out = output(file);
    const { items, people, missing, warnings } = await readOpinionFiles(input);
    for (const warning of warnings) note(warning);
    const pairs = people.flatMap((one, at) =>
      people.slice(at + 1).map((other) => [one, other] as [string, string]),
    );
    const pooled = pooledOutput(items, seed);
    const value = {
      ...pooled,
      people,
      categories,
      q: categories.length,
      nMissing: missing,
      cohenKappa: pairs.map((pair) => pairOutput(items, pair, seed)),
      groups: by === undefined ? [] : groupsOf(items, people, by, seed),
      warnings,
    };
    out.write(`${outputText("agreement", value)}\n`);
    out.complete();
    if (file !== "-")
      result("agreement-summary", {
        out: file,
        nItems: pooled.nItems,
        nDouble: pooled.nDouble,
        people,
        warnings: warnings.length,
      });
    return exitCodes.done;
  },
);

/** Over the items that two or more people judged: what one person alone said of others shows no agreement, and would shift its chance. */
function pooledOutput(items: readonly JudgedItem[], seed: number) {
  const shared = items.filter(({ opinions }) => opinions.size > 1);
  const { items: nDouble, double: _, ...figures } = pooledAgreement(shared, categories, seed);
  return { nItems: items.filter(({ opinions }) => opinions.size > 0).length, nDouble, ...figures };
}

function pairOutput(items: readonly JudgedItem[], pair: [string, string], seed: number) {
  const { items: n, cohenKappa, ...rest } = pairAgreement(items, pair, categories, seed);
  return { n, ...cohenKappa, ...rest };
}

function groupsOf(
  items: readonly JudgedItem[],
  people: readonly string[],
  by: "database" | "person",
  seed: number,
): OutputValue<"agreement">["groups"] {
  const groups =
    by === "person"
      ? people.map((person) => [person, items.filter(({ opinions }) => opinions.has(person))] as const)
      : [...Map.groupBy(items, ({ dbId }) => dbId)];
  return groups.map(([group, own]) => ({ group, ...pooledOutput(own, seed) }));
}
