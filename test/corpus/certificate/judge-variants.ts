import type { Certificate, PropertyName, PropertyResult } from "#shared/domain/certificate.ts";
import { propertyNames, sampledMutants } from "#shared/domain/certificate.ts";
import type { Behaviour } from "#shared/domain/dialogue.ts";
import type { Location } from "#shared/domain/finding.ts";
import { readColumnMeanings } from "#shared/formats/column-meanings.ts";
import { readTaskFile } from "#shared/formats/task-file.ts";
import { type CertificateTools, certifyTask } from "../../../electron/certificate/certify-task.ts";
import { type CachedOutcomes, createOutcomes } from "../../../electron/certificate/outcome-cache.ts";
import { withReusedStates } from "../../certificate/reused-states.ts";
import { columnMeaningsText, knowledgeBase } from "../../tasks/river-watch-pack.ts";
import type { SameMeaning } from "./same-meaning.ts";
import { type Defect, edited, type TaskObject } from "./variant.ts";

/** What became of a task with one mistake, or of one that means the same. */
export interface JudgedVariant {
  id: string;
  /** What is wrong with it, or how it is written otherwise. */
  what: string;
  /** The property that was recorded with a mistake; null of a task that means the same. */
  property: string | null;
  /** Of a mistake: the recorded property fails at its place. Of a task that means the same: it is not accused. */
  isRight: boolean;
  /** Properties that are worse than those of the task that it was made from, as far as they were judged. */
  worse: string[];
  /** What the recorded property, or those that are worse, report that the original does not. */
  findings: string[];
  /** What it took, in milliseconds. */
  elapsedMs: number;
}

type Properties = Partial<Certificate["properties"]>;

/** What is judged of a task. */
export interface AskedProperties {
  /** Nothing is judged behind it; everything is where it is null. */
  until: PropertyName | null;
  mutants: number;
  /** The evaluator that is followed; the fixed one where it is not said. */
  behaviour?: Behaviour | undefined;
}

/** Judges variants of tasks on the pack's database; what was run for one is not run again for another. */
export interface VariantJudge {
  defect(defect: Defect): Promise<JudgedVariant>;
  sameMeaning(variant: SameMeaning, asked: AskedProperties): Promise<JudgedVariant>;
}

export function createVariantJudge(
  { engine, template, tests }: CertificateTools,
  tasks: ReadonlyMap<string, TaskObject>,
): VariantJudge {
  const { nodes } = knowledgeBase();
  const columnMeanings = readColumnMeanings(columnMeaningsText(), "river_watch").meanings;
  const tools = { engine: withReusedStates(engine), template, tests };
  const known: CachedOutcomes = {};

  /** The properties of a task, in the order in which they are judged; null where nobody can read it. */
  async function propertiesOf(
    object: TaskObject,
    { until, mutants, behaviour = "fixed" }: AskedProperties,
  ): Promise<Properties | null> {
    const [read] = readTaskFile(`${JSON.stringify(object)}\n`, "tasks.jsonl").tasks;
    if (read === undefined) return null;
    const enough = new AbortController();
    const outcomes = createOutcomes(known);
    const properties: Properties = {};
    const onProperty = (name: PropertyName, result: PropertyResult) => {
      if (enough.signal.aborted) return;
      properties[name] = result;
      if (name === until) enough.abort();
    };
    const subject = { task: read.task, nodes, columnMeanings };
    const setting = { profile: "conv", behaviour } as const;
    const options = { setting, mostMutants: mutants, signal: enough.signal, outcomes, onProperty };
    await certifyTask(subject, tools, options).catch((error: unknown) => {
      if (!enough.signal.aborted) throw error;
    });
    Object.assign(known, outcomes.used());
    return properties;
  }

  const originals = new Map<string, Promise<Properties>>();
  async function original(instance: string, asked: AskedProperties): Promise<Properties> {
    const key = JSON.stringify([instance, asked]);
    const found = originals.get(key) ?? propertiesOf(tasks.get(instance) ?? {}, asked).then(readable);
    originals.set(key, found);
    return found;
  }

  return {
    async defect(defect) {
      const startedAt = performance.now();
      const task = readable(tasks.get(defect.instance_id));
      const until = propertyNames.find((name) => name === defect.property) ?? null;
      const { behaviour } = defect;
      const asked = { until, mutants: until === "guarded" ? sampledMutants : 0, behaviour };
      const good = await original(defect.instance_id, asked);
      const found = await propertiesOf(edited(task, defect.edit), asked);
      const fresh = until === null ? [] : freshFindings(good[until], found?.[until]);
      const places = [defect.where, ...defect.edit.map(({ path }) => path)].map(phaseOfPlace);
      const isAtPlace = fresh.some(({ where }) => places.includes(phaseOf(where)));
      const isCaught =
        found === null ? until === "runs" : until !== null && found[until]?.holds === false && isAtPlace;
      return {
        ...{
          id: defect.id,
          what: defect.what,
          property: defect.property,
          isRight: isCaught,
          worse: worseThan(good, found),
        },
        ...{ findings: textsOf(fresh), elapsedMs: performance.now() - startedAt },
      };
    },
    async sameMeaning({ id, instance_id, how, task }, asked) {
      const startedAt = performance.now();
      const good = await original(instance_id, asked);
      const found = await propertiesOf(task, asked);
      const worse = worseThan(good, found);
      const findings = worse.flatMap((name) => textsOf(freshFindings(good[name], found?.[name])));
      return {
        ...{ id, what: how.join(", "), property: null, isRight: worse.length === 0, worse, findings },
        elapsedMs: performance.now() - startedAt,
      };
    },
  };
}

function readable<Value>(value: Value | null | undefined): Value {
  if (value === null || value === undefined) throw new Error("A task of the pack cannot be read.");
  return value;
}

/** The properties that hold no longer, or are no longer judged. */
function worseThan(good: Properties, found: Properties | null): PropertyName[] {
  return propertyNames.filter((name) => good[name]?.holds === true && found?.[name]?.holds !== true);
}

/** Errors of a property that the original lacks. */
function freshFindings(before: PropertyResult | undefined, after: PropertyResult | undefined) {
  const textOf = (finding: PropertyResult["findings"][number]) =>
    JSON.stringify([finding.rule, finding.where, finding.message]);
  const known = new Set(before?.findings.map(textOf));
  return (after?.findings ?? []).filter((one) => one.severity === "error" && !known.has(textOf(one)));
}

function textsOf(findings: PropertyResult["findings"]): string[] {
  return findings.map(({ rule, message }) => `${rule}: ${message}`);
}

function phaseOfPlace(place: string): number {
  return place.includes("follow_up") || place.includes("clean_up") ? 2 : 1;
}

function phaseOf(where: Location): number {
  return where.kind === "follow-up" ? 2 : 1;
}
