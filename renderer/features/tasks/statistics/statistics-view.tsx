import { BarChart3 } from "lucide-react";
import type { RefObject } from "react";
import type { TaskFilter } from "#shared/contract/task-list.ts";
import type { Project } from "#shared/domain/project.ts";
import type { TaskStatistics } from "#shared/domain/task-statistics.ts";
import { errorDetails, errorText } from "../../../data/faults.ts";
import { useTaskStatistics } from "../../../data/task-statistics.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { FilterChipRow } from "../../../ui/filter-chip-row.tsx";
import { changedFilter, isFiltered } from "../../../ui/filters.ts";
import { InlineError } from "../../../ui/inline-error.tsx";
import { countText, numberText } from "../../../ui/time-text.ts";
import { TaskFilterBar } from "../list/task-filter-bar.tsx";
import { taskChips } from "../list/task-words.ts";
import { DistributionSection } from "./distribution-section.tsx";
import { distributions } from "./distributions.ts";
import { FiguresSection } from "./figures-section.tsx";

export interface StatisticsViewProps {
  project: Project;
  /** The filter of the list: what it leaves is counted. */
  filter: TaskFilter;
  onFilter(filter: TaskFilter): void;
  /** Shows the tasks that a filter leaves in the list. */
  onTasks(filter: TaskFilter): void;
  searchField: RefObject<HTMLInputElement | null>;
  filtersOpen: boolean;
  onFiltersOpen(open: boolean): void;
}

/** What a project's tasks are made of: the figures of the paper's table 1, and how often each thing occurs. */
export function StatisticsView(props: StatisticsViewProps) {
  const { project, filter, onFilter } = props;
  const { data, error, isPlaceholderData, refetch } = useTaskStatistics(project.id, filter);
  const isStale = isPlaceholderData || data === undefined;
  return (
    <section aria-label="Statistics" aria-busy={isStale} className="flex min-h-0 flex-1 flex-col">
      <StatisticsBar {...props} counted={isStale ? null : data.tasks} />
      {isFiltered(filter) && (
        <FilterChipRow
          chips={taskChips(filter)}
          found={data?.tasks ?? 0}
          onFilter={onFilter}
          onRefresh={() => void refetch()}
        />
      )}
      {error ? (
        <InlineError
          className="m-2"
          title="The tasks could not be counted."
          details={errorDetails(error)}
          onRetry={() => void refetch()}
        >
          {errorText(error)}
        </InlineError>
      ) : data === undefined ? (
        <output className="flex items-center gap-2 p-4 text-muted">
          <span className="spinner text-accent" />
          Reading the SQL of {countText(project.taskCount, "task")}
        </output>
      ) : data.tasks === 0 ? (
        <EmptyState
          icon={BarChart3}
          title="No task matches these filters"
          actions={<Button onClick={() => onFilter({})}>Clear all filters</Button>}
        >
          This view shows what the tasks consist of: how many query and how many manage data, their
          ambiguities, follow-ups and gold SQL.
        </EmptyState>
      ) : (
        <Figures {...props} statistics={data} isStale={isStale} />
      )}
    </section>
  );
}

/** What is counted, and the filter that says so: the list's own. */
function StatisticsBar(props: StatisticsViewProps & { counted: number | null }) {
  const { project, filter, onFilter, searchField, filtersOpen, onFiltersOpen, counted } = props;
  return (
    <div className="flex h-10 shrink-0 items-center gap-1 border-b bg-panel px-2">
      <div className="flex w-80 items-center gap-1">
        <TaskFilterBar
          projectId={project.id}
          filter={filter}
          onFilter={onFilter}
          searchField={searchField}
          open={filtersOpen}
          onOpenChange={onFiltersOpen}
        />
      </div>
      <span role="status" className="pl-2 text-muted">
        {counted === null
          ? "Counting"
          : isFiltered(filter)
            ? `Counted: ${numberText(counted)} of ${countText(project.taskCount, "task")}, those in the filtered list`
            : `Counted: all ${countText(counted, "task")} of the project`}
      </span>
    </div>
  );
}

interface FiguresProps extends Pick<StatisticsViewProps, "onTasks" | "filter"> {
  statistics: TaskStatistics;
  isStale: boolean;
}

function Figures({ statistics, isStale, filter, onTasks }: FiguresProps) {
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard.
      tabIndex={0}
      aria-label="Figures and plots"
      className={`min-h-0 flex-1 overflow-auto p-3 outline-none ${isStale ? "opacity-60" : ""}`}
    >
      <div className="columns-[27rem] gap-4">
        <FiguresSection statistics={statistics} />
        {distributions(statistics).map((distribution) => (
          <DistributionSection
            key={distribution.title}
            distribution={distribution}
            onFilter={(condition) => onTasks(changedFilter(filter, condition))}
          />
        ))}
      </div>
    </section>
  );
}
