import { useMemo } from "react";
import { useCertificateTrend } from "../../../data/certificates.ts";
import { errorText } from "../../../data/faults.ts";
import { usePlotExport } from "../../../results/use-plot-export.tsx";
import { InlineError } from "../../../ui/inline-error.tsx";
import { PlotView } from "../../../ui/plot/index.ts";
import { SkeletonLines } from "../../../ui/skeleton.tsx";
import { numberText } from "../../../ui/time-text.ts";
import { trendPlot } from "./trend-plot.ts";

/** The verdicts of a project's tasks over time, as a plot and as numbers. */
export function TrendPane({ projectId, projectName }: { projectId: number; projectName: string }) {
  const { data: points, error, dataUpdatedAt } = useCertificateTrend(projectId);
  const spec = useMemo(() => trendPlot(points ?? [], dataUpdatedAt), [points, dataUpdatedAt]);
  const filePrefix = projectName.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  const { onDrawn, menu } = usePlotExport(spec, { filePrefix, group: "Certificates" });
  if (error)
    return (
      <InlineError className="m-2" title="The trend could not be read.">
        {errorText(error)}
      </InlineError>
    );
  if (points === undefined) return <SkeletonLines lines={5} />;
  if (points.length === 0)
    return <p className="p-3 text-muted">No task has been certified yet: there is nothing to draw.</p>;
  return (
    <section
      aria-label="Verdicts over time"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard.
      tabIndex={0}
      className="flex min-h-0 flex-1 flex-wrap items-start gap-x-8 gap-y-3 overflow-auto px-3 py-2"
    >
      <div className="w-190 max-w-full">
        <div className="flex items-center justify-between">
          <h2 className="font-semibold">Verdicts over time</h2>
          {menu}
        </div>
        <PlotView spec={spec} onDrawn={onDrawn} />
      </div>
      <table aria-label="Verdicts over time, in numbers" className="border-separate border-spacing-0 text-sm">
        <thead className="text-muted">
          <tr>
            {["time (UTC)", "certified", "with exceptions", "not certified"].map((name) => (
              <th key={name} scope="col" className="border-b px-3 pb-1 text-right font-medium first:pl-0">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.toReversed().map(({ at, certified, withExceptions, notCertified }) => (
            <tr key={at}>
              <th scope="row" className="border-b py-1 pr-3 text-right font-normal whitespace-nowrap">
                {at.slice(0, 16).replace("T", " ")}
              </th>
              {[certified, withExceptions, notCertified].map((count, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the counts are in the order of the columns.
                <td key={at} className="border-b px-3 text-right tabular-nums">
                  {numberText(count)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
