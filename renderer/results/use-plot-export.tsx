import { Download } from "lucide-react";
import { type ReactNode, useCallback, useRef } from "react";
import { errorText } from "../data/faults.ts";
import { abilities } from "../host/abilities.ts";
import { Button } from "../ui/button.tsx";
import { command, useCommands } from "../ui/commands.ts";
import { Menu } from "../ui/menu.tsx";
import { type PlotSpec, plotCsv, plotPng, plotSvg } from "../ui/plot/index.ts";
import { notify } from "../ui/toasts.tsx";

const forms = [
  { form: "svg", title: "Plot (SVG)" },
  { form: "png", title: "Plot (PNG)" },
  { form: "csv", title: "Figures (CSV)" },
] as const;

/** A plot and its figures as files, by menu and palette (under `group`); names of files begin with `filePrefix`: "river-watch-run-1". */
export function usePlotExport(
  spec: PlotSpec,
  { filePrefix, group }: { filePrefix: string; group: string },
): { onDrawn(svg: SVGElement): void; menu: ReactNode } {
  const drawn = useRef<SVGElement | null>(null);
  const onDrawn = useCallback((svg: SVGElement) => {
    drawn.current = svg;
  }, []);
  const slug = spec.title
    .toLowerCase()
    .replace(/[^a-z]+/g, "-")
    .replace(/-$/, "");
  const save = async (form: (typeof forms)[number]["form"]): Promise<void> => {
    const svg = drawn.current;
    if (form !== "csv" && svg === null) return;
    const name = `${filePrefix}-${slug}.${form}`;
    try {
      const saved =
        form === "csv" || svg === null
          ? await abilities.saveText(name, plotCsv(spec))
          : form === "svg"
            ? await abilities.saveText(name, plotSvg(svg))
            : await abilities.saveBytes(name, await plotPng(svg));
      if (saved !== null) notify({ kind: "done", title: "Exported", description: saved });
    } catch (error) {
      notify({ kind: "error", title: "The plot could not be saved.", description: errorText(error) });
    }
  };
  useCommands(
    group,
    forms.map(({ form, title }) =>
      command(
        `${group.toLowerCase()}.${slug}.${form}`,
        `Export plot: ${spec.title}, ${title}`,
        [],
        () => void save(form),
      ),
    ),
  );
  const menu = (
    <Menu
      align="end"
      trigger={
        <Button size="sm" variant="quiet" icon={Download} aria-label={`Export plot: ${spec.title}`}>
          Export plot
        </Button>
      }
      entries={forms.map(({ form, title }) => ({ title, run: () => void save(form) }))}
    />
  );
  return { onDrawn, menu };
}
