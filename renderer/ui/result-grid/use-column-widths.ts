import { useMemo, useState } from "react";
import type { Cell } from "#shared/domain/cell.ts";
import { firstWidths, maxColumnWidth, minColumnWidth } from "./column-layout.ts";
import type { GridModel } from "./grid-model.ts";

interface Chosen {
  /** The names of the columns for which the widths were chosen: another result starts anew. */
  names: string;
  widths: ReadonlyMap<number, number>;
}

/** The widths of a grid's columns: first from the content, then as the person drags them. */
export function useColumnWidths(model: GridModel) {
  const names = model.columns.map(({ name }) => name).join("\u0000");
  const [chosen, setChosen] = useState<Chosen>({ names, widths: new Map() });
  const { columns, sample } = model;
  const proposed = useMemo(
    () =>
      firstWidths(
        columns.map(({ name }) => name),
        sample,
      ),
    [columns, sample],
  );
  const own = chosen.names === names ? chosen.widths : new Map<number, number>();
  const widths = proposed.map((width, column) => own.get(column) ?? width);
  const resize = (column: number, width: number) => {
    const bounded = Math.round(Math.min(Math.max(width, minColumnWidth), maxColumnWidth));
    setChosen({ names, widths: new Map(own).set(column, bounded) });
  };
  const fitTo = (column: number, rows: readonly (readonly Cell[])[]) => {
    const width = firstWidths(
      columns.map(({ name }) => name),
      rows,
    )[column];
    if (width !== undefined) resize(column, width);
  };
  return { widths, resize, fitTo };
}
