import { unchangedBattery } from "./battery.ts";
import { defaultConditions } from "./conditions.ts";
import type { FollowUp } from "./follow-up.ts";
import { isManagement, type Task } from "./task.ts";

/** A task of which nothing is written yet. */
export function blankTask(instanceId: string, database: string): Task {
  return {
    instanceId,
    database,
    clearQuestion: "",
    ambiguousQuestion: "",
    goldSql: [],
    preprocessSql: [],
    cleanUpSql: [],
    ambiguities: [],
    knowledgeIds: [],
    tests: [],
    category: "Query",
    conditions: defaultConditions,
    followUp: null,
    difficultyTier: null,
    highLevel: null,
    outputType: null,
    battery: unchangedBattery,
  };
}

/** A follow-up of which nothing is written yet; its results count as where a file says nothing of them. */
export function blankFollowUp(): FollowUp {
  return {
    question: "",
    goldSql: [],
    knowledgeIds: [],
    type: null,
    tests: [],
    category: "Query",
    conditions: defaultConditions,
    difficultyTier: null,
    outputType: null,
  };
}

/** The next free id of a database's tasks: `<db>_<n>`, of management tasks `<db>_M_<n>` (rule H9). */
export function nextInstanceId(taken: Iterable<string>, task: Task): string {
  const prefix = `${task.database}_${isManagement(task) ? "M_" : ""}`;
  let last = 0;
  for (const id of taken) {
    const number = id.startsWith(prefix) ? id.slice(prefix.length) : "";
    if (/^\d{1,9}$/.test(number)) last = Math.max(last, Number(number));
  }
  return `${prefix}${last + 1}`;
}
