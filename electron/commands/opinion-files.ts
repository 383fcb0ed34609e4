import path from "node:path";
import { z } from "zod";
import { Ex } from "#shared/domain/ex.ts";
import { itemKey } from "#shared/domain/item-key.ts";
import { BadInput } from "#shared/formats/bad-input.ts";
import type { ItemInput } from "#shared/formats/item-input.ts";
import { readPredictions } from "#shared/formats/predictions.ts";
import { ownField } from "#shared/formats/read-item.ts";
import { readTextFile } from "../store/read-text-file.ts";
import { WrongUsage } from "./command-end.ts";

/** What an export of ours says of an item besides its verdicts. */
const OwnFacts = z.object({
  verdicts: z.array(z.object({ reviewer: z.string(), savedAt: z.string().nullish() })).default([]),
  evaluation: z.object({ ex: Ex }).nullish(),
});

/** An item of several reviewers' files, and what each said of it. */
export interface FiledItem {
  dbId: string;
  input: ItemInput;
  /** EX as an export of ours has it; null: no file says it. */
  ex: Ex | null;
  /** When each person's opinion was saved (ISO 8601 in UTC), of those whose file says it. */
  savedAt: Map<string, string>;
  /** What each person who judged it wrote beside the label. */
  notes: Map<string, string>;
  /** Person → label. */
  opinions: Map<string, string>;
  /** People whose file says both of it; they have no opinion here. */
  contradicting: Set<string>;
}

/** Several reviewers' files as one. */
interface OpinionFiles {
  items: FiledItem[];
  people: string[];
  /** Items of a file that carry no label. */
  missing: number;
  warnings: string[];
}

/**
 * Reads a file of each reviewer, named by the file or as NAME=FILE, and matches items by database, question and both statements.
 * Throws `WrongUsage` where a reviewer or a file is given twice, `BadInput` for a file with defects or of consensus labels.
 */
export async function readOpinionFiles(inputs: readonly string[]): Promise<OpinionFiles> {
  const files = inputs.map(namedFile);
  refuseRepeated(
    files.map(({ name }) => name),
    "reviewer",
    "Name each reviewer differently: NAME=FILE.",
  );
  refuseRepeated(
    files.map(({ file }) => path.resolve(file)),
    "file",
    "Give each file once.",
  );
  const items = new Map<string, FiledItem>();
  const read: OpinionFiles = { items: [], people: [], missing: 0, warnings: [] };
  for (const { name, file } of files) {
    const { form, items: inputs } = readPredictions(await readTextFile(file), path.basename(file));
    if (form.startsWith("ROSE consensus")) throw consensusGiven(path.basename(file));
    for (const input of inputs) addOpinions(items, read, name, input);
  }
  read.items = [...items.values()];
  read.people = [...new Set(read.items.flatMap(({ opinions }) => [...opinions.keys()]))].sort();
  read.warnings.push(...warningsOf(read));
  return read;
}

function namedFile(given: string): { name: string; file: string } {
  const { name, file } = nameAndFile(given);
  return { name: name ?? path.parse(file).name, file };
}

/** A file as an option names it, NAME=FILE or FILE. */
export function nameAndFile(given: string): { name: string | null; file: string } {
  const [, name, file] = /^([^=/\\]+)=(.+)$/.exec(given) ?? [];
  return name === undefined || file === undefined ? { name: null, file: given } : { name, file };
}

function refuseRepeated(values: readonly string[], what: string, fix: string): void {
  const twice = values.find((value, at) => values.indexOf(value) !== at);
  if (twice !== undefined) throw new WrongUsage(`The ${what} ${twice} is given twice. ${fix}`);
}

function consensusGiven(file: string): BadInput {
  const reason = "The file has consensus labels, which are nobody's own opinion.";
  return new BadInput([{ file, row: null, field: null, reason, fix: "Give the reviewers' own files." }]);
}

function addOpinions(
  items: Map<string, FiledItem>,
  read: OpinionFiles,
  name: string,
  input: ItemInput,
): void {
  const key = itemKey(input);
  const item = items.get(key) ?? { dbId: input.dbId, input, ...filed() };
  items.set(key, item);
  const facts = OwnFacts.safeParse((JSON.parse(input.source) as Record<string, unknown>)[ownField]).data;
  item.ex ??= facts?.evaluation?.ex ?? null;
  for (const { reviewer, savedAt } of facts?.verdicts ?? []) if (savedAt) item.savedAt.set(reviewer, savedAt);
  const said = input.verdicts.length > 0 ? input.verdicts : [{ reviewer: name, judgement: input.judgement }];
  for (const { reviewer, judgement } of said) {
    const label = judgement?.label ?? null;
    if (label === null) read.missing += 1;
    else {
      addOpinion(item, reviewer, label, read.warnings);
      item.notes.set(reviewer, judgement?.note ?? "");
    }
  }
}

const filed = (): Omit<FiledItem, "dbId" | "input"> => ({
  ex: null,
  savedAt: new Map(),
  opinions: new Map(),
  notes: new Map(),
  contradicting: new Set(),
});

function addOpinion(item: FiledItem, person: string, label: string, warnings: string[]): void {
  const { dbId, questionId } = item.input;
  const earlier = item.opinions.get(person);
  if (item.contradicting.has(person)) return;
  if (earlier === undefined) item.opinions.set(person, label);
  else if (earlier === label)
    warnings.push(`${person} judges question ${questionId} of ${dbId} twice, alike: it counts once.`);
  else {
    item.opinions.delete(person);
    item.contradicting.add(person);
    warnings.push(
      `${person} says ${earlier} and ${label} of question ${questionId} of ${dbId}: neither counts.`,
    );
  }
}

function warningsOf({ items, people }: OpinionFiles): string[] {
  const pairs = people.flatMap((one, at) => people.slice(at + 1).map((other) => [one, other] as const));
  const alike = pairs.flatMap(([one, other]) => {
    const either = items.filter(({ opinions }) => opinions.has(one) || opinions.has(other));
    const same = either.every(({ opinions }) => opinions.get(one) === opinions.get(other));
    return same && either.length >= fewest
      ? [`${one} and ${other} said the same of the same ${either.length} items: are they one person?`]
      : [];
  });
  const shared = items.some(({ opinions }) => opinions.size > 1);
  const alone =
    shared || people.length < 2 ? [] : ["No item is judged by two people: are these files of one project?"];
  const questions = Map.groupBy(items, ({ input }) =>
    JSON.stringify([input.dbId, `${input.questionId}`, input.question]),
  );
  const others = [...questions.values()].filter(
    (own) => own.length > 1 && new Set(own.flatMap(({ opinions }) => [...opinions.keys()])).size > 1,
  ).length;
  const apart =
    others === 0 ? [] : [`${others} questions have several predictions; each is an item of its own.`];
  return [...alike, ...alone, ...apart];
}

/** From so many items on, equal opinions on all of them are worth a question. */
const fewest = 5;
