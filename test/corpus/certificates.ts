import fc from "fast-check";
import { readColumnMeanings } from "#shared/formats/column-meanings.ts";
import type { TaskToCertify } from "../../electron/certificate/certified-task.ts";
import type { CertificateTools } from "../../electron/certificate/certify-task.ts";
import { pierSubjects, subjectEdits } from "../certificate/edited-subjects.ts";
import { certifyFrom, differenceAfter, openPier } from "../certificate/incremental-certificates.ts";
import type { PackDialogues } from "../dialogues/pack-dialogues.ts";
import { columnMeaningsText, knowledgeBase, packTasks } from "../tasks/river-watch-pack.ts";

/** Random edits one after another, and what an incremental certificate then has that a full one has not; null where both are equal. */
interface EditedTask {
  what: string;
  difference: string | null;
}

interface EditedTasks {
  sequences: number;
  seed: number;
  onEdited(edited: EditedTask): void;
}

/** Sequences of edits on the small tasks of the pier. */
export async function editPier(folder: string, asked: EditedTasks): Promise<void> {
  const pier = await openPier(folder);
  try {
    await editTasks(pierSubjects, pier, { ...asked, on: "pier", mutants: 6 });
  } finally {
    await pier.close();
  }
}

/** The same on the tasks of river-watch, each in its turn. */
export async function editPack(pack: PackDialogues, asked: EditedTasks): Promise<void> {
  const { nodes } = knowledgeBase();
  const { meanings: columnMeanings } = readColumnMeanings(columnMeaningsText(), "river_watch");
  const subjects = packTasks().map((task) => ({ task, nodes, columnMeanings }));
  await editTasks(subjects, pack, { ...asked, on: "any", mutants: 4 });
}

async function editTasks(
  subjects: readonly TaskToCertify[],
  tools: CertificateTools,
  { sequences, seed, on, mutants, onEdited }: EditedTasks & { on: "pier" | "any"; mutants: number },
): Promise<void> {
  const drawn = fc.sample(fc.array(subjectEdits(on), { minLength: 1, maxLength: 3 }), {
    ...{ numRuns: sequences, seed },
  });
  const known = new Map<TaskToCertify, Awaited<ReturnType<typeof certifyFrom>>["outcomes"]>();
  for (const [index, edits] of drawn.entries()) {
    const subject = subjects[index % subjects.length] as TaskToCertify;
    const outcomes = known.get(subject) ?? (await certifyFrom({}, subject, tools, mutants)).outcomes;
    known.set(subject, outcomes);
    const difference = await differenceAfter(edits, { subject, outcomes }, tools, mutants);
    const { instanceId } = subject.task;
    onEdited({ what: `sequence ${index + 1} of seed ${seed} (${instanceId})`, difference });
  }
}
