/** How long before `now` (milliseconds since 1970) the moment `at` (ISO 8601) was, in words: "3 min ago". */
export function timeAgo(at: string, now: number): string {
  const seconds = Math.max(0, Math.round((now - Date.parse(at)) / 1000));
  if (Number.isNaN(seconds)) return at;
  if (seconds < 45) return "just now";
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.round(minutes / 60);
  if (hours < 24) return `${hours} h ago`;
  const days = Math.round(hours / 24);
  return days < 30 ? `${days} d ago` : at.slice(0, 10);
}

/** A time span in its natural unit: "0.4 ms", "38 ms", "1.24 s", "10 s". */
export function spanText(milliseconds: number): string {
  if (milliseconds < 10) return `${milliseconds.toFixed(1)} ms`;
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 60_000) return `${Number((milliseconds / 1000).toFixed(2))} s`;
  const minutes = Math.floor(milliseconds / 60_000);
  return `${minutes} min ${Math.round((milliseconds - minutes * 60_000) / 1000)} s`;
}

/** A number with its thousands parted: "1,034". */
export const numberText = (count: number): string => count.toLocaleString("en-US");

/** A share in whole percent: "70 %". 0 % is of none and 100 % of all, however near the others come; nothing has no share. */
export function percentText(part: number, whole: number): string {
  if (whole === 0) return "–";
  const rounded = Math.round((100 * part) / whole);
  return `${part === whole ? 100 : Math.min(99, part === 0 ? 0 : Math.max(1, rounded))} %`;
}

/** A count with its noun: "1 row", "1,034 rows". */
export const countText = (count: number, one: string, many = `${one}s`): string =>
  `${numberText(count)} ${count === 1 ? one : many}`;
