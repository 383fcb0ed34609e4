/** Which of the first two numbers of 03/04/2020 is the day; the reader tries both, one for both results (SPEC C8). */
export type DayOrder = "month-first" | "day-first";

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const LONG_MONTHS =
  "january|february|march|april|may|june|july|august|september|october|november|december|sept";
const MONTH = `(${LONG_MONTHS}|${MONTHS.join("|")})\\.?`;

const ISO = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/;
const COMPACT = /^(\d{4})(\d{2})(\d{2})$/;
const NUMBERS = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/;
const DAY_MONTH = new RegExp(`^(\\d{1,2})(?:st|nd|rd|th)?[- ]${MONTH}[-, ] ?(\\d{4})$`, "i");
const MONTH_DAY = new RegExp(`^${MONTH} (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})$`, "i");
const CLOCK = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d+))?)?(?: ?(am|pm))?(?:Z|\+00:?00)?$/i;
const WITH_CLOCK = /^(.*\d)(?:[T ]|, )(\d{1,2}:\d{2}.*)$/;

/**
 * The one way in which a date, a time or both is written here: "2020-03-04", "08:05:00", "2020-03-04 08:05:00"; midnight
 * after a date is dropped. null for a text that is none of these. Two texts share a form exactly when they mean the same moment.
 */
export function dateForm(text: string, dayOrder: DayOrder): string | null {
  if (text.length < 4 || text.length > 40) return null;
  const date = dateOf(text, dayOrder);
  if (date !== null) return date;
  const clock = clockOf(text);
  if (clock !== null) return clock;
  const both = WITH_CLOCK.exec(text);
  if (both === null) return null;
  const day = dateOf(both[1] as string, dayOrder);
  const time = clockOf(both[2] as string);
  if (day === null || time === null) return null;
  return time === "00:00:00" ? day : `${day} ${time}`;
}

/** Whether a text is a date whose day and month could be taken for each other. */
export function isAmbiguousDate(text: string): boolean {
  return /^\d{1,2}[-/.]\d{1,2}[-/.]\d{4}/.test(text);
}

function dateOf(text: string, dayOrder: DayOrder): string | null {
  const iso = ISO.exec(text) ?? COMPACT.exec(text);
  if (iso !== null) return written(iso[1], iso[2], iso[3]);
  const numbers = NUMBERS.exec(text);
  if (numbers !== null) {
    const [, first, second, year] = numbers;
    const dayFirst = written(year, second, first);
    const monthFirst = written(year, first, second);
    return dayOrder === "day-first" ? (dayFirst ?? monthFirst) : (monthFirst ?? dayFirst);
  }
  const dayMonth = DAY_MONTH.exec(text);
  if (dayMonth !== null) return written(dayMonth[3], monthNumber(dayMonth[2]), dayMonth[1]);
  const monthDay = MONTH_DAY.exec(text);
  return monthDay === null ? null : written(monthDay[3], monthNumber(monthDay[1]), monthDay[2]);
}

function monthNumber(name = ""): string {
  return String(MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1);
}

function written(year = "", month = "", day = ""): string | null {
  const numbers = [Number(year), Number(month), Number(day)];
  const [y = 0, m = 0, d = 0] = numbers;
  if (m < 1 || m > 12 || d < 1 || d > daysIn(y, m)) return null;
  return `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}

function daysIn(year: number, month: number): number {
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  if (month === 2) return leap ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

function clockOf(text: string): string | null {
  const match = CLOCK.exec(text);
  if (match === null) return null;
  const [, hours = "", minutes = "", seconds = "00", fraction = "", half] = match;
  const hour = half === undefined ? Number(hours) : hourOfDay(Number(hours), half.toLowerCase());
  if (hour > 23 || Number(minutes) > 59 || Number(seconds) > 59) return null;
  const rest = fraction.replace(/0+$/, "");
  return `${String(hour).padStart(2, "0")}:${minutes}:${seconds}${rest === "" ? "" : `.${rest}`}`;
}

/** 12 am is midnight, 12 pm noon; 99 for what no twelve-hour clock shows. */
function hourOfDay(hour: number, half: string): number {
  if (hour < 1 || hour > 12) return 99;
  return (hour % 12) + (half === "pm" ? 12 : 0);
}
