import type { Dialogue, DialogueFault } from "#shared/domain/dialogue.ts";
import { failedJob } from "../../electron/dialogues/dialogue-job.ts";
import { playJob } from "../../electron/dialogues/play-job.ts";
import type { PackDialogues } from "../dialogues/pack-dialogues.ts";
import { type FaultCase, faultCases } from "./fault-cases.ts";

/** A planted fault and what was found. */
export interface FoundFault {
  planted: FaultCase;
  dialogue: Dialogue;
  isRight: boolean;
}

/** A fault as one label: "simulator (helped)", "nobody". */
export function faultLabel({ fault, simulator }: Pick<DialogueFault, "fault" | "simulator">): string {
  return `${fault ?? "nobody"}${simulator === null ? "" : ` (${simulator})`}`;
}

/** Plays the planted faults of river-watch: all of them, or so many of each class. */
export async function findFaults(
  pack: PackDialogues,
  { ofEach = Number.POSITIVE_INFINITY, onFound = () => {} }: FaultOptions = {},
): Promise<FoundFault[]> {
  const { prepared } = await pack.checked("c");
  const byClass = Map.groupBy(faultCases(prepared), ({ planted }) => faultLabel(planted));
  const cases = [...byClass.values()].flatMap((all) => spread(all, ofEach));
  const found = new Map<FaultCase, Dialogue>();
  const runOf = ({ protocol, change }: FaultCase) => pack.runOf(protocol, { ...change, findFaults: true });
  await pack.lanes.forEach<FaultCase, Dialogue>(cases, {
    databaseOf: ({ job }) => job.prepared.context.task.database,
    work: (planted, database) =>
      playJob(planted.job, runOf(planted), planted.database?.(database) ?? database),
    failed: (planted, error) => failedJob(planted.job, runOf(planted), error),
    onDone(planted, dialogue) {
      found.set(planted, dialogue);
      onFound(judged(planted, dialogue));
    },
  });
  return cases.map((planted) => judged(planted, found.get(planted) as Dialogue));
}

interface FaultOptions {
  ofEach?: number;
  onFound?(fault: FoundFault): void;
}

/** So many of a list, from all over it. */
function spread<Item>(items: readonly Item[], most: number): Item[] {
  if (items.length <= most) return [...items];
  return Array.from({ length: most }, (_, at) => items[Math.floor((at * items.length) / most)] as Item);
}

function judged(planted: FaultCase, dialogue: Dialogue): FoundFault {
  const { fault } = dialogue;
  const isRight = fault !== null && faultLabel(fault) === faultLabel(planted.planted);
  return { planted, dialogue, isRight };
}

/** How often what was planted was found as what, as a table of Markdown. */
export function confusionMatrix(found: readonly FoundFault[]): string {
  const planted = found.map((one) => faultLabel(one.planted.planted));
  const answered = found.map(({ dialogue }) =>
    dialogue.fault === null ? "none" : faultLabel(dialogue.fault),
  );
  const labels = [...new Set([...planted, ...answered])];
  const row = (cells: readonly (string | number)[]) => `| ${cells.join(" | ")} |`;
  const counts = (label: string) =>
    labels.map((other) => found.filter((_, at) => planted[at] === label && answered[at] === other).length);
  return [
    row(["planted ↓ found →", ...labels]),
    row(["---", ...labels.map(() => "---:")]),
    ...[...new Set(planted)].map((label) => row([label, ...counts(label).map((count) => count || "")])),
  ].join("\n");
}
