import type { Certificate } from "#shared/domain/certificate.ts";
import type { Location } from "#shared/domain/finding.ts";
import { readColumnMeanings } from "#shared/formats/column-meanings.ts";
import { readTaskFile } from "#shared/formats/task-file.ts";
import { certifyTask } from "../../../electron/certificate/certify-task.ts";
import type { PackDialogues } from "../../support/pack-dialogues.ts";
import { columnMeaningsText, knowledgeBase } from "../../tasks/river-watch-pack.ts";
import type { SameMeaning } from "./same-meaning.ts";
import { type Defect, edited, type TaskObject } from "./variant.ts";

/** A mistake, and whether the property that it was recorded under fails at its place. */
export interface JudgedDefect {
  defect: Defect;
  isCaught: boolean;
  /** All properties that are worse than those of the task without the mistake. */
  worse: string[];
}

/** A task that means the same, and the properties that are worse than those of the original. */
export interface JudgedMeaning {
  variant: SameMeaning;
  worse: string[];
}

/** Certifies tasks on the pack's database. */
export interface Certifier {
  certified(task: TaskObject): Promise<Certificate | null>;
}

/** So many mutants of each task are run, those in snippets first: as without `--full` where guarded is asked about, else few. */
const mutants = { guarded: 60, others: 4 } as const;

export function createCertifier({ engine, template, tests }: PackDialogues, mostMutants: number): Certifier {
  const { nodes } = knowledgeBase();
  const columnMeanings = readColumnMeanings(columnMeaningsText(), "river_watch").meanings;
  const setting = { profile: "conv", behaviour: "fixed" } as const;
  const { signal } = new AbortController();
  return {
    async certified(object) {
      const [read] = readTaskFile(`${JSON.stringify(object)}\n`, "tasks.jsonl").tasks;
      if (read === undefined) return null;
      const subject = { task: read.task, nodes, columnMeanings };
      return await certifyTask(subject, { engine, template, tests }, { setting, mostMutants, signal });
    },
  };
}

/** Certifies mistakes and the tasks that they were made in, two at a time. */
export async function judgeDefects(
  pack: PackDialogues,
  tasks: ReadonlyMap<string, TaskObject>,
  defects: readonly Defect[],
  onJudged: (judged: JudgedDefect) => void = () => {},
): Promise<JudgedDefect[]> {
  const originals = originalsOf(pack, tasks);
  return twoAtATime(defects, async (defect) => {
    const most = defect.property === "guarded" ? mutants.guarded : mutants.others;
    const task = tasks.get(defect.instance_id);
    if (task === undefined) throw new Error(`There is no task ${defect.instance_id}.`);
    const good = await originals(defect.instance_id, most);
    const found = await createCertifier(pack, most).certified(edited(task, defect.edit));
    const worse = worseThan(good, found);
    const isCaught = found === null ? defect.property === "runs" : isFoundAt(defect, good, found);
    const judged = { defect, isCaught, worse };
    onJudged(judged);
    return judged;
  });
}

/** Certifies tasks that mean the same, two at a time. */
export async function judgeMeanings(
  pack: PackDialogues,
  tasks: ReadonlyMap<string, TaskObject>,
  variants: readonly SameMeaning[],
  onJudged: (judged: JudgedMeaning) => void = () => {},
): Promise<JudgedMeaning[]> {
  const originals = originalsOf(pack, tasks);
  return twoAtATime(variants, async (variant) => {
    const good = await originals(variant.instance_id, mutants.others);
    const found = await createCertifier(pack, mutants.others).certified(variant.task);
    const judged = { variant, worse: worseThan(good, found) };
    onJudged(judged);
    return judged;
  });
}

function originalsOf(pack: PackDialogues, tasks: ReadonlyMap<string, TaskObject>) {
  const known = new Map<string, Promise<Certificate>>();
  return (instance: string, most: number): Promise<Certificate> => {
    const key = `${instance} ${most}`;
    const made = async () => {
      const found = await createCertifier(pack, most).certified(tasks.get(instance) ?? {});
      if (found === null) throw new Error(`${instance} cannot be read.`);
      return found;
    };
    const certificate = known.get(key) ?? made();
    known.set(key, certificate);
    return certificate;
  };
}

/** The properties that hold no longer, or are no longer judged. */
function worseThan(good: Certificate, found: Certificate | null): string[] {
  const names = Object.keys(good.properties) as (keyof Certificate["properties"])[];
  return names.filter(
    (name) => good.properties[name].holds === true && found?.properties[name].holds !== true,
  );
}

/** Whether the recorded property has a finding at the recorded place that the original lacks. */
function isFoundAt({ property, where, edit }: Defect, good: Certificate, found: Certificate): boolean {
  const own = found.properties[property as keyof Certificate["properties"]];
  const before = good.properties[property as keyof Certificate["properties"]];
  const known = new Set(
    before.findings.map(({ rule, where: place, message }) => JSON.stringify([rule, place, message])),
  );
  const fresh = own.findings.filter(
    (one) => one.severity === "error" && !known.has(JSON.stringify([one.rule, one.where, one.message])),
  );
  const places = [where, ...edit.map(({ path }) => path)].map(phaseOfPlace);
  return own.holds === false && fresh.some((finding) => places.includes(phaseOf(finding.where)));
}

function phaseOfPlace(place: string): number {
  return place.includes("follow_up") || place.includes("clean_up") ? 2 : 1;
}

function phaseOf(where: Location): number {
  return where.kind === "follow-up" ? 2 : 1;
}

async function twoAtATime<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const open = [...items.entries()];
  const lane = async () => {
    for (let next = open.shift(); next !== undefined; next = open.shift())
      results[next[0]] = await work(next[1]);
  };
  await Promise.all([lane(), lane()]);
  return results;
}
