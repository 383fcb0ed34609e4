const minuteMs = 60_000;
const epochMs = Date.UTC(2021, 0, 1);
const monthNames = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** A moment in the harbour's records: whole minutes since 2021-01-01 00:00, harbour time. */
export type Minute = number;

export const minutesPerDay = 1440;
/** The moment the records end: 2023-12-31 24:00. Ships still alongside have no departure, later ones are only expected. */
export const recordsEnd: Minute = minuteAt(2024, 1, 1);

export function minuteAt(year: number, month: number, day: number): Minute {
  return (Date.UTC(year, month - 1, day) - epochMs) / minuteMs;
}

/** "2023-04-05 17:40" */
export function timeText(minute: Minute): string {
  return new Date(epochMs + minute * minuteMs).toISOString().slice(0, 16).replace("T", " ");
}

/** "2023-04-05" */
export function isoDate(minute: Minute): string {
  return timeText(minute).slice(0, 10);
}

/** "05/04/2023" */
export function slashedDate(minute: Minute): string {
  const [year, month, day] = isoDate(minute).split("-");
  return `${day}/${month}/${year}`;
}

/** "5 Apr 2023" */
export function namedDate(minute: Minute): string {
  const date = new Date(epochMs + minute * minuteMs);
  return `${date.getUTCDate()} ${monthNames[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}
