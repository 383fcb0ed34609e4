import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { PagedRows } from "../../../renderer/data/paged-rows.ts";

const numbers = (total: number, log: [number, number][] = []) => ({
  total,
  pageSize: 10,
  load: async (from: number, count: number) => {
    log.push([from, count]);
    return Array.from({ length: count }, (_, index) => from + index);
  },
});

const settled = (rows: PagedRows<number>) => new Promise<void>((resolve) => rows.subscribe(resolve));

test("rows that came with the result are there at once and are not asked for again", async () => {
  const log: [number, number][] = [];
  const rows = new PagedRows({
    ...numbers(25, log),
    first: { from: 0, rows: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] },
  });
  rows.want(0, 10);
  expect(rows.at(9)).toBe(9);
  expect(rows.at(10)).toBeUndefined();
  const coming = settled(rows);
  rows.want(5, 15);
  await coming;
  expect(rows.at(14)).toBe(14);
  expect(log).toEqual([[10, 10]]);
});

test("a page that came only in part shows its part and is asked for when the rest is wanted", async () => {
  const log: [number, number][] = [];
  const rows = new PagedRows({ ...numbers(25, log), first: { from: 0, rows: [0, 1, 2] } });
  expect(rows.at(2)).toBe(2);
  expect(await rows.read(0, 5)).toEqual([0, 1, 2, 3, 4]);
  expect(log).toEqual([[0, 10]]);
});

test("reading any range gives exactly its rows, the last short page included", async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(120), fc.nat(120), fc.nat(120), async (total, a, b) => {
      const rows = new PagedRows(numbers(total));
      const [from, to] = [Math.min(a, b), Math.max(a, b)];
      const expected = Array.from({ length: total }, (_, index) => index).slice(from, to);
      expect(await rows.read(from, to)).toEqual(expected);
    }),
  );
});

test("dragging through many rows asks for what is seen at the end, not for everything passed", async () => {
  const log: [number, number][] = [];
  const rows = new PagedRows(numbers(1_000_000, log));
  for (let at = 0; at < 1_000_000; at += 10_000) rows.want(at, at + 30);
  await vi.waitFor(() => expect(rows.at(990_029)).toBe(990_029));
  expect(log.length).toBeLessThanOrEqual(6);
});

test("no more pages are kept than asked, and a dropped page comes again", async () => {
  const rows = new PagedRows({ ...numbers(1000), keepPages: 3 });
  await rows.read(0, 100);
  const kept = Array.from({ length: 10 }, (_, page) => rows.at(page * 10)).filter((row) => row !== undefined);
  expect(kept).toHaveLength(3);
  expect(await rows.read(0, 10)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test("a page that fails is told, and can be read later", async () => {
  const errors: unknown[] = [];
  let broken = true;
  const rows = new PagedRows<number>({
    total: 10,
    load: async (from, count) => {
      if (broken) throw new Error("gone");
      return Array.from({ length: count }, (_, index) => from + index);
    },
    onError: (error) => errors.push(error),
  });
  await expect(rows.read(0, 10)).rejects.toThrow("could not be read");
  expect(errors).toHaveLength(1);
  broken = false;
  expect(await rows.read(0, 3)).toEqual([0, 1, 2]);
});
