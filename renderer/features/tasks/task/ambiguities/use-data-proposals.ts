import { useCallback, useMemo } from "react";
import type { DatabaseSchema } from "#shared/domain/schema.ts";
import type { Task } from "#shared/domain/task.ts";
import type { SqlDialect } from "#shared/sql/lex.ts";
import type { EnvironmentalProposal, UsedColumn } from "#shared/sql/propose/environmental.ts";
import { type ColumnProfilingState, useColumnProfiling } from "../../../../data/column-profiling.ts";
import { type ColumnsQuestion, type DataQuestion, goldOf } from "../gold/gold-questions.ts";
import { askAnalysis, useLastAnalysis } from "../gold/use-analysis.ts";
import { useTaskEditor } from "../store/task-editor-context.ts";
import { type Undismissed, useDismissed } from "./use-dismissed.ts";

/** The ambiguities proposed from the data, and the profiling of its columns; undefined while there was none. */
export interface DataProposals extends Undismissed<EnvironmentalProposal> {
  isCurrent: boolean;
  profiling: ColumnProfilingState | undefined;
  /** Columns that the gold uses by now and that were not profiled. */
  unseen: number;
  start(): void;
  cancel(): void;
}

const nothing = { schema: null, profiles: [], unread: [] };
const none: readonly EnvironmentalProposal[] = [];

/** The environmental ambiguities of a task, once the person had the columns profiled that its gold uses. */
export function useDataProposals(): DataProposals {
  const { taskId, projectId, task, dialect } = useTaskEditor(({ view, task, dialect }) => ({
    ...{ taskId: view.taskId, projectId: view.projectId, task, dialect },
  }));
  const { profiling, start, cancel } = useColumnProfiling(`${projectId} ${task.database}`);
  const { schema, profiles, unread } = profiling ?? nothing;
  const question = useMemo<DataQuestion | null>(
    () => (schema === null ? null : { about: "data", gold: goldOf(task), task, dialect, schema, profiles }),
    [task, dialect, schema, profiles],
  );
  const { answer, isCurrent } = useLastAnalysis(taskId, question);
  const seen = new Set([...profiles, ...unread].map(nameOf));
  return {
    ...useDismissed(taskId, answer?.proposals ?? none, keyOf),
    isCurrent,
    profiling,
    unseen: (answer?.columns ?? []).filter((column) => !seen.has(nameOf(column))).length,
    start: useCallback(
      () => void start(taskId, (read) => columnsUsedBy(task, dialect, read)),
      [start, taskId, task, dialect],
    ),
    cancel,
  };
}

/** The columns that the gold uses, asked of the worker. */
function columnsUsedBy(task: Task, dialect: SqlDialect, schema: DatabaseSchema): Promise<UsedColumn[]> {
  const question: ColumnsQuestion = { about: "columns", gold: goldOf(task), dialect, schema };
  return new Promise((resolve) => void askAnalysis(question, resolve));
}

const nameOf = ({ table, column }: UsedColumn): string => `${table}.${column}`;

const keyOf = ({ type, column }: EnvironmentalProposal): string => `${type} ${column}`;
