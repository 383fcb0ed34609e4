/** An interval as PostgreSQL keeps it: whole months, whole days and microseconds, each with its sign. */
export interface PostgresInterval {
  years: bigint;
  months: bigint;
  days: bigint;
  microseconds: bigint;
}

const form =
  /^(?:([+-]?\d+) years? ?)?(?:([+-]?\d+) mons? ?)?(?:([+-]?\d+) days? ?)?(?:([+-]?)(\d+):(\d\d):(\d\d)(?:\.(\d{1,6}))?)?$/;

/** Reads `1 year 2 mons -3 days +04:05:06.789`; null for any other text. */
export function readPostgresInterval(text: string): PostgresInterval | null {
  const match = form.exec(text);
  if (match === null || text === "") return null;
  const [years, months, days] = match.slice(1, 4).map(wholeNumber) as [bigint, bigint, bigint];
  const [hours, minutes, seconds] = match.slice(5, 8).map(wholeNumber) as [bigint, bigint, bigint];
  const fraction = BigInt((match[8] ?? "").padEnd(6, "0"));
  const clock = ((hours * 60n + minutes) * 60n + seconds) * 1_000_000n + fraction;
  return { years, months, days, microseconds: match[4] === "-" ? -clock : clock };
}

const wholeNumber = (text: string | undefined) => BigInt((text ?? "0").replace("+", ""));

/** Its length in microseconds where a year has so many days and a month 30. */
export function intervalLength(interval: PostgresInterval, daysOfYear: bigint): bigint {
  const days = interval.years * daysOfYear + interval.months * 30n + interval.days;
  return days * 86_400_000_000n + interval.microseconds;
}
