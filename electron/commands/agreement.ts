import { Option } from "@commander-js/extra-typings";
import { exCell, type Grouping, groupings } from "#shared/domain/agreement.ts";
import {
  type PairAgreement,
  type PooledAgreement,
  pairOfTables,
} from "#shared/metrics/agreement/agreement-report.ts";
import { isoWeek } from "#shared/metrics/agreement/iso-week.ts";
import {
  type GroupAgreement,
  OpinionTally,
  pooledOfShared,
} from "#shared/metrics/agreement/opinion-tally.ts";
import { ratingPatterns } from "#shared/metrics/agreement/rating-pattern.ts";
import { agreementDetails, countOpinions, projectAgreement } from "../services/agreement-of-project.ts";
import { allProjects } from "../store/projects.ts";
import type { Workspace } from "../store/workspace.ts";
import { type CommandContext, defineCommand } from "./command.ts";
import { exitCodes, WrongUsage } from "./command-end.ts";
import { type FiledItem, readOpinionFiles } from "./opinion-files.ts";
import { type OutputValue, outputText } from "./output-schemas.ts";
import { wholeNumber } from "./shared-options.ts";
import { existingProjectId, inExistingWorkspace } from "./workspace-project.ts";

/** The labels of a ROSE file. */
const roseLabels = ["yes", "no"];
/** Writes how far reviewers agree: from a file of each, or of a project of a workspace. */
export const agreement = defineCommand(
  (command) =>
    command
      .description("say how far reviewers agree, with intervals")
      .option("--input <files...>", "a file of each reviewer, named by the file or as NAME=FILE")
      .option("--workspace <file>", "a workspace, in place of files")
      .option("--project <name>", "its project (default: the only one)")
      .addOption(new Option("--by <group>", "figures of each group, too").choices(groupings))
      .option("--seed <n>", "seed of the intervals", wholeNumber(0, 2 ** 32 - 1), 0)
      .requiredOption("--out <file>", "the figures, JSON"),
  async ({ input, workspace: file, project, by, seed, out: outFile }, context) => {
    const out = context.output(outFile);
    if ((input === undefined) === (file === undefined))
      throw new WrongUsage("Give either files of reviewers (--input) or a workspace (--workspace).");
    const value =
      file === undefined
        ? await ofFiles(input ?? [], { by, seed })
        : await inExistingWorkspace(file, context, (workspace) =>
            ofWorkspace(workspace, { project, by, seed }, context),
          );
    for (const warning of value.warnings) context.note(warning);
    out.write(`${outputText("agreement", value)}\n`);
    out.complete();
    const { nItems, nDouble, people, warnings } = value;
    if (outFile !== "-")
      context.result("agreement-summary", {
        out: outFile,
        nItems,
        nDouble,
        people,
        warnings: warnings.length,
      });
    return exitCodes.done;
  },
);

interface Asked {
  by: Grouping | undefined;
  seed: number;
}

async function ofFiles(inputs: readonly string[], { by, seed }: Asked): Promise<OutputValue<"agreement">> {
  const { items, people, missing, warnings } = await readOpinionFiles(inputs);
  refuseUnsaid(items, by);
  const tally = new OpinionTally(roseLabels);
  for (const item of items) tally.add(talliedItem(item));
  const clusters = [...Map.groupBy(items, ({ dbId }) => dbId).values()].map((own) =>
    ratingPatterns(own.map(({ opinions }) => roseLabels.map((label) => countOf(opinions, label)))),
  );
  const results = [...tally.results(seed)];
  return {
    nItems: items.filter(({ opinions }) => opinions.size > 0).length,
    ...pooledOutput(pooledOfShared(clusters, roseLabels, seed)),
    ...{ people, categories: roseLabels, q: roseLabels.length, nMissing: missing, nSeen: 0 },
    cohenKappa: pairsOf(people, results.filter(isPair), roseLabels, seed),
    groups: groupsOf(results.filter(isGroup), by),
    afterDiscussion: null,
    warnings,
  };
}

const countOf = (opinions: ReadonlyMap<string, string>, label: string): number =>
  [...opinions.values()].filter((said) => said === label).length;

/** Throws `WrongUsage` where the files do not say by what the figures are wanted. */
function refuseUnsaid(items: readonly FiledItem[], by: Grouping | undefined): void {
  const isUnsaid =
    (by === "ex" && items.every(({ ex }) => ex === null)) ||
    (by === "week" &&
      items.some(({ opinions, savedAt }) => [...opinions.keys()].some((one) => !savedAt.has(one))));
  if (!isUnsaid) return;
  const what = by === "ex" ? "whether EX holds" : "when each label was given";
  throw new WrongUsage(
    `--by ${by}: these files do not say ${what}. Of files, only Querent's own JSONL export says it; import others into a workspace and use --workspace.`,
  );
}

function talliedItem({ dbId, input, opinions, ex, savedAt }: FiledItem) {
  const difficulty = input.extra.difficulty ?? input.extra.hardness;
  return {
    dbId,
    difficulty: typeof difficulty === "string" ? difficulty : null,
    ex: exCell(ex ?? { set: null, multiset: null }),
    opinions: [...opinions].map(([person, label]) => ({
      ...{ person, label, week: isoWeek(savedAt.get(person) ?? "1970-01-01") },
    })),
  };
}

async function ofWorkspace(
  workspace: Workspace,
  { project, by, seed }: Asked & { project: string | undefined },
  { signal, progress }: CommandContext,
): Promise<OutputValue<"agreement">> {
  const projectId =
    project === undefined ? await onlyProject(workspace) : await existingProjectId(workspace, project);
  await countOpinions(workspace, projectId, signal);
  const { labels, independent, discussed } = await workspace.read((db) =>
    projectAgreement(db, projectId, seed),
  );
  let note: ((done: number) => void) | null = null;
  const { pairs, groups } = await agreementDetails(workspace, {
    ...{ projectId, stage: "independent", seed, signal },
    progress: (done, total) => {
      note ??= progress("worked out", total, "pairs and groups");
      note(done);
    },
  });
  const people = groups.flatMap(({ by, group }) => (by === "person" ? [group] : []));
  return {
    nItems: independent.nItems,
    ...pooledOutput(independent.figures),
    ...{ people, categories: labels, q: labels.length },
    ...{ nMissing: independent.nSkipped, nSeen: independent.nSeen },
    cohenKappa: pairsOf(people, pairs, labels, seed),
    groups: groupsOf(groups, by),
    afterDiscussion: { nItems: discussed.nItems, ...pooledOutput(discussed.figures) },
    warnings: [],
  };
}

async function onlyProject(workspace: Workspace): Promise<number> {
  const [first, second] = await workspace.read(allProjects);
  if (first !== undefined && second === undefined) return first.id;
  throw new WrongUsage(
    first === undefined
      ? "The workspace has no project."
      : "The workspace has several projects: name one with --project.",
  );
}

const isPair = (result: PairAgreement | GroupAgreement): result is PairAgreement => "people" in result;
const isGroup = (result: PairAgreement | GroupAgreement): result is GroupAgreement => "by" in result;

function pooledOutput({ items: nDouble, double: _, ...figures }: PooledAgreement) {
  return { nDouble, ...figures };
}

/** Every two people, those without an item in common among them. */
function pairsOf(
  people: readonly string[],
  pairs: readonly PairAgreement[],
  labels: readonly string[],
  seed: number,
): OutputValue<"agreement">["cohenKappa"] {
  const known = new Map(pairs.map((pair) => [JSON.stringify(pair.people), pair]));
  return people.flatMap((one, at) =>
    people.slice(at + 1).map((other) => {
      const both: [string, string] = [one, other];
      const pair = known.get(JSON.stringify(both)) ?? pairOfTables([], both, labels, seed);
      const { items: n, cohenKappa, ...rest } = pair;
      return { n, ...cohenKappa, ...rest };
    }),
  );
}

function groupsOf(
  groups: readonly GroupAgreement[],
  by: Grouping | undefined,
): OutputValue<"agreement">["groups"] {
  return groups.flatMap(({ by: own, group, nItems, figures }) =>
    own === by ? [{ group, nItems, ...pooledOutput(figures) }] : [],
  );
}
