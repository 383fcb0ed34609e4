import type { Dialogue } from "#shared/domain/dialogue.ts";

/** A dialogue that was played to its end, with a part of it as the test needs it. */
export function playedDialogue(part: Partial<Dialogue> = {}): Dialogue {
  const passed = part.phase1Passed ?? false;
  return {
    instanceId: "harbour_1",
    hasFollowUp: false,
    settings: { protocol: "c", profile: "adk", behaviour: "fixed", patience: 3 },
    system: "asks-everything",
    simulator: "built-in 1",
    seed: 1,
    trial: 0,
    turns: [],
    budget: { total: 5, left: 2 },
    phase1Passed: passed,
    phase2Passed: false,
    reward: passed ? 1 : 0,
    end: passed ? "solved" : "failed",
    reason: null,
    fault: null,
    ...part,
  };
}

/** A dialogue of each outcome (1 solved, 0 failed, x infrastructure) of a task: "harbour_1: 110x" is four trials. */
export function playedTasks(
  outcomes: Readonly<Record<string, string>>,
  part: Partial<Dialogue> = {},
): Dialogue[] {
  return Object.entries(outcomes).flatMap(([instanceId, trials]) =>
    [...trials].map((outcome, trial) =>
      playedDialogue({
        ...{ instanceId, trial, phase1Passed: outcome === "1" },
        ...(outcome === "x" && { end: "infrastructure" as const }),
        ...part,
      }),
    ),
  );
}
