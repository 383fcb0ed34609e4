import { type Decimal, roundDecimal } from "../../sql/compare/decimal.ts";

/** Significant digits of Python's default decimal context: a quantized value with more of them raises InvalidOperation. */
const decimalPrecision = 28;

/** `round(value, 2)` of Python: correctly rounded, a half to the even hundredth. */
export function roundFloat(value: number): number {
  if (!Number.isFinite(value) || value === 0 || Math.abs(value) >= 1e21) return value;
  const text = value.toFixed(2);
  // toFixed takes the greater of two equally near hundredths; that happens at odd eighths only, where its last digit is 3 or 8.
  const isHalf = Number.isInteger(value * 8) && Math.abs(value * 8) % 2 === 1;
  return Number(isHalf && text.endsWith("3") ? `${text.slice(0, -1)}2` : text);
}

/** `Decimal.quantize` to 2 places, a half up; null where Python raises, for want of digits. */
export function quantizeDecimal(decimal: Decimal): Decimal | null {
  const rounded = roundDecimal(decimal, 2);
  return rounded.digits !== "" && rounded.point + 2 > decimalPrecision ? null : rounded;
}

/** How Python writes a float: `1.0`, `0.25`, `1e+16`, `Infinity` in JSON. */
export function floatText(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  if (Object.is(value, -0)) return "-0.0";
  const size = Math.abs(value);
  if (size >= 1e16 || (size < 1e-4 && size > 0))
    return value.toExponential().replace(/e([+-])(\d)$/, "e$10$2");
  return Number.isInteger(value) ? `${value}.0` : String(value);
}
