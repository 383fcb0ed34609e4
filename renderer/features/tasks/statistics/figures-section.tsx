import type { TaskStatistics } from "#shared/domain/task-statistics.ts";
import { Tooltip } from "../../../ui/tooltip.tsx";
import { keyFigures } from "./key-figures.ts";
import { figuresCsv } from "./statistics-csv.ts";
import { StatisticsSection } from "./statistics-section.tsx";

const published = "As published in table 1 of BIRD-INTERACT; it does not say how tokens are counted.";

/** The figures of table 1 of BIRD-INTERACT beside those that its two sets were published with. */
export function FiguresSection({ statistics }: { statistics: TaskStatistics }) {
  const figures = keyFigures(statistics);
  return (
    <StatisticsSection
      title="Key figures"
      about="As in table 1 of BIRD-INTERACT. Its interactions per task and inter-agreement measure dialogues and second opinions, not tasks."
      csv={() => figuresCsv(figures)}
    >
      <table aria-label="Key figures" className="w-full text-sm">
        <thead className="text-muted">
          <tr>
            <th scope="col" className="pb-1 text-left font-medium">
              Figure
            </th>
            <th scope="col" className="pb-1 pl-3 text-right font-medium">
              Here
            </th>
            {["Lite", "Full"].map((set) => (
              <th key={set} scope="col" className="pb-1 pl-3 text-right font-normal whitespace-nowrap">
                <Tooltip content={published}>
                  <span>BIRD-Interact {set}</span>
                </Tooltip>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {figures.map(({ name, definition, value, lite, full }) => (
            <tr key={name} className="border-t">
              <th scope="row" className="py-1 text-left font-normal">
                <Tooltip content={definition}>
                  <span>{name}</span>
                </Tooltip>
              </th>
              <td className="pl-3 text-right font-medium whitespace-nowrap">{value}</td>
              <td className="pl-3 text-right text-muted">{lite}</td>
              <td className="pl-3 text-right text-muted">{full}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </StatisticsSection>
  );
}
