import type { TaskFilter } from "#shared/contract/task-list.ts";
import { ambiguityKinds } from "#shared/domain/ambiguity.ts";
import { followUpGuide } from "#shared/domain/follow-up-guide.ts";
import type { Tally, TaskStatistics } from "#shared/domain/task-statistics.ts";
import { ambiguityGuide } from "#shared/domain/taxonomy.ts";
import { statisticsDefinitions } from "#shared/metrics/task-statistics.ts";
import { kindDefinitions } from "../../../results/task/ambiguity-words.ts";
import { countText } from "../../../ui/time-text.ts";
import { typeText } from "../list/task-words.ts";

/** How often each of some values occurs in tasks, as it is drawn. */
export interface Distribution {
  title: string;
  /** What is counted, and after which figure of the paper. */
  about: string;
  /** What a row is, and what its bar counts. */
  names: string;
  counts: string;
  /** What the shares are of, in words, and how many that is. */
  whole: string;
  total: number;
  groups: { title: string; definition: string; rows: DistributionRow[] }[];
  /** Whether a value may occur several times in a task, so that its tasks are counted, too. */
  hasTasks: boolean;
  /** What does not occur, in words; "" where nothing is left to say. */
  absent: string;
  /** What is shown where nothing occurs: the first step. */
  empty: string;
}

export interface DistributionRow extends Tally {
  title: string;
  definition: string;
  /** The condition that leaves just these tasks in the list; null where there is none. */
  filter: TaskFilter | null;
}

/** What is drawn of the statistics of tasks, the ambiguities first. */
export const distributions = (statistics: TaskStatistics): Distribution[] => [
  perTask(statistics),
  ambiguityTypes(statistics),
  followUps(statistics),
  features(statistics),
  databases(statistics),
  ...(statistics.tiers.length === 0 ? [] : [tiers(statistics)]),
];

const noAmbiguity =
  "None of these tasks has an ambiguity yet. Open one, make its question ambiguous (Alt+Q) and select the ambiguous words (Alt+N).";

function perTask({ tasksByAmbiguities, tasks, clearTasks }: TaskStatistics): Distribution {
  const rows = tasksByAmbiguities.map((count, number) =>
    row({ value: String(number), count, tasks: count }, countText(number, "ambiguity", "ambiguities")),
  );
  return {
    title: "Ambiguities per task",
    about: "Tasks with an ambiguous question, by how many ambiguities of every kind they have.",
    names: "Ambiguities",
    counts: "Tasks",
    whole: "of the tasks with an ambiguous question",
    total: tasks - clearTasks,
    groups: [{ title: "", definition: "", rows }],
    hasTasks: false,
    absent: "",
    empty: noAmbiguity,
  };
}

function ambiguityTypes({ ambiguityTypes: types }: TaskStatistics): Distribution {
  return {
    title: "Types of ambiguities",
    about: "Ambiguities of each type, as in figure 9 of BIRD-INTERACT.",
    names: "Type",
    counts: "Ambiguities",
    whole: "of all ambiguities",
    total: types.reduce((total, { count }) => total + count, 0),
    groups: ambiguityKinds.map((kind) => ({
      title: kindTitles[kind],
      definition: kindDefinitions[kind],
      rows: types
        .filter((one) => one.kind === kind)
        .map((one) => {
          const guide = ambiguityGuide(kind, one.value);
          const title = guide?.label ?? (typeText(one.value) || "no type");
          return row(one, title, guide?.definition, { ambiguityType: one.value });
        }),
    })),
    hasTasks: true,
    absent: "",
    empty: noAmbiguity,
  };
}

const kindTitles = {
  critical: "Critical",
  "non-critical": "Non-critical",
  knowledge: "Knowledge",
  environmental: "Environmental",
} as const;

function followUps({ followUpTypes }: TaskStatistics): Distribution {
  return {
    title: "Types of follow-ups",
    about: "Follow-up sub-tasks of each type (BIRD-INTERACT, table 8).",
    names: "Type",
    counts: "Tasks",
    whole: "of the tasks whose follow-up has a type",
    total: followUpTypes.reduce((total, { count }) => total + count, 0),
    groups: [
      {
        title: "",
        definition: "",
        rows: followUpTypes.map((one) =>
          row(one, typeText(one.value), followUpGuide(one.value)?.definition, { followUpType: one.value }),
        ),
      },
    ],
    hasTasks: false,
    absent: "",
    empty: "None of these tasks has a follow-up with a type yet. A task gets one beside its question.",
  };
}

function features({ sqlFeatures, golds }: TaskStatistics): Distribution {
  const used = sqlFeatures.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count);
  const absent = sqlFeatures.filter(({ count }) => count === 0).map(({ value }) => value);
  return {
    title: "SQL features of the golds",
    about: `Counts ${statisticsDefinitions.sqlFeatures}, as in figure 8 of BIRD-INTERACT; the list of features is Querent's own.`,
    names: "Feature",
    counts: "Sub-tasks",
    whole: "of the sub-tasks with a gold",
    total: golds,
    groups: [{ title: "", definition: "", rows: used.map((one) => row(one, one.value)) }],
    hasTasks: true,
    absent: absent.length === 0 ? "" : `Not used: ${absent.join(", ")}.`,
    empty:
      golds === 0
        ? "The gold of these tasks is withheld. Import the tasks again together with their gold file, or write the gold yourself."
        : "These golds are plain SELECTs of one table.",
  };
}

const databases = (statistics: TaskStatistics): Distribution =>
  tasksOver(
    statistics,
    { title: "Databases", about: "Tasks for each database.", names: "Database" },
    statistics.databases.map((one) => row(one, one.value, "", { database: one.value })),
  );

const tiers = (statistics: TaskStatistics): Distribution =>
  tasksOver(
    statistics,
    { title: "Difficulty tiers", about: "Tasks of each tier, as given in their files.", names: "Tier" },
    statistics.tiers.map((one) => row(one, one.value, "", { tier: one.value })),
  );

/** Tasks by something that each of them has. */
const tasksOver = (
  { tasks }: TaskStatistics,
  words: Pick<Distribution, "title" | "about" | "names">,
  rows: DistributionRow[],
): Distribution => ({
  ...words,
  counts: "Tasks",
  whole: "of the tasks",
  total: tasks,
  groups: [{ title: "", definition: "", rows }],
  hasTasks: false,
  absent: "",
  empty: "",
});

const row = (
  { value, count, tasks }: Tally,
  title: string,
  definition = "",
  filter: TaskFilter | null = null,
): DistributionRow => ({ value, count, tasks, title, definition, filter });
