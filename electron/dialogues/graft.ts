import { createHash } from "node:crypto";
import type { Dialogue, DialogueTurn, Graft } from "#shared/domain/dialogue.ts";
import type { PreFlight } from "./pre-flight.ts";
import type { PreparedTask } from "./prepare-task.ts";

/** What the systems of one run found out from the user, for dialogues of another to begin with. */
export interface GraftSource {
  graft: Graft;
  /** The questions that were asked about a task before its first submission, with their answers; null where none was played. */
  turnsOf(instanceId: string, trial: number): readonly DialogueTurn[] | null;
}

/**
 * The clarifications of one system with one simulator; of a sweep those under the greatest patience. A trial takes those of
 * the same trial, one that was not played those of an earlier one in turn.
 */
export function graftSource(dialogues: readonly Dialogue[]): GraftSource | null {
  const [first] = dialogues;
  if (first === undefined) return null;
  const { system, simulator } = first;
  const byTask = Map.groupBy(
    dialogues
      .filter(({ end }) => end !== "infrastructure" && end !== "not-judged")
      .toSorted((one, other) => one.settings.patience - other.settings.patience),
    ({ instanceId }) => instanceId,
  );
  const trials = new Map(
    [...byTask].map(([instanceId, own]) => [
      instanceId,
      new Map(own.map((dialogue) => [dialogue.trial, clarifications(dialogue)])),
    ]),
  );
  const content = [...trials].map(([instanceId, own]) => [
    instanceId,
    [...own].map(([trial, turns]) => [trial, turns.map(({ action, observation }) => [action, observation])]),
  ]);
  const hash = createHash("sha256").update(JSON.stringify(content)).digest("hex").slice(0, 12);
  return {
    graft: { system, simulator, hash },
    turnsOf(instanceId, trial) {
      const own = [...(trials.get(instanceId) ?? [])].sort(([one], [other]) => one - other);
      return own[trial % own.length]?.[1] ?? null;
    },
  };
}

/** Leaves out the tasks that the other run has no dialogue about. */
export function withDonors(checked: PreFlight, { turnsOf }: GraftSource): PreFlight {
  const hasDonor = ({ context: { task } }: PreparedTask) => turnsOf(task.instanceId, 0) !== null;
  const strangers = checked.prepared.filter((prepared) => !hasDonor(prepared));
  const reason = "The run whose clarifications are grafted has no dialogue about it.";
  return {
    ...checked,
    prepared: checked.prepared.filter(hasDonor),
    leftOut: [
      ...checked.leftOut,
      ...strangers.map(({ context: { task } }) => ({ instanceId: task.instanceId, reason })),
    ],
  };
}

function clarifications({ turns }: Dialogue): DialogueTurn[] {
  const end = turns.findIndex(({ action }) => action.kind === "submit");
  const before = end < 0 ? turns : turns.slice(0, end);
  return before.filter(({ action, refused }) => action.kind === "ask" && !refused);
}
