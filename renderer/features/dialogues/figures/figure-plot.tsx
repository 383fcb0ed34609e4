import { Download } from "lucide-react";
import { useCallback, useRef } from "react";
import { errorText } from "../../../data/faults.ts";
import { abilities } from "../../../host/abilities.ts";
import { Button } from "../../../ui/button.tsx";
import { command, useCommands } from "../../../ui/commands.ts";
import { Menu } from "../../../ui/menu.tsx";
import { type PlotSpec, PlotView, plotCsv, plotSvg } from "../../../ui/plot/index.ts";
import { numberText } from "../../../ui/time-text.ts";
import { notify } from "../../../ui/toasts.tsx";
import { intervalText } from "./run-figures.ts";

interface FigurePlotProps {
  spec: PlotSpec;
  /** What the names of its files begin with: "river-watch-run-1". */
  filePrefix: string;
}

/** A plot, its figures as a table, and both as files. */
export function FigurePlot({ spec, filePrefix }: FigurePlotProps) {
  const drawn = useRef<SVGElement | null>(null);
  const onDrawn = useCallback((svg: SVGElement) => {
    drawn.current = svg;
  }, []);
  const slug = spec.title
    .toLowerCase()
    .replace(/[^a-z]+/g, "-")
    .replace(/-$/, "");
  const save = async (form: "svg" | "csv"): Promise<void> => {
    const svg = drawn.current;
    if (form === "svg" && svg === null) return;
    const text = form === "csv" || svg === null ? plotCsv(spec) : plotSvg(svg);
    try {
      const saved = await abilities.saveText(`${filePrefix}-${slug}.${form}`, text);
      if (saved !== null) notify({ kind: "done", title: "Exported", description: saved });
    } catch (error) {
      notify({ kind: "error", title: "The plot could not be saved.", description: errorText(error) });
    }
  };
  const exports = [
    { form: "svg", title: "Plot (SVG)" },
    { form: "csv", title: "Figures (CSV)" },
  ] as const;
  useCommands(
    "Figures",
    exports.map(({ form, title }) =>
      command(`figures.${slug}.${form}`, `Export plot: ${spec.title}, ${title}`, [], () => void save(form)),
    ),
  );
  return (
    <div className="flex max-w-190 flex-col gap-2">
      <PlotView spec={spec} onDrawn={onDrawn} />
      <div className="flex items-start gap-3">
        <FigureTable spec={spec} />
        <Menu
          align="end"
          trigger={
            <Button size="sm" variant="quiet" icon={Download} aria-label={`Export plot: ${spec.title}`}>
              Export plot
            </Button>
          }
          entries={exports.map(({ form, title }) => ({ title, run: () => void save(form) }))}
        />
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
