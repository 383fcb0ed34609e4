import type { TaskStatistics } from "#shared/domain/task-statistics.ts";
import { statisticsDefinitions } from "#shared/metrics/task-statistics.ts";
import { numberText } from "../../../ui/time-text.ts";

/** A figure of table 1 of BIRD-INTERACT: of the tasks counted here, and as published of both of its sets ("–" where it is not). */
export interface KeyFigure {
  name: string;
  definition: string;
  value: string;
  lite: string;
  full: string;
}

/** The figures of table 1, and what belongs to them, in its order. */
export function keyFigures(statistics: TaskStatistics): KeyFigure[] {
  const { subTasks, golds } = statistics;
  const counted = (name: string, of: Figure, lite = "–", full = "–"): KeyFigure => ({
    ...{ name, definition: statisticsDefinitions[of], lite, full },
    value: figureText(statistics[of]),
  });
  return [
    counted("Tasks", "tasks", "300", "600"),
    counted("BI tasks", "bi", "195", "410"),
    counted("DM tasks", "dm", "105", "190"),
    counted("Distinct test scripts", "distinctTests", "135", "191"),
    counted("Tokens per question", "tokensPerQuestion", "40.22", "32.95"),
    counted("Tokens per SQL", "tokensPerSql", "361.52", "252.21"),
    counted("Ambiguities per task", "ambiguitiesPerTask", "5.16", "3.89"),
    counted("Sub-tasks per task", "subTasksPerTask", "2", "2"),
    counted("Clarifications per task", "clarificationsPerTask"),
    counted("Clear tasks", "clearTasks"),
    {
      name: "Sub-tasks with gold",
      definition: "sub-tasks whose gold is not withheld, of all sub-tasks",
      value: `${numberText(golds)} of ${numberText(subTasks)}`,
      ...{ lite: "–", full: "–" },
    },
  ];
}

type Figure = Exclude<keyof typeof statisticsDefinitions, "sqlFeatures">;

/** A count as it is; a mean with two decimals; "–" where there is nothing to take it of. */
const figureText = (value: number | null): string =>
  value === null ? "–" : Number.isInteger(value) ? numberText(value) : value.toFixed(2);
