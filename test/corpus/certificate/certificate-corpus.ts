import type { PackDialogues } from "../../support/pack-dialogues.ts";
import { type JudgedDefect, type JudgedMeaning, judgeDefects, judgeMeanings } from "./judge-variants.ts";
import { madeDefects } from "./made-defects.ts";
import { sameMeanings } from "./same-meaning.ts";
import { defectsByHand, taskObjects } from "./variant.ts";

/** Seeds: the first is for tuning, what is reported comes from the second and from the second set of templates. */
export const seeds = { tuning: 1, reported: 2 } as const;
const mostOfEach = 8;
const variantsOfEach = 24;

/** Broken tasks and tasks that mean the same, judged: what the docs report. */
export async function judgeCorpus(
  pack: PackDialogues,
  { seed, on }: { seed: number; on(line: string): void },
): Promise<{ byHand: JudgedDefect[]; made: JudgedDefect[]; same: JudgedMeaning[] }> {
  const tasks = taskObjects();
  const onDefect = ({ defect, isCaught, worse }: JudgedDefect) =>
    on(
      `${isCaught ? "caught" : "MISSED"} ${defect.id} ${defect.instance_id} ${defect.property} ${defect.where}: ${defect.what} (worse: ${worse.join(", ") || "none"})`,
    );
  const byHand = await judgeDefects(pack, tasks, defectsByHand(), onDefect);
  const set = seed === seeds.tuning ? 1 : 2;
  const made = await judgeDefects(pack, tasks, madeDefects(tasks, set, seed, mostOfEach), onDefect);
  const same = await judgeMeanings(pack, tasks, sameMeanings(tasks, seed, variantsOfEach), (judged) =>
    on(
      `${judged.worse.length === 0 ? "good" : "ACCUSED"} ${judged.variant.id} (worse: ${judged.worse.join(", ") || "none"})`,
    ),
  );
  return { byHand, made, same };
}

/** Caught mistakes by property, as a table of Markdown. */
export function defectTable(byHand: readonly JudgedDefect[], made: readonly JudgedDefect[]): string {
  const share = (judged: readonly JudgedDefect[]) =>
    `${judged.filter(({ isCaught }) => isCaught).length} of ${judged.length}`;
  const properties = [...new Set([...byHand, ...made].map(({ defect }) => defect.property))];
  const rows = properties.map((property) => {
    const own = (judged: readonly JudgedDefect[]) =>
      judged.filter(({ defect }) => defect.property === property);
    return `| ${property} | ${share(own(byHand))} | ${share(own(made))} |`;
  });
  return [
    "| property | by hand | made |",
    "| --- | --- | --- |",
    ...rows,
    `| all | ${share(byHand)} | ${share(made)} |`,
  ].join("\n");
}
