import type { Phase } from "#shared/domain/task.ts";
import type { PhaseResult } from "#shared/domain/task-run.ts";
import type { DialogueDatabase, DialogueEnvironment } from "../dialogues/environment.ts";
import { judge, type OpenTask } from "./certified-task.ts";
import type { JudgedAnswer } from "./phase-judge.ts";

/**
 * What dialogues by questions are played on: submissions are judged as readings and mutants are, so that what was judged once
 * is not run again for a dialogue. `judgeAfter` judges an answer to phase 2 behind another answer to phase 1 than the gold;
 * null where that makes no difference.
 */
export function answeredByJudges(
  open: OpenTask,
  judgeAfter: (previous: readonly string[], texts: readonly string[]) => Promise<PhaseResult | null>,
): Pick<DialogueDatabase, "begin"> {
  const gold = open.context.task.goldSql;
  const isGold = (texts: readonly string[]) => JSON.stringify(texts) === JSON.stringify(gold);
  const environment: DialogueEnvironment = {
    async judge(phase, sql, previous) {
      const after = phase === 2 && !isGold(previous) ? await judgeAfter(previous, sql) : null;
      return after ?? asResult(open, phase, await judge(open, phase, sql));
    },
    runs: async (sql) => {
      const { outcome } = await judge(open, 1, sql);
      return outcome !== "breaks" && outcome !== "timeout";
    },
    observe: async () => {
      throw new Error("A dialogue by questions looks at nothing.");
    },
    beginFollowUp: () => {},
  };
  return { begin: () => environment };
}

function asResult({ phases }: OpenTask, phase: Phase, { outcome, reason }: JudgedAnswer): PhaseResult {
  const plan = phases.find(({ part }) => part.phase === phase)?.plan;
  const passed = outcome === "passes" || outcome === "not-tested";
  return {
    ...{ phase, passed, passedFixed: passed, reason, steps: [], tests: [], fixedTests: [], elapsedMs: 0 },
    ...{ start: plan?.start ?? "template", choice: plan?.choice ?? "none" },
  };
}
