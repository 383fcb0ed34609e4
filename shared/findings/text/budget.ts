import { clarificationsNeeded, clarificationTurns, defaultPatience, isClear } from "../../domain/task.ts";
import { quoted } from "../../text/quoted.ts";
import { defineRules, textFamily } from "../rule.ts";

const rules = defineRules({
  "budget-without-ambiguity": {
    severity: "warning",
    meaning:
      "The system gets a turn for each critical and knowledge ambiguity, but the task has none, so the system need not ask anything.",
    fix: "Add an ambiguity for what the question leaves open.",
  },
  "budget-too-short": {
    severity: "warning",
    meaning:
      "The task has more ambiguities than turns at the default patience: a system that asks about each of them, one a turn, cannot solve it.",
    fix: "Make a non-critical ambiguity critical, say in the question what it leaves open, or take one out.",
  },
  "budget-misses-mask": {
    severity: "warning",
    meaning: "A non-critical ambiguity is masked: the system has to ask about it but gets no turn for it.",
    fix: "Unmask it, or make it critical.",
    quickFix: "Unmasks it.",
  },
});

/** Whether the turns that a system gets (rule A5) are those that it needs. */
export const budget = textFamily({
  topic: "follow-up",
  rules,
  *find({ task }) {
    if (isClear(task)) return;
    if (clarificationsNeeded(task) === 0)
      yield {
        rule: "budget-without-ambiguity",
        where: { kind: "task" },
        message:
          "The question is ambiguous, but the task has no critical or knowledge ambiguity: the system need not ask anything, and its only turns are those of its patience. Add an ambiguity for what the question leaves open.",
      };
    const [all, turns] = [task.ambiguities.length, clarificationTurns(task)];
    if (all > turns)
      yield {
        rule: "budget-too-short",
        where: { kind: "task" },
        message: `The task has ${all} ambiguities, but a system may ask ${turns} questions at a patience of ${defaultPatience}. Make a non-critical one critical, say in the question what it leaves open, or take one out.`,
      };
    for (const [index, ambiguity] of task.ambiguities.entries())
      if (ambiguity.kind === "non-critical" && ambiguity.isMask === true)
        yield {
          rule: "budget-misses-mask",
          where: { kind: "ambiguity", index },
          message: `The snippet of ${quoted(ambiguity.term)} is masked, but a non-critical ambiguity gives the system no turn to ask about it. Unmask it, or make it critical.`,
          fix: {
            description: `Unmask the snippet of ${quoted(ambiguity.term)}.`,
            edit: [{ kind: "change-ambiguity", index, ambiguity: { ...ambiguity, isMask: false } }],
          },
        };
  },
});
