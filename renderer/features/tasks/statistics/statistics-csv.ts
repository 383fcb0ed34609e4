import { csvText } from "#shared/formats/csv-text.ts";
import type { Distribution } from "./distributions.ts";
import type { KeyFigure } from "./key-figures.ts";

/** The figures as a table for a spreadsheet (RFC 4180), with the definition of each. */
export const figuresCsv = (figures: readonly KeyFigure[]): string =>
  csvText([
    ["figure", "value", "BIRD-Interact lite", "BIRD-Interact full", "definition"],
    ...figures.map(({ name, value, lite, full, definition }) => [name, value, lite, full, definition]),
  ]);

/** A distribution as a table for a spreadsheet: every value with its exact name, how often it occurs, and in how many tasks. */
export const distributionCsv = ({ groups }: Distribution): string =>
  csvText([
    ["group", "value", "count", "tasks"],
    ...groups.flatMap(({ title, rows }) =>
      rows.map(({ value, count, tasks }) => [title, value, count, tasks]),
    ),
  ]);
