import { usePlotExport } from "../../../results/use-plot-export.tsx";
import { type PlotSpec, PlotView } from "../../../ui/plot/index.ts";
import { numberText } from "../../../ui/time-text.ts";
import { intervalText } from "./run-figures.ts";

interface FigurePlotProps {
  spec: PlotSpec;
  /** What the names of its files begin with: "river-watch-run-1". */
  filePrefix: string;
}

/** A plot, its figures as a table, and both as files. */
export function FigurePlot({ spec, filePrefix }: FigurePlotProps) {
  const { onDrawn, menu } = usePlotExport(spec, { filePrefix, group: "Figures" });
  return (
    <div className="flex max-w-190 flex-col gap-2">
      <PlotView spec={spec} onDrawn={onDrawn} />
      <div className="flex items-start gap-3">
        <FigureTable spec={spec} />
        {menu}
      </div>
    </div>
  );
}

/** The figures of a plot, for those who read numbers. */
function FigureTable({ spec: { title, points, categories, values, isShare } }: { spec: PlotSpec }) {
  const times = isShare ? 100 : 1;
  const heading = "border-b px-3 pb-1 text-right font-medium whitespace-nowrap first:pl-0 first:text-left";
  return (
    <details className="min-w-0 flex-1 text-sm">
      <summary className="text-muted">Figures</summary>
      <section
        aria-label={`${title}, figures`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by the keyboard.
        tabIndex={0}
        className="mt-2 overflow-x-auto"
      >
        <table aria-label={title} className="border-separate border-spacing-0">
          <thead className="text-muted">
            <tr>
              {["system", categories, isShare ? `${values}, %` : values, "95 % interval", "n"].map((name) => (
                <th key={name} scope="col" className={heading}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {points.map(({ series, category, value, interval, of }) => (
              <tr key={`${series} ${category}`}>
                <th scope="row" className="border-b py-1 pr-3 text-left font-normal whitespace-nowrap">
                  {series}
                </th>
                <td className="border-b px-3 text-right whitespace-nowrap">{category}</td>
                <td className="border-b px-3 text-right">{(value * times).toFixed(1)}</td>
                <td className="border-b px-3 text-right whitespace-nowrap">
                  {intervalText({ interval }, times)}
                </td>
                <td className="border-b px-3 text-right">{numberText(of)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
