import {
  type FollowUp,
  followUpTypes,
  isKnownFollowUpType,
  isStateDependent,
} from "../../domain/follow-up.ts";
import { isManagement, type Task } from "../../domain/task.ts";
import { normalTokens } from "../../sql/anchor/normal-tokens.ts";
import type { Token } from "../../sql/lex.ts";
import { dependsOnState } from "../../sql/state-dependence.ts";
import type { SqlTree } from "../../sql/tree/sql-node.ts";
import { defineRules, type FindingOf, sqlFamily } from "../rule.ts";
import { squeezed } from "./snippets.ts";

const rules = defineRules({
  "follow-up-unfinished": {
    severity: "warning",
    meaning: "The follow-up has no question, or no gold although phase 1 has one.",
    fix: "Write it, or remove the follow-up.",
  },
  "follow-up-repeats-phase-1": {
    severity: "warning",
    meaning: "The gold of the follow-up is the same as that of phase 1, apart from layout and spelling.",
    fix: "Ask for something that phase 1 does not answer.",
  },
  "follow-up-ignores-state": {
    severity: "warning",
    meaning: "The follow-up is state-dependent, but its gold uses nothing that phase 1 creates or changes.",
    fix: "Use what phase 1 creates, or change the type.",
  },
  "state-dependent-on-query": {
    severity: "warning",
    meaning: "The follow-up is state-dependent, but phase 1 is not a management task and changes no state.",
    fix: "Change the type or the category.",
  },
  "follow-up-type-unknown": {
    severity: "info",
    meaning: "The type of the follow-up is not in the taxonomy.",
    fix: "Choose a type from the taxonomy if one fits.",
  },
});
type FollowUpFinding = FindingOf<typeof rules>;

/** A second phase that is not finished, asks nothing new, or nothing of the state that it is said to need (rules U2–U6). */
export const followUps = sqlFamily({
  topic: "follow-up",
  rules,
  *find({ task, gold: { 1: first, 2: second } }) {
    const { followUp } = task;
    if (followUp === null) return;
    yield* ofFields(task, followUp);
    if (first.length === 0 || second.length === 0) return;
    const isSame =
      startOf(first) === startOf(second) &&
      endOf(first) === endOf(second) &&
      normalText(first) === normalText(second);
    if (isSame) yield repeating;
    if (isStateDependent(followUp) && isManagement(task) && !dependsOnState(first, second))
      yield {
        rule: "follow-up-ignores-state",
        where: { kind: "follow-up", inside: { kind: "field", path: ["type"] } },
        message:
          "The follow-up is state-dependent, but its gold uses nothing that the gold of phase 1 creates or changes. Use what phase 1 creates, or change the type.",
      };
  },
  *findInText({ task }) {
    const { followUp, goldSql } = task;
    if (followUp === null) return;
    yield* ofFields(task, followUp);
    const [first, second] = [goldSql, followUp.goldSql].map((sql) => squeezed(sql.join(";")));
    if (followUp.goldSql.length > 0 && first === second) yield repeating;
  },
});

const repeating: FollowUpFinding = {
  rule: "follow-up-repeats-phase-1",
  where: { kind: "follow-up", inside: null },
  message:
    "The gold SQL of the follow-up is the same as that of phase 1, apart from layout and spelling. Ask for something that phase 1 does not answer.",
};

function* ofFields(task: Task, followUp: FollowUp): Generator<FollowUpFinding> {
  if (followUp.type !== null && !isKnownFollowUpType(followUp.type))
    yield {
      rule: "follow-up-type-unknown",
      where: { kind: "follow-up", inside: { kind: "field", path: ["type"] } },
      message: `The follow-up type "${followUp.type}" is none of ${Object.keys(followUpTypes).join(", ")}. Querent keeps it unchanged.`,
    };
  const missing = [
    ...(followUp.question.trim() === "" ? ["question"] : []),
    ...(task.goldSql.length > 0 && followUp.goldSql.length === 0 ? ["gold SQL"] : []),
  ];
  if (missing.length > 0)
    yield {
      rule: "follow-up-unfinished",
      where: { kind: "follow-up", inside: null },
      message: `The follow-up has no ${missing.join(" and no ")}. Write it, or remove the follow-up.`,
    };
  if (isStateDependent(followUp) && !isManagement(task))
    yield {
      rule: "state-dependent-on-query",
      where: { kind: "follow-up", inside: null },
      message:
        "The follow-up is state-dependent, but phase 1 is not a management task and changes no state. Change the type or the category.",
    };
}

/** The first tokens, which tell most statements apart already; the last ones most of the others. */
function startOf([tree]: readonly SqlTree[]): string {
  return tree === undefined ? "" : valuesOf(tree, tree.tokens.slice(0, 16)).slice(0, 8).join(" ");
}

function endOf(trees: readonly SqlTree[]): string {
  const tree = trees.at(-1);
  return tree === undefined ? "" : valuesOf(tree, tree.tokens.slice(-16)).slice(-7).join(" ");
}

function normalText(trees: readonly SqlTree[]): string {
  return trees.map((tree) => valuesOf(tree, tree.tokens).join(" ")).join(";");
}

function valuesOf({ dialect }: SqlTree, tokens: readonly Token[]): string[] {
  return normalTokens(tokens, "spelling", dialect).map(({ value }) => value);
}
