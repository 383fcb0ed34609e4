/** The colours of a plot as `rgb(…)`, so that a file needs no style sheet of ours. */
export interface PlotColours {
  canvas: string;
  ink: string;
  /** One for each series; a ninth series begins anew. */
  series: readonly string[];
}

/** The colours of the theme that is shown, as they are around an element. */
export function plotColours(around: HTMLElement): PlotColours {
  const probe = around.appendChild(document.createElement("span"));
  const colour = (name: string): string => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  };
  const colours = {
    ...{ canvas: colour("canvas"), ink: colour("ink") },
    series: Array.from({ length: 8 }, (_, at) => colour(`tag-${at + 1}`)),
  };
  probe.remove();
  return colours;
}
