/** Rows are fetched in slices of about this many bytes, so that neither many rows nor long ones pile up. */
const sliceBytes = 2 ** 20;
const mostRows = 2048;

/** How many rows are fetched at first, before anything is known of their length. */
export const firstSlice = 32;

/** How many rows are fetched next, after so many that took so many bytes. */
export function nextSlice(rows: number, bytes: number): number {
  const length = Math.max(1, bytes / Math.max(1, rows));
  return Math.min(mostRows, 4 * Math.max(1, rows), Math.max(1, Math.floor(sliceBytes / length)));
}
