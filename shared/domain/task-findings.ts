import { type Ambiguity, isKnownType } from "./ambiguity.ts";
import { type Finding, inPhase, type TextRange } from "./finding.ts";
import { followUpTypes, isKnownFollowUpType, isStateDependent } from "./follow-up.ts";
import { isManagement, type SubTask, subTasks, type Task, taskCategories } from "./task.ts";
import {
  definesTestCase,
  EvaluatorProfile,
  hasManagementId,
  helpersCalled,
  profilesFor,
} from "./test-script.ts";

/**
 * What is wrong with a task as its text stands, without a database, a parser or knowledge (rules T1, T11, T17, T21, T23, A2–A4, A9,
 * U2–U6). Nothing here keeps a task from being imported.
 */
export function taskFindings(task: Task): Finding[] {
  return [
    ...headFindings(task),
    ...task.ambiguities.flatMap((ambiguity, index) => ambiguityFindings(task, ambiguity, index)),
    ...subTasks(task).flatMap(testFindings),
    ...followUpFindings(task),
  ];
}

/** Where the term stands in the ambiguous question, whatever its case; null where it does not occur (rule A2). */
export function termRange(question: string, term: string): TextRange | null {
  if (term.trim() === "") return null;
  const exact = question.indexOf(term);
  if (exact >= 0) return { from: exact, to: exact + term.length };
  const escaped = term.trim().replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  const match = new RegExp(escaped.replace(/\s+/g, "\\s+"), "iu").exec(question);
  return match === null ? null : { from: match.index, to: match.index + match[0].length };
}

/** Whether a snippet stands in one of the gold statements, whatever the case and the white space (rule A3). */
export function snippetInGold(gold: readonly string[], snippet: string): boolean {
  const wanted = squeezed(snippet);
  return wanted !== "" && gold.some((statement) => squeezed(statement).includes(wanted));
}

function squeezed(sql: string): string {
  return sql.replace(/\s+/gu, "").replace(/;$/, "").toLowerCase();
}

function headFindings(task: Task): Finding[] {
  const findings: Finding[] = [];
  if (task.database === "")
    findings.push({
      rule: "database-missing",
      severity: "error",
      where: { kind: "field", path: ["selected_database"] },
      message: "The task names no database, so nothing of it can run. Fill in selected_database.",
    });
  if ((task.ambiguousQuestion ?? "").trim() + (task.clearQuestion ?? "").trim() === "")
    findings.push({
      rule: "question-missing",
      severity: "error",
      where: { kind: "field", path: ["query"] },
      message: "The task asks nothing: it has neither an ambiguous nor a clear question. Write one.",
    });
  if (task.category !== null && !taskCategories.includes(task.category))
    findings.push({
      rule: "category-unknown",
      severity: "info",
      where: { kind: "field", path: ["category"] },
      message: `The category "${task.category}" is none of ${taskCategories.join(", ")}. It is kept as it is; evaluators take it for no query.`,
    });
  // The short ids of clear tasks (5, M_1) are their form's; an interactive task goes to evaluators that read the long ones.
  const isNamedByForm =
    task.instanceId.startsWith(`${task.database}_`) ||
    (task.ambiguousQuestion !== null && isManagement(task));
  if (isNamedByForm && task.category !== null && hasManagementId(task.instanceId) !== isManagement(task))
    findings.push({
      rule: "id-against-category",
      severity: "warning",
      where: { kind: "field", path: ["instance_id"] },
      message:
        `The id ${task.instanceId} and the category ${task.category} disagree: one evaluator takes a task for ` +
        `management by _M_ in its id, the others by its category. Make them agree: ids are like ${task.database}_1 and ${task.database}_M_1.`,
    });
  return findings;
}

function ambiguityFindings(task: Task, ambiguity: Ambiguity, index: number): Finding[] {
  const where = { kind: "ambiguity", index } as const;
  const { term, type, kind } = ambiguity;
  const findings: Finding[] = [];
  const isInWords = kind === "critical" || kind === "non-critical";
  if (isInWords && termRange(task.ambiguousQuestion ?? "", term) === null)
    findings.push({
      rule: "term-not-in-question",
      severity: kind === "critical" ? "warning" : "info",
      where,
      message:
        term.trim() === ""
          ? "The ambiguity has no term. Give it the words of the ambiguous question that leave it open."
          : `The term "${term}" does not occur in the ambiguous question. Use the words that stand there.`,
    });
  if (task.goldSql.length > 0 && !snippetInGold(task.goldSql, ambiguity.sqlSnippet))
    findings.push({
      rule: "snippet-not-in-gold-text",
      severity: "warning",
      where,
      message: `The snippet of "${term}" does not stand in the gold SQL as it is written. Copy it from the gold.`,
      evidence: { kind: "sql", sql: ambiguity.sqlSnippet },
    });
  if (type === "" && isInWords)
    findings.push({
      rule: "ambiguity-type-missing",
      severity: "warning",
      where,
      message: `The ambiguity "${term}" has no type. Choose one, so that it counts in the taxonomy.`,
    });
  else if (!isKnownType(ambiguity))
    findings.push({
      rule: "ambiguity-type-unknown",
      severity: "info",
      where,
      message: `The type "${type}" is outside the taxonomy of ${kind} ambiguities. It is kept as it is.`,
    });
  if (kind === "knowledge" && ambiguity.deletedKnowledge === null)
    findings.push({
      rule: "mask-names-no-node",
      severity: "warning",
      where,
      message: `The knowledge ambiguity "${term}" names no node to hide. Choose the node whose definition is masked.`,
    });
  return findings;
}

function testFindings(part: SubTask): Finding[] {
  return part.tests.flatMap((script, index): Finding[] => {
    const where = inPhase(part.phase, { kind: "test", index, range: null });
    const name = `Test ${index + 1} of phase ${part.phase}`;
    const profiles = profilesFor(script);
    const findings: Finding[] = [];
    if (!definesTestCase(script))
      findings.push({
        rule: "test-defines-no-test-case",
        severity: "error",
        where,
        message: `${name} defines no function test_case, so every evaluator fails it. Define it at the left margin.`,
      });
    if (profiles.length < EvaluatorProfile.options.length)
      findings.push({
        rule: "test-helper-not-everywhere",
        severity: profiles.length === 0 ? "warning" : "info",
        where,
        message:
          `${name} calls ${helpersCalled(script).join(", ")}, which not every evaluator hands over: ` +
          `it runs under ${profiles.length === 0 ? "none of them" : profiles.join(" and ")}. Call execute_queries only.`,
      });
    return findings;
  });
}

function followUpFindings(task: Task): Finding[] {
  const { followUp } = task;
  if (followUp === null) return [];
  const where = { kind: "follow-up", inside: null } as const;
  const findings: Finding[] = [];
  if (followUp.type !== null && !isKnownFollowUpType(followUp.type))
    findings.push({
      rule: "follow-up-type-unknown",
      severity: "info",
      where: { kind: "follow-up", inside: { kind: "field", path: ["type"] } },
      message: `The follow-up type "${followUp.type}" is none of ${Object.keys(followUpTypes).join(", ")}. It is kept as it is.`,
    });
  const missing = [
    ...(followUp.question.trim() === "" ? ["question"] : []),
    ...(task.goldSql.length > 0 && followUp.goldSql.length === 0 ? ["gold SQL"] : []),
  ];
  if (missing.length > 0)
    findings.push({
      rule: "follow-up-unfinished",
      severity: "warning",
      where,
      message: `The follow-up has no ${missing.join(" and no ")} yet. Write it, or remove the follow-up.`,
    });
  if (isStateDependent(followUp) && !isManagement(task))
    findings.push({
      rule: "state-dependent-on-query",
      severity: "warning",
      where,
      message:
        "The follow-up is state-dependent, but phase 1 is no management task and leaves no state behind. Change the type or the category.",
    });
  if (
    followUp.goldSql.length > 0 &&
    squeezed(followUp.goldSql.join(";")) === squeezed(task.goldSql.join(";"))
  )
    findings.push({
      rule: "follow-up-repeats-phase-1",
      severity: "warning",
      where,
      message:
        "The gold SQL of the follow-up is that of phase 1. Ask for something that phase 1 does not answer.",
    });
  return findings;
}
