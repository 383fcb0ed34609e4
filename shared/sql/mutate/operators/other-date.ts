import { put, quote } from "../at-node.ts";
import type { MutationOperator } from "../operator.ts";

const date = /(\d{4})-(\d\d)-(\d\d)/;
const dayOfYear = /^'(0[1-9]|1[0-2])([0-2]\d|3[01])'$/;

/** Another day: a year or a month before or after. */
export const otherDate: MutationOperator = {
  id: "other-date",
  topic: "date",
  kinds: ["string", "typed-literal"],
  *mutationsAt({ tree, node }) {
    const text = quote(tree, node);
    for (const other of datesNear(text))
      yield { splices: [put(node, other)], meaning: `${inWords(other)} instead of ${inWords(text)}` };
  },
};

function datesNear(text: string): string[] {
  const [, year, month, day] = date.exec(text) ?? [];
  if (
    year !== undefined &&
    month !== undefined &&
    day !== undefined &&
    !/\d/.test(text.replace(/'.*$/, ""))
  ) {
    const at = (years: number, months: number) => {
      const moved = Number(month) - 1 + months;
      const inYear = Number(year) + years + Math.floor(moved / 12);
      const inMonth = ((moved + 12) % 12) + 1;
      // The 29th, 30th and 31st are not in every month.
      const inDay = Math.min(Number(day), inMonth === 2 ? 28 : 30);
      return text.replace(
        date,
        [inYear, two(inMonth), two(months === 0 && inMonth !== 2 ? Number(day) : inDay)].join("-"),
      );
    };
    return [at(-1, 0), at(1, 0), at(0, -1), at(0, 1)];
  }
  const [, inMonth, inDay] = dayOfYear.exec(text) ?? [];
  if (inMonth === undefined || inDay === undefined) return [];
  return [Number(inMonth) + 1, Number(inMonth) - 1]
    .filter((one) => one >= 1 && one <= 12)
    .map((one) => `'${two(one)}${inDay}'`);
}

const two = (number: number) => String(number).padStart(2, "0");

function inWords(text: string): string {
  return text.replace(/^\w+ /, "").replaceAll("'", "");
}
