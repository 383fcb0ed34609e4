import { type ReactNode, useCallback } from "react";
import { usePlotExport } from "../../../results/use-plot-export.tsx";
import { type PlotSpec, PlotView } from "../../../ui/plot/index.ts";
import { SectionCard } from "../../../ui/section-card.tsx";

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
    <SectionCard title={spec.title} about={about} menu={isEmpty ? null : menu}>
      {isEmpty ? <p className="text-sm">{children}</p> : <PlotView spec={spec} onDrawn={drawn} />}
    </SectionCard>
  );
}
