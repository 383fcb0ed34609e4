import { type QueryKey, useQueries } from "@tanstack/react-query";

const pageSize = 100;

/** How the lines of a list are had: under which key they are cached, and who answers them for up to 100 ids. */
export interface RowSource<Row> {
  queryKey: QueryKey;
  load(ids: number[]): Promise<Row[]>;
}

/** The lines of a list that are on screen (`first` … `last`), by their position in `ids`; undefined while they are on their way. */
export function useRowsByPage<Row>(
  { queryKey, load }: RowSource<Row>,
  ids: readonly number[],
  first: number,
  last: number,
): (index: number) => Row | undefined {
  const firstPage = Math.floor(first / pageSize);
  const lastPage = Math.floor(Math.min(last, ids.length - 1) / pageSize);
  const pages = [];
  for (let page = firstPage; page <= lastPage; page++) pages.push(page);
  const answers = useQueries({
    queries: pages.map((page) => {
      const pageIds = ids.slice(page * pageSize, (page + 1) * pageSize);
      return { queryKey: [...queryKey, pageIds], queryFn: () => load(pageIds), gcTime: 30_000 };
    }),
  });
  const data = answers.map((answer) => answer.data);
  return (index) => data[Math.floor(index / pageSize) - firstPage]?.[index % pageSize];
}
