import { type ReactNode, useCallback, useId } from "react";
import { usePlotExport } from "../../../results/use-plot-export.tsx";
import { type PlotSpec, PlotView } from "../../../ui/plot/index.ts";

interface DashboardCardProps {
  title: string;
  /** What is counted, in a sentence. */
  about: string;
  menu?: ReactNode;
  children: ReactNode;
}

/** A part of the dashboard under its title. */
export function DashboardCard({ title, about, menu, children }: DashboardCardProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col rounded-md border p-3">
      <div className="flex min-h-7 items-center gap-2">
        <h2 id={id} className="flex-1 font-semibold">
          {title}
        </h2>
        {menu}
      </div>
      <p className="mb-2 text-sm text-muted">{about}</p>
      {children}
    </section>
  );
}

interface PlotCardProps {
  spec: PlotSpec;
  about: string;
  filePrefix: string;
  /** Hears of the plot as it was drawn. */
  onPlot(title: string, svg: SVGElement): void;
  /** What stands in place of a plot without figures. */
  children: ReactNode;
}

/** A plot of the dashboard, with its files. */
export function PlotCard({ spec, about, filePrefix, onPlot, children }: PlotCardProps) {
  const { onDrawn, menu } = usePlotExport(spec, { filePrefix, group: "Dashboard" });
  const { title } = spec;
  const drawn = useCallback(
    (svg: SVGElement) => {
      onDrawn(svg);
      onPlot(title, svg);
    },
    [onDrawn, onPlot, title],
  );
  const isEmpty = spec.points.length === 0;
  return (
    <DashboardCard title={spec.title} about={about} menu={isEmpty ? null : menu}>
      {isEmpty ? <p className="text-sm">{children}</p> : <PlotView spec={spec} onDrawn={drawn} />}
    </DashboardCard>
  );
}
