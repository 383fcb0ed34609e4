const dayMs = 86_400_000;
const minuteMs = 60_000;
const monthNames = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** A day of the records: whole days since 2022-01-01. */
export type Day = number;

/** The records cover 2022, 2023 and 2024. */
export const recordDays = 1096;

function dateOf(day: Day): Date {
  return new Date(Date.UTC(2022, 0, 1) + day * dayMs);
}

/** The month of a day, January is 0. */
export function monthOf(day: Day): number {
  return dateOf(day).getUTCMonth();
}

/** "2023-04-05" */
export function isoDate(day: Day): string {
  return dateOf(day).toISOString().slice(0, 10);
}

/** "05.04.2023" */
export function dottedDate(day: Day): string {
  return isoDate(day).split("-").reverse().join(".");
}

/** "5 Apr 2023" */
export function namedDate(day: Day): string {
  const date = dateOf(day);
  return `${date.getUTCDate()} ${monthNames[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

/** "2023-04-05 17:40:00+00", `minutes` after the day's midnight in UTC. */
export function timestamp(day: Day, minutes: number): string {
  const at = new Date(dateOf(day).getTime() + minutes * minuteMs);
  return `${at.toISOString().slice(0, 19).replace("T", " ")}+00`;
}
