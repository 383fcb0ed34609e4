import { withoutEnd } from "../../text/without-end.ts";

/** A finite decimal number: `0.digits × 10^point`, with no zero at either end of `digits`; zero has no digits and is never negative. */
export interface Decimal {
  negative: boolean;
  digits: string;
  point: number;
}

const DECIMAL = /^([+-]?)(\d*)\.?(\d*)(?:[eE]([+-]?\d{1,6}))?$/;

/** Reads "12", "-0.50", "1e-7"; null for everything else, infinities and NaN too. */
export function readDecimal(text: string): Decimal | null {
  const match = DECIMAL.exec(text);
  if (match === null) return null;
  const [, sign, whole = "", fraction = "", exponent = "0"] = match;
  if (whole === "" && fraction === "") return null;
  const all = whole + fraction;
  const digits = all.replace(/^0+/, "");
  const point = whole.length - (all.length - digits.length) + Number(exponent);
  const trimmed = withoutEnd(digits, "0");
  if (trimmed === "") return { negative: false, digits: "", point: 0 };
  return { negative: sign === "-", digits: trimmed, point };
}

/** How many digits are after the decimal point. */
export function decimalPlaces(decimal: Decimal): number {
  return Math.max(0, decimal.digits.length - decimal.point);
}

/** The number written out without exponent: "-0.005", "1200". */
export function writeDecimal({ negative, digits, point }: Decimal): string {
  if (digits === "") return "0";
  const sign = negative ? "-" : "";
  if (point <= 0) return `${sign}0.${"0".repeat(-point)}${digits}`;
  if (point >= digits.length) return sign + digits.padEnd(point, "0");
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}

/** The nearest decimal of at most `places` places; a half goes away from zero, as SQLite's and PostgreSQL's round() do (SPEC C7). */
export function roundDecimal(decimal: Decimal, places: number): Decimal {
  if (decimalPlaces(decimal) <= places) return decimal;
  const kept = decimal.point + places;
  const zero: Decimal = { negative: false, digits: "", point: 0 };
  if (kept < 0) return zero;
  const up = (decimal.digits[kept] ?? "0") >= "5";
  const head = decimal.digits.slice(0, kept);
  const rounded = up ? plusOne(head) : head;
  const digits = withoutEnd(rounded, "0");
  if (digits === "") return zero;
  const grown = rounded.length - Math.max(head.length, 0);
  return { negative: decimal.negative, digits, point: decimal.point + (up ? grown : 0) };
}

/** The whole number that is greater by one; no digits are 0. A BigInt of 100,000 digits takes longer to read than to count. */
function plusOne(digits: string): string {
  const head = withoutEnd(digits, "9");
  const nines = digits.length - head.length;
  return `${head.slice(0, -1)}${Number(head.at(-1) ?? 0) + 1}${"0".repeat(nines)}`;
}

/** No float has more significant decimal digits than 2^-1074, the smallest one, and its odd multiples. */
const mostDigitsOfDouble = 767;

/** Nor more decimal places. */
const mostPlacesOfDouble = 1074;

/** Whether a binary 64-bit float holds exactly this decimal. */
export function isExactDouble(decimal: Decimal): boolean {
  const places = decimalPlaces(decimal);
  if (decimal.digits.length > mostDigitsOfDouble || places > mostPlacesOfDouble) return false;
  const value = Number(writeDecimal(decimal));
  if (!Number.isFinite(value)) return false;
  const numerator =
    BigInt(decimal.digits || "0") * 10n ** BigInt(Math.max(0, decimal.point - decimal.digits.length));
  let scaled = Math.abs(value);
  let twos = 0n;
  while (!Number.isInteger(scaled)) {
    scaled *= 2;
    twos += 1n;
  }
  return numerator * 2n ** twos === BigInt(scaled) * 10n ** BigInt(places);
}
