import type { System } from "#shared/dialogue/systems/system.ts";
import type { Dialogue, DialogueSettings, DialogueTurn } from "#shared/domain/dialogue.ts";
import type { Phase } from "#shared/domain/task.ts";
import type { ProvenanceContext } from "#shared/sql/provenance/sources.ts";
import type { DialogueDatabase, DialogueEnvironment } from "./environment.ts";
import { playDialogue, type UserSimulator } from "./play-dialogue.ts";

/** A dialogue graded again; `why` says in a sentence why a figure of it moved, null where none did. */
export interface GradedDialogue {
  dialogue: Dialogue;
  why: string | null;
}

/** Judges what a dialogue submitted once more, as the task and its tests are now; the system is not run. */
export async function gradeDialogue(
  before: Dialogue,
  {
    context,
    settings,
    signal,
  }: { context: ProvenanceContext; settings: DialogueSettings; signal: AbortSignal },
  database: DialogueDatabase,
): Promise<GradedDialogue> {
  if (before.end === "infrastructure" || before.end === "not-judged") return { dialogue: before, why: null };
  const live = database.begin(context, settings.profile);
  const reasons = new Map<Phase, string | null>();
  const parts = recordedParts(before, {
    ...live,
    async judge(phase, sql, previous, aborted) {
      const result = await live.judge(phase, sql, previous, aborted);
      reasons.set(phase, result.reason);
      return result;
    },
  });
  const record = await playDialogue({ ...parts, context, settings, signal });
  const isUnplayed = record.phase1Passed && !before.phase1Passed && record.end === "system-stopped";
  const hasFollowUp = context.task.followUp !== null;
  const after = { ...before, ...record, hasFollowUp, reason: isUnplayed ? notPlayed : record.reason };
  const why = whyMoved(before, after, reasons);
  return { dialogue: why === null ? after : { ...after, fault: null }, why };
}

const notPlayed = "Phase 1 passes now; its follow-up was not played.";

function whyMoved(
  before: Dialogue,
  after: Dialogue,
  reasons: ReadonlyMap<Phase, string | null>,
): string | null {
  if (after.end === "infrastructure") return `It could not be graded: ${after.reason}`;
  const moved = ([1, 2] as const).flatMap((phase) => {
    const [was, is] = [before, after].map((dialogue) => dialogue[`phase${phase}Passed`]);
    if (was === is) return [];
    if (is) return [`Phase ${phase} passes now.`];
    return [`Phase ${phase} passes no longer: ${reasons.get(phase) ?? "it is not reached."}`];
  });
  if (moved.length > 0) return moved.join(" ");
  return before.reward === after.reward ? null : `The reward is ${after.reward} instead of ${before.reward}.`;
}

/** Everybody who took part in a dialogue, saying again what they said; only submissions are judged anew. */
interface RecordedParts {
  system: System;
  simulator: UserSimulator;
  environment: DialogueEnvironment;
}

/** Plays a dialogue back, phase by phase: where a phase is reached that was not, or goes on longer, the system stops. */
function recordedParts(dialogue: Dialogue, live: DialogueEnvironment): RecordedParts {
  let current: DialogueTurn | undefined;
  return {
    system: {
      async next({ phase, turns }) {
        const played = turns.filter((turn) => turn.phase === phase).length;
        current = dialogue.turns.filter((turn) => turn.phase === phase)[played];
        return current?.action ?? null;
      },
      close: async () => {},
    },
    simulator: {
      name: dialogue.simulator,
      async answer() {
        if (current === undefined) throw new Error("nobody asked");
        const unrecorded = { actions: [{ kind: "UNA", reason: "not-understood" } as const], leaks: [] };
        return { ...(current.answer ?? unrecorded), text: current.observation };
      },
    },
    environment: { ...live, observe: async () => current?.observation ?? "" },
  };
}
