import { sampledMutants } from "#shared/domain/certificate.ts";
import type { CertificateTools } from "../../../electron/certificate/certify-task.ts";
import { createVariantJudge, type JudgedVariant, type VariantJudge } from "./judge-variants.ts";
import { madeDefects } from "./made-defects.ts";
import type { ResultsFile } from "./results-file.ts";
import { sameMeanings } from "./same-meaning.ts";
import { type CorpusSet, corpusSets, defectsByHand, taskObjects } from "./variant.ts";

const mostOfEach = 8;
/** So many tasks that mean the same are made of each task. */
const meaningsOfEach = { tuning: 2, reported: 24 } as const;
/** In so many of each task mutants are run, too; in the others each property is judged without them. */
const withMutants = { tuning: 0, reported: 1 } as const;
const seeds = { tuning: 1, reported: 2 } as const;

/** A variant of a task that waits to be judged. */
interface VariantToJudge {
  set: CorpusSet;
  source: "by-hand" | "made" | "same-meaning" | "same-meaning-in-all";
  id: string;
  property: string | null;
  /** All that its result depends on besides the program. */
  content: unknown;
  judge(): Promise<JudgedVariant>;
}

/** A judged variant, as a line of the file of results. */
export interface CorpusResult extends JudgedVariant {
  set: CorpusSet;
  source: VariantToJudge["source"];
}

/** The sets of variants that are made by templates. */
type MadeSet = keyof typeof seeds;
const madeSets: readonly MadeSet[] = ["tuning", "reported"];

/**
 * All variants of both sets, what costs least first, so that a run that is stopped has seen something of everything: mistakes, then
 * tasks that mean the same as far as no other answers than the gold are run, then mistakes that mutants show, then the same
 * tasks in all properties, one of each task before the next of each.
 */
function variantsOf(tools: CertificateTools): VariantToJudge[] {
  const tasks = taskObjects();
  const judge = createVariantJudge(tools, tasks);
  const defects = [
    ...corpusSets.flatMap((set) =>
      defectsByHand(set).map((defect) => ({ set, source: "by-hand" as const, defect })),
    ),
    ...madeSets.flatMap((set) => madeIn(set, tasks)),
  ].map(
    ({ set, source, defect }): VariantToJudge => ({
      ...{ set, source, id: defect.id, property: defect.property },
      content: [set, source, { ...defect, remark: undefined }],
      judge: () => judge.defect(defect),
    }),
  );
  const isOfMutants = ({ property }: VariantToJudge) => property === "guarded";
  const meanings = (source: "same-meaning" | "same-meaning-in-all") =>
    madeSets.flatMap((set) => meaningsOf(set, { source, tasks, judge }));
  return [
    ...defects.filter((one) => !isOfMutants(one)),
    ...meanings("same-meaning"),
    ...defects.filter(isOfMutants),
    ...meanings("same-meaning-in-all"),
  ];
}

type Tasks = ReturnType<typeof taskObjects>;

function madeIn(set: MadeSet, tasks: Tasks) {
  const seed = seeds[set];
  return madeDefects(tasks, { set: seed, seed, most: mostOfEach }).map((defect) => ({
    ...{ set, source: "made" as const, defect },
  }));
}

function meaningsOf(
  set: MadeSet,
  given: { source: "same-meaning" | "same-meaning-in-all"; tasks: Tasks; judge: VariantJudge },
): VariantToJudge[] {
  const { source, tasks, judge } = given;
  return sameMeanings(tasks, seeds[set], meaningsOfEach[set]).map((variant, at) => {
    const mutants = at < withMutants[set] * tasks.size ? sampledMutants : 0;
    const asked =
      source === "same-meaning" ? { until: "stateful" as const, mutants: 0 } : { until: null, mutants };
    return {
      ...{ set, source, id: variant.id, property: null },
      content: [set, source, variant, mutants],
      judge: () => judge.sameMeaning(variant, asked),
    };
  });
}

interface JudgeOptions {
  results: ResultsFile;
  /** Only those whose set, source and id, in one line, fit; all where it is null. */
  only: RegExp | null;
  onJudged(result: CorpusResult, left: number): void;
  /** What is under way is judged, and nothing else. */
  signal: AbortSignal;
}

/** Judges broken tasks and tasks that mean the same, two at a time; what the file has results of is not judged again. */
export async function judgeCorpus(
  tools: CertificateTools,
  { results, only, onJudged, signal }: JudgeOptions,
): Promise<CorpusResult[]> {
  const fits = ({ set, source, id }: VariantToJudge) => only === null || only.test(`${set} ${source} ${id}`);
  const variants = variantsOf(tools).filter(fits);
  const found = new Map<VariantToJudge, CorpusResult>();
  const open = [...variants];
  const lane = async () => {
    for (let next = open.shift(); next !== undefined && !signal.aborted; next = open.shift()) {
      const { set, source, content, judge } = next;
      const result = await results.recall(content, async () => ({ set, source, ...(await judge()) }));
      found.set(next, result);
      onJudged(result, variants.length - found.size);
    }
  };
  await Promise.all([lane(), lane()]);
  return variants.flatMap((variant) => found.get(variant) ?? []);
}
