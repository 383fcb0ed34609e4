import { useMemo } from "react";
import { z } from "zod";
import type { AgreementDetails } from "#shared/contract/agreement-figures.ts";
import { type Grouping, groupings } from "#shared/domain/agreement.ts";
import { type Trend, trendOf } from "#shared/metrics/agreement/trend.ts";
import { viewState } from "#shared/settings/view-state.ts";
import { useViewState } from "../../../data/view-state.ts";
import { usePlotExport } from "../../../results/use-plot-export.tsx";
import { PlotView } from "../../../ui/plot/index.ts";
import { Select } from "../../../ui/select.tsx";
import { numberText } from "../../../ui/time-text.ts";
import { Tooltip } from "../../../ui/tooltip.tsx";
import { boundsText, type DrawnFigure, drawnFigures, figureText, groupingWords } from "./figure-words.ts";
import { groupPlot } from "./group-plot.ts";

const shownState = viewState<{ by: Grouping; figure: DrawnFigure }>(
  "quality.agreement-groups",
  z.object({
    by: z.enum(groupings),
    figure: z.enum(Object.keys(drawnFigures) as [DrawnFigure]),
  }),
  { by: "week", figure: "gwetAc1" },
);

/** One figure by group: as a plot, over weeks as its drift, and as numbers. */
export function GroupSection({ details, filePrefix }: { details: AgreementDetails; filePrefix: string }) {
  const [{ by, figure }, show] = useViewState(shownState);
  const spec = useMemo(() => groupPlot(details.groups, by, figure), [details, by, figure]);
  const { onDrawn, menu } = usePlotExport(spec, { filePrefix, group: "Agreement" });
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-end gap-3">
        <Select
          label="Groups"
          className="w-40"
          value={by}
          options={groupings.map((value) => ({ value, title: groupingWords[value].title }))}
          onChange={(next) => show({ by: next, figure })}
        />
        <Select
          label="Figure"
          className="w-48"
          value={figure}
          options={(Object.keys(drawnFigures) as DrawnFigure[]).map((value) => ({
            value,
            title: drawnFigures[value],
          }))}
          onChange={(next) => show({ by, figure: next })}
        />
        {menu}
      </div>
      {by === "week" && <TrendLine details={details} figure={figure} />}
      <div className="flex flex-wrap items-start gap-x-8 gap-y-4">
        {spec.points.length > 0 && (
          <div className="w-190 max-w-full">
            <PlotView spec={spec} onDrawn={onDrawn} />
          </div>
        )}
        <GroupTable details={details} by={by} figure={figure} />
      </div>
    </div>
  );
}

/** Whether the figure rises or falls over the weeks. */
function TrendLine({ details, figure }: { details: AgreementDetails; figure: DrawnFigure }) {
  const values = details.groups.flatMap(({ by, figures }) =>
    by === "week" ? (figures[figure].value ?? []) : [],
  );
  const trend = trendOf(values);
  return (
    <p className="text-sm text-muted" role="note">
      {trend === null
        ? "A trend needs four weeks in which the figure is defined and not always the same."
        : `${trendWords(trend)}: Kendall's tau ${figureText(trend.tau)}, p ${pText(trend.p)} (Mann–Kendall, ${trend.n} weeks, each counted alike).`}
    </p>
  );
}

const trendWords = ({ tau, p }: Trend): string =>
  p >= 0.05 ? "No trend over the weeks" : `It ${tau > 0 ? "rises" : "falls"} over the weeks`;
const pText = (p: number): string => (p < 0.001 ? "< 0.001" : `= ${p.toFixed(3)}`);

interface GroupTableProps {
  details: AgreementDetails;
  by: Grouping;
  figure: DrawnFigure;
}

function GroupTable({ details, by, figure }: GroupTableProps) {
  const heading = "border-b px-3 pb-1 text-right font-medium whitespace-nowrap first:pl-0 first:text-left";
  return (
    <table
      aria-label={`${drawnFigures[figure]} ${groupingWords[by].title.toLowerCase()}`}
      className="border-separate border-spacing-0 text-sm"
    >
      <thead className="text-muted">
        <tr>
          {[groupingWords[by].one, drawnFigures[figure], "95 % by item", "by two or more", "items"].map(
            (title) => (
              <th key={title} scope="col" className={heading}>
                {title}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {details.groups
          .filter((group) => group.by === by)
          .map(({ group, nItems, figures }) => {
            const { value, undefinedBecause, byItem } = figures[figure];
            return (
              <tr key={group} className="hover:bg-hover">
                <th scope="row" className="max-w-56 truncate border-b py-1 pr-3 text-left font-normal">
                  {group}
                </th>
                <td className="border-b px-3 text-right tabular-nums">
                  {undefinedBecause === null ? (
                    figureText(value)
                  ) : (
                    <Tooltip content={undefinedBecause}>
                      <span className="text-muted italic">undefined</span>
                    </Tooltip>
                  )}
                </td>
                <td className="border-b px-3 text-right whitespace-nowrap text-muted tabular-nums">
                  {boundsText(byItem.interval)}
                </td>
                <td className="border-b px-3 text-right tabular-nums">{numberText(figures.double)}</td>
                <td className="border-b px-3 text-right text-muted tabular-nums">{numberText(nItems)}</td>
              </tr>
            );
          })}
      </tbody>
    </table>
  );
}
