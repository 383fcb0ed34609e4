/** A figure of a series under a category, with its interval where it has one. */
export interface PlotPoint {
  series: string;
  /** A number on an axis of numbers, milliseconds since 1970 on one of times; a name else. */
  category: string | number;
  value: number;
  interval: { from: number; to: number } | null;
  /** How many observations it is the mean of. */
  of: number;
  /** What stands behind its row in place of the series. */
  note?: string;
}

/** A plot: figures with intervals, as lines over numbers, as steps over time, or in rows by name. */
export interface PlotSpec {
  title: string;
  /** "lines": the categories are numbers; "times": they are times, and each figure holds until the next; "rows": they are names. */
  form: "lines" | "times" | "rows";
  /** What the categories and the values are. */
  categories: string;
  values: string;
  /** The values are shares 0..1, drawn as percentages. */
  isShare: boolean;
  /** The values are no counts: their axis has fractions. */
  hasFractions?: boolean;
  /** What the intervals are; 95 % where it is not said. */
  interval?: string;
  points: readonly PlotPoint[];
}
