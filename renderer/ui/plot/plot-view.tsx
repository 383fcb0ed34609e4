import { useEffect, useRef, useState } from "react";
import { useTheme } from "../theme.ts";
import { plotColours } from "./plot-colours.ts";
import type { PlotSpec } from "./plot-spec.ts";

interface PlotViewProps {
  spec: PlotSpec;
  /** The plot as it was drawn. */
  onDrawn(svg: SVGElement): void;
}

const widest = 760;

/** A plot, drawn anew at another width and in another theme; the library is loaded with the first. */
export function PlotView({ spec, onDrawn }: PlotViewProps) {
  const theme = useTheme(({ theme }) => theme);
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setWidth(Math.min(widest, Math.floor(element.clientWidth))));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours are those of the theme.
  useEffect(() => {
    let isGone = false;
    if (width === 0) return;
    void import("./draw-plot.ts").then(({ drawPlot }) => {
      const element = frame.current;
      if (isGone || element === null) return;
      const svg = drawPlot(spec, plotColours(element), width);
      element.replaceChildren(svg);
      onDrawn(svg);
    });
    return () => {
      isGone = true;
    };
  }, [spec, width, theme, onDrawn]);
  return <div ref={frame} className="min-h-40 w-full" />;
}
