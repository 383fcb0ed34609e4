import {
  allKnowledgeText,
  columnMeaningsText,
  columnMeaningText,
  knowledgeNamesText,
  knowledgeText,
} from "#shared/dialogue/environment-texts.ts";
import type { SystemAction } from "#shared/domain/dialogue.ts";
import type { KnowledgeNode } from "#shared/domain/knowledge-node.ts";
import { maskedNodes, visibleNodes } from "#shared/domain/mask.ts";
import { phasePlans } from "#shared/domain/phase-plan.ts";
import type { Phase, Task } from "#shared/domain/task.ts";
import type { PhaseResult } from "#shared/domain/task-run.ts";
import type { EvaluatorProfile } from "#shared/domain/test-script.ts";
import { dialectOf } from "#shared/sql/dialect-of.ts";
import { mayWrite } from "#shared/sql/may-write.ts";
import type { ProvenanceContext } from "#shared/sql/provenance/sources.ts";
import type { Engine, TemplateRef } from "../engines/engine.ts";
import { createTaskRunner, defaultTaskLimits, type TaskLimits } from "../evaluation/phases.ts";
import type { TestRunner } from "../python/test-runner.ts";
import { createExploration, type DatabaseContents } from "./exploration.ts";

/** What an action of a system is answered by: never by the user. */
export type EnvironmentAction = Exclude<SystemAction, { kind: "ask" | "submit" }>;

/** What a dialogue's system can reach of a database besides the user: it is the same wherever and however often it is asked. */
export interface DialogueEnvironment {
  /** What an action is answered. Rejects where the engine is lost. */
  observe(action: EnvironmentAction, signal: AbortSignal): Promise<string>;
  /** The verdict on a submission, as shipped and fixed; `previous` is what passed phase 1. */
  judge(
    phase: Phase,
    sql: readonly string[],
    previous: readonly string[],
    signal: AbortSignal,
  ): Promise<PhaseResult>;
  /** The follow-up begins: the database stands as phase 1 has left it. */
  beginFollowUp(previous: readonly string[]): void;
  /** Whether SQL runs where phase 1 begins. */
  runs(sql: readonly string[], signal: AbortSignal): Promise<boolean>;
}

/** One database for dialogues, one after another. */
export interface DialogueDatabase {
  readonly template: TemplateRef;
  contents(signal: AbortSignal): Promise<DatabaseContents>;
  begin(context: ProvenanceContext, profile: EvaluatorProfile): DialogueEnvironment;
  /** Whether its engine or its tests have failed once, for another reason than SQL: it is not to be trusted any more. */
  hasFailed(): boolean;
  close(): Promise<void>;
}

/** Opens a database for dialogues: a private state to judge submissions on, another for a system to look at. */
export async function openDialogueDatabase(
  parts: { engine: Engine; tests: TestRunner; limits?: TaskLimits },
  template: TemplateRef,
): Promise<DialogueDatabase> {
  const { engine, limits = defaultTaskLimits } = parts;
  const session = await createTaskRunner(parts).open(template);
  const exploration = createExploration(engine, template, limits.statement);
  let hasFailed = false;
  const watched = <Result>(work: Promise<Result>): Promise<Result> =>
    work.catch((error) => {
      hasFailed = true;
      throw error;
    });
  return {
    template,
    hasFailed: () => hasFailed,
    contents: (signal) => watched(exploration.contents(signal)),
    begin(context, profile) {
      const { task, meanings } = context;
      const visible = visibleTo(context);
      exploration.begin({ task, profile, phase: 1, previous: [] });
      return {
        async observe(action, signal) {
          if (action.kind === "execute") return watched(exploration.execute(action.sql, signal));
          if (action.kind === "get_schema") return watched(exploration.schema(signal));
          if (action.kind === "get_all_column_meanings") return columnMeaningsText(meanings);
          if (action.kind === "get_column_meaning")
            return columnMeaningText(meanings, action.table, action.column);
          if (action.kind === "get_all_external_knowledge_names") return knowledgeNamesText(visible);
          if (action.kind === "get_knowledge_definition") return knowledgeText(visible, action.name);
          return allKnowledgeText(visible);
        },
        async judge(phase, sql, previous, signal) {
          const phase1 = phase === 1 ? sql : mustRunAgain(task, profile, previous, engine) ? previous : null;
          const answer = { phase1, phase2: phase === 2 ? sql : null };
          const submission = { task, profile, answer, whose: "predicted" } as const;
          const run = await watched(session.run(submission, { signal }));
          return run.phases.at(-1) as PhaseResult;
        },
        beginFollowUp: (previous) => exploration.begin({ task, profile, phase: 2, previous }),
        runs: (sql, signal) => watched(exploration.runs(sql, signal)),
      };
    },
    async close() {
      await Promise.all([session.close(), exploration.close()]);
    },
  };
}

/** The knowledge that is not hidden from a system, in both phases. */
function visibleTo({ task, knowledge }: ProvenanceContext): KnowledgeNode[] {
  if (knowledge === null) return [];
  return visibleNodes(knowledge.graph, new Set(maskedNodes(task, knowledge.graph)));
}

/** Whether the follow-up stands on what the system's own SQL of phase 1 has changed. */
export function mustRunAgain(
  task: Task,
  profile: EvaluatorProfile,
  previous: readonly string[],
  { kind }: Engine,
): boolean {
  const start = phasePlans(task, profile)[1]?.start;
  return (start === "predicted" || start === "snapshot") && mayWrite(previous, dialectOf(kind));
}
