/** How rows are had: `total` of them, `load` answers those from `from` on, `first` are here already. */
export interface PagedRowsSource<Row> {
  total: number;
  load(from: number, count: number): Promise<readonly Row[]>;
  first?: { from: number; rows: readonly Row[] };
  pageSize?: number;
  /** How many pages are cached; the ones longest unseen go first. */
  keepPages?: number;
  /** A page could not be had. */
  onError?(error: unknown): void;
}

const loadsAtOnce = 2;

/**
 * Rows by index from a cache of pages. What is on screen is asked for with `want`; a later wish replaces an earlier
 * one that has not been sent, so that dragging through a million rows asks for what is seen at the end.
 */
export class PagedRows<Row> {
  readonly total: number;
  readonly #source: PagedRowsSource<Row>;
  readonly #pageSize: number;
  /** In the order of last use. */
  readonly #pages = new Map<number, readonly Row[]>();
  readonly #loading = new Map<number, Promise<void>>();
  readonly #listeners = new Set<() => void>();
  #wishes: number[] = [];
  #version = 0;

  constructor(source: PagedRowsSource<Row>) {
    this.#source = source;
    this.total = source.total;
    this.#pageSize = source.pageSize ?? 200;
    if (source.first !== undefined) this.#seed(source.first.from, source.first.rows);
  }

  /** The row at `index`, or undefined while it is not here. */
  at(index: number): Row | undefined {
    return this.#pages.get(Math.floor(index / this.#pageSize))?.[index % this.#pageSize];
  }

  /** Says that rows `from` … `to - 1` are on screen. */
  want(from: number, to: number): void {
    const pages = this.#pagesOf(from, to);
    for (const page of pages) this.#touch(page);
    this.#wishes = pages.filter((page) => !this.#isWhole(page) && !this.#loading.has(page));
    this.#next();
  }

  /** Rows `from` … `to - 1`, loaded where they are not here. */
  async read(from: number, to: number): Promise<Row[]> {
    const rows: Row[] = [];
    for (const page of this.#pagesOf(from, to)) {
      if (!this.#isWhole(page)) await this.#load(page);
      const start = page * this.#pageSize;
      const here = this.#pages.get(page);
      if (here === undefined) throw new Error(`Rows from ${start + 1} on could not be read.`);
      rows.push(...here.slice(Math.max(0, from - start), to - start));
    }
    return rows;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Changes with every page that comes. */
  version = (): number => this.#version;

  #pagesOf(from: number, to: number): number[] {
    const last = Math.min(to, this.total);
    const pages = [];
    for (let page = Math.floor(from / this.#pageSize); page * this.#pageSize < last; page++) pages.push(page);
    return pages;
  }

  #rowsIn(page: number): number {
    return Math.min(this.#pageSize, this.total - page * this.#pageSize);
  }

  #isWhole(page: number): boolean {
    return (this.#pages.get(page)?.length ?? 0) >= this.#rowsIn(page);
  }

  #seed(from: number, rows: readonly Row[]): void {
    for (let at = 0; at < rows.length; ) {
      const page = Math.floor((from + at) / this.#pageSize);
      // Only what starts a page can be in the cache; the rest is asked for again.
      const skip = (from + at) % this.#pageSize;
      const end = at + this.#pageSize - skip;
      if (skip === 0) this.#pages.set(page, rows.slice(at, end));
      at = end;
    }
  }

  #touch(page: number): void {
    const rows = this.#pages.get(page);
    if (rows === undefined) return;
    this.#pages.delete(page);
    this.#pages.set(page, rows);
  }

  #next(): void {
    while (this.#loading.size < loadsAtOnce) {
      const page = this.#wishes.shift();
      if (page === undefined) return;
      void this.#load(page);
    }
  }

  #load(page: number): Promise<void> {
    const loading = this.#loading.get(page);
    if (loading !== undefined) return loading;
    const load = this.#source
      .load(page * this.#pageSize, this.#rowsIn(page))
      .then((rows) => this.#keep(page, rows))
      .catch((error) => this.#source.onError?.(error))
      .finally(() => {
        this.#loading.delete(page);
        this.#next();
      });
    this.#loading.set(page, load);
    return load;
  }

  #keep(page: number, rows: readonly Row[]): void {
    this.#pages.delete(page);
    this.#pages.set(page, rows);
    for (const oldest of this.#pages.keys()) {
      if (this.#pages.size <= (this.#source.keepPages ?? 40)) break;
      this.#pages.delete(oldest);
    }
    this.#version++;
    for (const listener of [...this.#listeners]) listener();
  }
}
