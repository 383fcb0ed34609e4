import type { Finding } from "../domain/finding.ts";
import { ambientReads } from "./data/ambient-reads.ts";
import { effect } from "./data/effect.ts";
import { emptyResult } from "./data/empty-result.ts";
import { floatEquality } from "./data/float-equality.ts";
import { goldRuns } from "./data/gold-runs.ts";
import { limitTies } from "./data/limit-ties.ts";
import { nullsFirst } from "./data/nulls-first.ts";
import { numbersAsText } from "./data/numbers-as-text.ts";
import { orderTested } from "./data/order-tested.ts";
import { indistinctReadings } from "./data/readings.ts";
import { shippedRewriting } from "./data/shipped-rewriting.ts";
import { steadyResult } from "./data/steady-result.ts";
import { brokenOff, fileRules, notChecked } from "./reported.ts";
import type { Needs, Rule } from "./rule.ts";
import { duplicatesSeen } from "./run/duplicates-seen.ts";
import { goldTest } from "./run/gold-test.ts";
import { testCompiles } from "./run/test-compiles.ts";
import { testReadsText } from "./run/test-reads-text.ts";
import { acceptedWrongAnswers } from "./run/wrong-answers.ts";
import { followUps } from "./sql/follow-up.ts";
import { goldOrigins, goldSyntax } from "./sql/gold.ts";
import { knowledgeUse } from "./sql/knowledge-use.ts";
import { leaks } from "./sql/leaks.ts";
import { snippets } from "./sql/snippets.ts";
import { storedWords } from "./sql/stored-words.ts";
import { ambiguities } from "./text/ambiguities.ts";
import { budget } from "./text/budget.ts";
import { knowledgeBase, taskKnowledgeRules } from "./text/knowledge.ts";
import { rowFormat } from "./text/row-format.ts";
import { taskFields } from "./text/task-fields.ts";
import { testScripts } from "./text/test-scripts.ts";
import type { Topic } from "./topics.ts";

/** Every rule, by families, in the order in which they are asked. A new family is a file of its own and a line here. */
export const families = [
  rowFormat,
  fileRules,
  taskFields,
  ambiguities,
  testScripts,
  knowledgeBase,
  taskKnowledgeRules,
  goldSyntax,
  snippets,
  knowledgeUse,
  goldOrigins,
  followUps,
  leaks,
  storedWords,
  budget,
  brokenOff,
  notChecked,
  goldRuns,
  ambientReads,
  testCompiles,
  emptyResult,
  effect,
  orderTested,
  limitTies,
  nullsFirst,
  numbersAsText,
  floatEquality,
  shippedRewriting,
  steadyResult,
  indistinctReadings,
  goldTest,
  acceptedWrongAnswers,
  testReadsText,
  duplicatesSeen,
] as const;

type IdsOf<Family> = Family extends { rules: infer Known } ? keyof Known & string : never;

/** The id of a rule that this version knows; findings of other versions may have others. */
export type RuleId = IdsOf<(typeof families)[number]>;

/** A rule with what its family says of it. */
export interface RegisteredRule extends Rule {
  id: RuleId;
  topic: Topic;
  needs: Needs;
}

/** Every rule, in the order of the registry. */
export const rules: readonly RegisteredRule[] = families.flatMap(({ topic, needs, rules: own }) =>
  Object.entries<Rule>(own).map(([id, rule]) => ({ ...rule, id: id as RuleId, topic, needs })),
);

const byId = new Map<string, RegisteredRule>(rules.map((rule) => [rule.id, rule]));

/** What is known of a rule; null where another version reported it. */
export function ruleOf(id: string): RegisteredRule | null {
  return byId.get(id) ?? null;
}

/** Whether a finding breaks this rule. */
export function breaks({ rule }: Pick<Finding, "rule">, id: RuleId): boolean {
  return rule === id;
}
