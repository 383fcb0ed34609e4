import { type CertificateTools, sampledMutants } from "../../../electron/certificate/certify-task.ts";
import { createVariantJudge, type JudgedVariant } from "./judge-variants.ts";
import { madeDefects } from "./made-defects.ts";
import type { ResultsFile } from "./results-file.ts";
import { sameMeanings } from "./same-meaning.ts";
import { defectsByHand, taskObjects } from "./variant.ts";

/** Which variants a set has: those that checks were tuned with, or those that nobody had seen before it was reported. */
export type CorpusSet = "tuning" | "reported";

const mostOfEach = 8;
/** So many tasks that mean the same are made of each task. */
const meaningsOfEach = { tuning: 4, reported: 24 } as const;
/** In so many of each task mutants are run, too; in the others each property but those of mutants is judged. */
const withMutants = 2;
const seeds = { tuning: 1, reported: 2 } as const;

/** A variant of a task that waits to be judged. */
interface VariantToJudge {
  set: CorpusSet;
  source: "by-hand" | "made" | "same-meaning";
  id: string;
  /** All that its result depends on besides the program. */
  content: unknown;
  judge(): Promise<JudgedVariant>;
}

/** A judged variant, as a line of the file of results. */
export interface CorpusResult extends JudgedVariant {
  set: CorpusSet;
  source: VariantToJudge["source"];
}

/** All variants of both sets: broken ones first, then one of each task that means the same, then the next of each. */
function variantsOf(tools: CertificateTools): VariantToJudge[] {
  const tasks = taskObjects();
  const judge = createVariantJudge(tools, tasks);
  return (["tuning", "reported"] as const).flatMap((set): VariantToJudge[] => {
    const seed = seeds[set];
    const defects = [
      ...defectsByHand(set).map((defect) => ({ source: "by-hand" as const, defect })),
      ...madeDefects(tasks, { set: seed, seed, most: mostOfEach }).map((defect) => ({
        source: "made" as const,
        defect,
      })),
    ];
    const meanings = sameMeanings(tasks, seed, meaningsOfEach[set]);
    return [
      ...defects.map(({ source, defect }) => ({
        ...{ set, source, id: defect.id, content: [set, source, { ...defect, remark: undefined }] },
        judge: () => judge.defect(defect),
      })),
      ...meanings.map((variant, at) => {
        const mutants = at < withMutants * tasks.size ? sampledMutants : 0;
        return {
          ...{ set, source: "same-meaning" as const, id: variant.id, content: [set, variant, mutants] },
          judge: () => judge.sameMeaning(variant, mutants),
        };
      }),
    ];
  });
}

interface JudgeOptions {
  results: ResultsFile;
  /** Only those with such an id; all where it is null. */
  only: RegExp | null;
  onJudged(result: CorpusResult, left: number): void;
}

/** Judges broken tasks and tasks that mean the same, two at a time; what the file has results of is not judged again. */
export async function judgeCorpus(
  tools: CertificateTools,
  { results, only, onJudged }: JudgeOptions,
): Promise<CorpusResult[]> {
  const variants = variantsOf(tools).filter(({ id }) => only === null || only.test(id));
  const found = new Map<VariantToJudge, CorpusResult>();
  const open = [...variants];
  const lane = async () => {
    for (let next = open.shift(); next !== undefined; next = open.shift()) {
      const { set, source, content, judge } = next;
      const result = await results.recall(content, async () => ({ set, source, ...(await judge()) }));
      found.set(next, result);
      onJudged(result, variants.length - found.size);
    }
  };
  await Promise.all([lane(), lane()]);
  return variants.flatMap((variant) => found.get(variant) ?? []);
}
