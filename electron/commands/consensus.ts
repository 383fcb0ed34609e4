import { Option } from "@commander-js/extra-typings";
import { type ConsensusRule, consensusRules } from "#shared/domain/consensus.ts";
import { reasonFields } from "#shared/formats/label.ts";
import { settleOpinions } from "#shared/metrics/agreement/consensus.ts";
import { defineCommand } from "./command.ts";
import { exitCodes } from "./command-end.ts";
import { type FiledItem, readOpinionFiles } from "./opinion-files.ts";
import { type OutputValue, outputText } from "./output-schemas.ts";

/** Writes the one label of each item on which reviewers' files settle, and reports every item on which they do not. */
export const consensus = defineCommand(
  (command) =>
    command
      .description("settle reviewers' labels by a rule, and report every item that stays open")
      .requiredOption("--input <files...>", "a file of each reviewer, named by the file or as NAME=FILE")
      .addOption(
        new Option("--rule <rule>", "all alike, or more than half")
          .choices(consensusRules)
          .makeOptionMandatory(),
      )
      .requiredOption("--out <file>", "the settled items, as ROSE publishes them")
      .requiredOption("--report <file>", "what was settled and what was not, JSON"),
  async ({ input, rule, out: file, report: reportFile }, { note, output, result }) => {
    const [out, report] = [output(file), output(reportFile)];
    const { items, people, warnings } = await readOpinionFiles(input);
    for (const warning of warnings) note(warning);
    const settled = items.map((item) => ({ item, ...settleOpinions([...item.opinions.values()], rule) }));
    const lines = settled.flatMap(({ item, label }) => (label === null ? [] : [settledItem(item, label)]));
    out.write(lines.length === 0 ? "[]\n" : `[\n  ${lines.join(",\n  ")}\n]\n`);
    out.complete();
    const value = reportOf(settled, { people, rule, warnings });
    report.write(`${outputText("consensus-report", value)}\n`);
    report.complete();
    const { unresolved, ...counts } = value;
    result("consensus", { out: file, report: reportFile, ...counts, nUnresolved: unresolved.length });
    return exitCodes.done;
  },
);

/** The item as its first file has it, with the label, and the reasons of all who judged it, by name. */
function settledItem({ input, notes }: FiledItem, label: string): string {
  const fields = JSON.parse(input.source) as Record<string, unknown>;
  for (const name of ["label", ...reasonFields(Object.keys(fields))]) delete fields[name];
  const reasons = [...notes].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, reason]) => reason);
  while (reasons.length < 2) reasons.push("");
  return JSON.stringify({
    ...fields,
    label: label === "yes" ? "True" : "False",
    ...Object.fromEntries(reasons.map((reason, at) => [`reason_${at + 1}`, reason])),
  });
}

type SettledItem = { item: FiledItem } & ReturnType<typeof settleOpinions>;

function reportOf(
  settled: readonly SettledItem[],
  { people, rule, warnings }: { people: string[]; rule: ConsensusRule; warnings: string[] },
): OutputValue<"consensus-report"> {
  const unresolved = settled.flatMap((one) => {
    if (one.label !== null) return [];
    const { questionId, dbId, question, predictedSql } = one.item.input;
    const opinions = Object.fromEntries(one.item.opinions);
    return [{ ...{ questionId, dbId, question, predictedSql, opinions }, because: one.because }];
  });
  const resolved = settled.filter(({ label }) => label !== null);
  return {
    ...{ rule, people, warnings, unresolved, nItems: settled.length, nResolved: resolved.length },
    nByOneOpinion: resolved.filter(({ item }) => item.opinions.size === 1).length,
  };
}
