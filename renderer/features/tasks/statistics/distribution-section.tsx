import type { TaskFilter } from "#shared/contract/task-list.ts";
import { type BarGroup, BarTable } from "../../../ui/bar-table.tsx";
import { numberText } from "../../../ui/time-text.ts";
import type { Distribution, DistributionRow } from "./distributions.ts";
import { distributionCsv } from "./statistics-csv.ts";
import { StatisticsSection } from "./statistics-section.tsx";

interface DistributionSectionProps {
  distribution: Distribution;
  /** Shows the tasks of a row in the list. */
  onFilter(condition: TaskFilter): void;
}

/** How often each of some values occurs: a plot with its figures, and why it is empty where it is. */
export function DistributionSection({ distribution, onFilter }: DistributionSectionProps) {
  const { title, about, names, counts, whole, total, hasTasks, absent, empty } = distribution;
  const isEmpty = distribution.groups.every(({ rows }) => rows.every(({ count }) => count === 0));
  return (
    <StatisticsSection title={title} about={about} csv={() => distributionCsv(distribution)}>
      {isEmpty ? (
        <p>{empty}</p>
      ) : (
        <BarTable
          label={title}
          columns={[
            { title: names, definition: "" },
            { title: counts, definition: "" },
            { title: "Share", definition: `Share ${whole}, which are ${numberText(total)}` },
            ...(hasTasks ? [{ title: "Tasks", definition: "Tasks in which it occurs at least once" }] : []),
          ]}
          groups={distribution.groups.map((group) => barGroup(group, distribution, onFilter))}
        />
      )}
      {absent !== "" && !isEmpty && <p className="mt-1 text-sm text-muted">{absent}</p>}
    </StatisticsSection>
  );
}

function barGroup(
  { title, definition, rows }: Distribution["groups"][number],
  { total, hasTasks }: Distribution,
  onFilter: (condition: TaskFilter) => void,
): BarGroup {
  return {
    title,
    definition,
    rows: rows.map((row) => ({
      key: row.value,
      title: row.title,
      definition: row.definition,
      count: row.count,
      cells: [shareText(row.count, total), ...(hasTasks ? [numberText(row.tasks)] : [])],
      onOpen: openerOf(row, onFilter),
    })),
  };
}

const openerOf = ({ filter, count }: DistributionRow, onFilter: (condition: TaskFilter) => void) =>
  filter === null || count === 0 ? null : () => onFilter(filter);

const shareText = (count: number, total: number): string =>
  total === 0 ? "–" : `${((100 * count) / total).toFixed(1)} %`;
