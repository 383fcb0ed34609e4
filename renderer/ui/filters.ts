/** One condition of a filter as a chip: its name, what it asks for, and the filter without it. */
export interface FilterChip<Filter> {
  key: keyof Filter;
  name: string;
  value: string;
  without: Filter;
}

/** How each condition but the text search is named: its name and what it asks for. */
export type ChipWords<Filter> = {
  [Key in Exclude<keyof Filter, "text">]-?: (value: NonNullable<Filter[Key]>) => [string, string];
};

/** A filter as chips in the order of `words`; the text search is left out, as it has a field of its own. */
export function chipsOf<Filter extends object>(
  filter: Filter,
  words: ChipWords<Filter>,
): FilterChip<Filter>[] {
  return (Object.keys(words) as Exclude<keyof Filter, "text">[]).flatMap((key) => {
    const value = filter[key];
    if (value === undefined || value === null) return [];
    const [name, text] = words[key](value);
    return [
      { key, name, value: text, without: changedFilter<Filter>(filter, { [key]: undefined } as never) },
    ];
  });
}

/** A filter with some conditions replaced; undefined and "" take a condition away. */
export function changedFilter<Filter extends object>(
  filter: Filter,
  change: { [Key in keyof Filter]?: Filter[Key] | undefined },
): Filter {
  const entries = Object.entries({ ...filter, ...change });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined && value !== "")) as Filter;
}

/** Whether a filter has any condition. */
export const isFiltered = (filter: object): boolean => Object.keys(filter).length > 0;

/** What a condition of a filter can ask for, each value with its name. */
export const namedOptions = <T extends string>(names: Record<T, string>): { value: T; title: string }[] =>
  (Object.keys(names) as T[]).map((value) => ({ value, title: names[value] }));
